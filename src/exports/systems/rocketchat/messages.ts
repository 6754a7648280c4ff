import type { ExportObject } from '../../files/export-rows.ts';
import { instant, list, record, records, textValue, textValues } from '../../files/values.ts';
import type { SourceMessage, SourceReaction, TextToken } from '../../neutral.ts';
import { idIn, type UserNames } from './people.ts';
import type { Uploads } from './uploads.ts';

const REMOVED = 'rm';
/** Texts that only the devices of the people inside can read. */
const ENCRYPTED = 'e2e';
/** Of a live chat: what agents and the server note for themselves. */
const INTERNAL = /^(?:livechat|omnichannel|command$|connected$)/;

/** @returns undefined if the document has no id or no room */
export function messageFrom(
  row: ExportObject,
  { names, uploads }: { readonly names: UserNames; readonly uploads: Uploads },
): SourceMessage | undefined {
  const [id, conversation] = [idIn(row['_id']), idIn(row['rid'])];
  if (id === undefined || conversation === undefined) return undefined;
  const author = record(row['u']);
  const kind = textValue(row['t']);
  const isDeleted = kind === REMOVED;
  const changed = eventOf(row['editedAt'], row['editedBy']);
  const { files, captions } = uploads.of(row);
  const hidden = hiddenOf(row, kind);
  const tokens = tokensOf(row['mentions']);
  return {
    id,
    conversation,
    sender: idIn(author?.['_id']),
    senderName: textValue(author?.['name']) ?? textValue(author?.['username']),
    time: instant(row['ts']) ?? Number.NaN,
    text: textOf(row, captions),
    markup: 'rocketchat',
    ...(tokens.length > 0 ? { tokens } : {}),
    ...(files.length > 0 ? { files } : {}),
    ...(kind === undefined || isDeleted || kind === ENCRYPTED ? {} : { system: kind }),
    ...(hidden === undefined ? {} : { hidden }),
    parent: idIn(row['tmid']),
    ...(isDeleted ? { deleted: changed ?? {} } : changed ? { edited: changed } : {}),
    ...(row['pinned'] === true ? { pinned: eventOf(row['pinnedAt'], row['pinnedBy']) ?? {} } : {}),
    version: instant(row['_updatedAt']) ?? changed?.at ?? 0,
    reactions: reactionsOf(row['reactions'], names),
    mentions: list(row['mentions']).length,
    metadata: keptOf(row),
  };
}

/** Why nobody may see a message: it is an old version, an internal note, or cannot be read. */
function hiddenOf(row: ExportObject, kind: string | undefined): string | undefined {
  if (kind === ENCRYPTED) return 'encrypted';
  if (row['_hidden'] === true) return 'hidden';
  return kind !== undefined && INTERNAL.test(kind) ? 'internal' : undefined;
}

function eventOf(at: unknown, by: unknown): NonNullable<SourceMessage['edited']> | undefined {
  const time = instant(at);
  return time === undefined ? undefined : { at: time, by: idIn(record(by)?.['_id']) };
}

/** A link without words; the one that leads to the message that is quoted names it. */
const WORDLESS = /\[ ?\]\(([^()\s]*)\)[^\S\n]?/g;
const NAMES_MESSAGE = /[?&]msg=/;

const withoutQuoted = (whole: string, address: string): string => (NAMES_MESSAGE.test(address) ? '' : whole);

/** The text, with what it quotes before it, and what stands under its files; attachments of programs may be all it has. */
function textOf(row: ExportObject, captions: readonly string[]): string | undefined {
  const given = textValue(row['msg']) ?? '';
  const attachments = records(row['attachments']);
  const quotes = attachments.filter((each) => textValue(each['message_link']) !== undefined).map(quoteOf);
  const own = quotes.length > 0 ? given.replaceAll(WORDLESS, withoutQuoted) : given;
  const others =
    own.trim() === '' && captions.length === 0 && quotes.length === 0 ? attachments.flatMap(wordsOf) : [];
  if (quotes.length + captions.length + others.length === 0) return given;
  return [...quotes, own, ...captions, ...others].filter((line) => line.trim() !== '').join('\n');
}

function quoteOf(attachment: ExportObject): string {
  const [name, text] = [textValue(attachment['author_name']), textValue(attachment['text']) ?? ''];
  const whole = name === undefined ? text : `${name}: ${text}`;
  return whole.replaceAll(/^/gm, '> ');
}

/** The words of something that a program has put under a message; a file has none. */
function wordsOf(attachment: ExportObject): readonly string[] {
  if (textValue(attachment['type']) === 'file') return [];
  const fields = records(attachment['fields']).map(
    ({ title, value }) => `${textValue(title) ?? ''}: ${textValue(value) ?? ''}`,
  );
  const words = [textValue(attachment['title']), textValue(attachment['text']), ...fields];
  return words.filter((word) => word !== undefined);
}

/** The people whom a text names. */
const tokensOf = (mentions: unknown): readonly TextToken[] =>
  records(mentions).flatMap((mention) => {
    const [person, username] = [idIn(mention['_id']), textValue(mention['username'])];
    const isOne = mention['type'] !== 'team' && person !== 'all' && person !== 'here';
    return isOne && person !== undefined && username !== undefined ? [{ token: `@${username}`, person }] : [];
  });

/** By emoji, the names of those who gave it; a name that nobody has any more is a number. */
function reactionsOf(value: unknown, names: UserNames): readonly SourceReaction[] {
  const found: SourceReaction[] = [];
  for (const [emoji, given] of Object.entries(record(value) ?? {})) {
    const usernames = textValues(record(given)?.['usernames']);
    const reaction = emoji.replace(/^:(.+):$/, '$1');
    if (usernames.length === 0 || reaction === '') continue;
    const users = usernames.flatMap((name) => names.get(name) ?? []);
    found.push({ reaction, users, count: usernames.length });
  }
  return found;
}

function keptOf(row: ExportObject): Readonly<Record<string, unknown>> {
  const [alias, discussion] = [textValue(row['alias']), textValue(row['drid'])];
  const fields = record(row['customFields']);
  return {
    ...(alias === undefined ? {} : { alias }),
    ...(discussion === undefined ? {} : { discussion }),
    ...(row['tshow'] === true ? { broadcast: true } : {}),
    ...(record(row['location']) ? { location: row['location'] } : {}),
    ...(fields && Object.keys(fields).length > 0 ? { customFields: fields } : {}),
  };
}
