import { jsonText } from '../../../input/json/json-text.ts';
import { RAW_CHARS_MAX } from '../../../input/rows/row.ts';
import type { PeopleSink } from '../../export-reader.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { boolean, number, record, textValue } from '../../files/values.ts';
import type { RecordPlace, SourceConversation, UnreadableRow } from '../../neutral.ts';
import type { ConversationList } from './lists.ts';

/** A row that lacks what it is known by; of a message this is its time, too. */
export const without = (field: 'id' | 'ts', row: ExportObject): UnreadableRow => ({
  problem: {
    code: field === 'ts' ? 'ROW.TIME_INVALID' : 'ROW.FIELD_MISSING',
    field,
    value: row[field],
    message: field === 'ts' ? 'the row has no time such as 1751328000.000100' : 'the row has no id',
  },
  raw: jsonText(row).slice(0, RAW_CHARS_MAX),
});

/** Slack's own program, whether or not it is in the list of users. */
export const SLACKBOT = 'USLACKBOT';

/** The users behind programs, by their `bot_id`: messages of a program have that, and not always a user. */
type Bots = Map<string, string>;

/** Facts that users are handed on with. */
export type UserContext = {
  readonly bots: Bots;
  readonly sink: PeopleSink;
  /** Pictures that exporters have put into the export: of each user, the path. */
  readonly pictures: ReadonlyMap<string, string>;
};

/** The pictures of users in an export. */
export const picturesIn = (all: readonly { readonly name: string }[]): UserContext['pictures'] =>
  new Map(
    all.flatMap(({ name }) => {
      const [, id] = /(?:^|\/)__avatars\/([A-Z0-9]{1,20})\/[^/]+$/.exec(name) ?? [];
      return id === undefined ? [] : [[id, name] as const];
    }),
  );

/** Hands on a user. Mail addresses and phone numbers are not kept: every user of a chat could read them. */
export function readUser(row: ExportObject, { bots, sink, pictures }: UserContext, place: RecordPlace): void {
  const id = textValue(row['id']);
  if (id === undefined) {
    sink.unreadable('users', without('id', row), place);
    return;
  }
  const profile = record(row['profile']) ?? {};
  const bot = textValue(profile['bot_id']);
  if (bot !== undefined) bots.set(bot, id);
  const handle = textValue(row['name']);
  const isGuest = boolean(row['is_restricted']) || boolean(row['is_ultra_restricted']);
  sink.user(
    {
      id,
      name:
        textValue(profile['display_name']) ??
        textValue(profile['real_name']) ??
        textValue(row['real_name']) ??
        handle,
      otherNames: [handle, textValue(profile['real_name']) ?? textValue(row['real_name'])].filter(
        (each) => each !== undefined,
      ),
      email: textValue(profile['email']),
      avatar:
        textValue(profile['image_512']) ?? textValue(profile['image_192']) ?? textValue(profile['image_72']),
      ...(pictures.has(id) ? { picture: { path: pictures.get(id) } } : {}),
      statusMessage: textValue(profile['status_text']),
      isBot: boolean(row['is_bot']) || id === SLACKBOT,
      ...(row['deleted'] === true ? { deactivated: {} } : {}),
      ...(isGuest ? { tags: ['guest'] } : {}),
      metadata: { handle, title: textValue(profile['title']) },
    },
    place,
  );
}

/** A conversation by its row in a list, or in an answer of Slack's API. */
export function conversationOf(row: ExportObject, name: ConversationList): Omit<SourceConversation, 'id'> {
  const [topic, purpose] = [value(row['topic']), value(row['purpose'])];
  const isDirect = name === 'dms' || name === 'mpims' || row['is_im'] === true || row['is_mpim'] === true;
  const isPrivate = name === 'groups' || row['is_private'] === true;
  const common = { createdAt: createdAt(row['created']), isArchived: row['is_archived'] === true };
  // The name of a direct conversation is made of the handles of its members.
  if (isDirect) return { ...common, type: 'direct' };
  return {
    ...common,
    type: isPrivate ? 'private' : 'public',
    name: textValue(row['name']),
    description: purpose ?? topic,
    ...(topic !== undefined && purpose !== undefined ? { metadata: { topic } } : {}),
  };
}

const value = (given: unknown): string | undefined => textValue(record(given)?.['value']);

/** Slack did not exist before; such a time stands for an unknown one. */
const SINCE_SECONDS = Date.UTC(2013, 0, 1) / 1000;

function createdAt(given: unknown): number | undefined {
  const seconds = number(given);
  return seconds !== undefined && seconds >= SINCE_SECONDS ? seconds * 1000 : undefined;
}
