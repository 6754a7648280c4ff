import type { PeopleSink } from '../../export-reader.ts';
import type { JsonRow } from '../../files/export-rows.ts';
import { boolean, number, record, text } from '../../files/values.ts';
import type { Place, SourceConversation } from '../../neutral.ts';
import type { ConversationList } from './lists.ts';
import { without } from './without.ts';

/** Slack's own program, whether or not it is in the list of users. */
export const SLACKBOT = 'USLACKBOT';

/** Hands on a user. Mail addresses and phone numbers are not kept: every user of a chat could read them. */
export function readUser(row: JsonRow, sink: PeopleSink, place: Place): void {
  const id = text(row['id']);
  if (id === undefined) {
    sink.unreadable('users', without('id', row), place);
    return;
  }
  const profile = record(row['profile']) ?? {};
  const [handle, title] = [text(row['name']), text(profile['title'])];
  const isGuest = boolean(row['is_restricted']) || boolean(row['is_ultra_restricted']);
  const metadata = { ...(handle ? { handle } : {}), ...(title ? { title } : {}) };
  sink.user(
    {
      id,
      name: text(profile['display_name']) ?? text(profile['real_name']) ?? text(row['real_name']) ?? handle,
      otherNames: [handle, text(profile['real_name']) ?? text(row['real_name'])].filter(
        (each) => each !== undefined,
      ),
      email: text(profile['email']),
      avatar: avatarOf(profile),
      statusMessage: text(profile['status_text']),
      isBot: boolean(row['is_bot']) || id === SLACKBOT,
      ...(row['deleted'] === true ? { deactivated: {} } : {}),
      ...(isGuest ? { tags: ['guest'] } : {}),
      ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
    },
    place,
  );
}

const avatarOf = (profile: JsonRow): string | undefined =>
  text(profile['image_512']) ?? text(profile['image_192']) ?? text(profile['image_72']);

/** A conversation by its row in a list, or in an answer of Slack's API. */
export function conversationOf(row: JsonRow, name: ConversationList): Omit<SourceConversation, 'id'> {
  const [topic, purpose] = [value(row['topic']), value(row['purpose'])];
  const isDirect = name === 'dms' || name === 'mpims' || row['is_im'] === true || row['is_mpim'] === true;
  const isPrivate = name === 'groups' || row['is_private'] === true;
  const common = { createdAt: createdAt(row['created']), isArchived: row['is_archived'] === true };
  // The name of a direct conversation is made of the handles of its members.
  if (isDirect) return { ...common, type: 'direct' };
  return {
    ...common,
    type: isPrivate ? 'private' : 'public',
    name: text(row['name']),
    description: purpose ?? topic,
    ...(topic !== undefined && purpose !== undefined ? { metadata: { topic } } : {}),
  };
}

const value = (given: unknown): string | undefined => text(record(given)?.['value']);

/** Slack did not exist before; such a time stands for an unknown one. */
const SINCE_SECONDS = Date.UTC(2013, 0, 1) / 1000;

function createdAt(given: unknown): number | undefined {
  const seconds = number(given);
  return seconds !== undefined && seconds >= SINCE_SECONDS ? seconds * 1000 : undefined;
}
