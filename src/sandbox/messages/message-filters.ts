import type { Call } from '../app/route.ts';
import { RECEIVER_TYPES } from '../stores/conversation-store.ts';
import { MENTION_START } from '../stores/mentions.ts';
import type { User } from '../stores/user-store.ts';
import { Filter, likeIn, prefixPattern } from '../wire/filter.ts';
import * as param from '../wire/param.ts';
import { normalId } from '../wire/validation.ts';

const ATTACHMENT_TYPES = ['image', 'video', 'audio', 'file'] as const;

const attachmentTypes: param.Param<readonly string[]> = {
  schema: { type: 'array', items: { type: 'string', enum: ATTACHMENT_TYPES } },
  list: true,
  read: (given, refuse, name) => {
    const kinds = param.list.read(given, refuse, name);
    const known: readonly string[] = ATTACHMENT_TYPES;
    return kinds.every((kind) => known.includes(kind)) ? kinds : refuse(`The selected ${name} is invalid.`);
  },
};

/** The filters of a list of messages. */
export const FILTERS = {
  searchKey: param.search,
  sender: param.text,
  senders: param.list,
  ...param.range('sentAt'),
  ...param.range('updatedAt'),
  ...param.range('editedAt'),
  receiverType: param.oneOf(RECEIVER_TYPES),
  category: param.list,
  categories: param.list,
  type: param.list,
  types: param.list,
  fromTimestamp: param.time,
  toTimestamp: param.time,
  hideDeleted: param.flag,
  onlyDeleted: param.flag,
  hideReplies: param.flag,
  hideQuotedMessages: param.flag,
  unread: param.flag,
  undelivered: param.flag,
  tags: param.list,
  hasAttachments: param.flag,
  attachmentTypes,
  hasLinks: param.flag,
  hasMentions: param.flag,
  mentionedUids: param.list,
  myMentionsOnly: param.flag,
  hasReactions: param.flag,
  hideMessagesFromBlockedUsers: param.flag,
  pinned: param.flag,
  saved: param.flag,
} as const;

type Query = param.ParamValues<typeof FILTERS>;

const TEXT = `json_extract(messages.data, '$.text')`;

const EDITED = 'messages.edited_at IS NOT NULL OR messages.deleted_at IS NOT NULL';

const ATTACHMENT = `EXISTS (SELECT 1 FROM json_each(messages.data, '$.attachments') AS one`;

/** An attachment's MIME type up to the slash, if it is one of the named kinds. */
const KIND_OF_ATTACHMENT = `CASE WHEN one.value ->> 'mimeType' LIKE 'image/%' THEN 'image'
  WHEN one.value ->> 'mimeType' LIKE 'video/%' THEN 'video'
  WHEN one.value ->> 'mimeType' LIKE 'audio/%' THEN 'audio' ELSE 'file' END`;

const SWITCHES: readonly (readonly [
  name: { [K in keyof Query]: Query[K] extends boolean ? K : never }[keyof Query],
  condition: string,
])[] = [
  ['hideDeleted', 'messages.deleted_at IS NULL'],
  ['onlyDeleted', 'messages.deleted_at IS NOT NULL'],
  ['hideReplies', 'messages.parent_id IS NULL'],
  ['hideQuotedMessages', 'messages.quoted_id IS NULL'],
  ['hasAttachments', `${ATTACHMENT})`],
  ['hasLinks', `(${TEXT} LIKE '%http://%' OR ${TEXT} LIKE '%https://%' OR ${TEXT} LIKE '%www.%')`],
  [
    'hasMentions',
    `iif(messages.mentioned IS NULL, ${TEXT} LIKE '%${MENTION_START}%', messages.mentioned <> '[]')`,
  ],
  ['hasReactions', 'EXISTS (SELECT 1 FROM reactions WHERE message = messages.id)'],
  ['pinned', 'messages.pinned_at IS NOT NULL'],
];

/** Restricts a list of messages to the filters of its query. `viewer` is the user whose view is meant. */
export function addFilters({ app }: Pick<Call, 'app'>, query: Query, filter: Filter, viewer?: User): void {
  for (const [name, condition] of SWITCHES) if (query[name]) filter.where(condition);
  if (query.sender !== undefined) filter.where('messages.sender = ?', normalId(query.sender) ?? '');
  filter.oneOf(
    'messages.sender',
    query.senders.map((uid) => normalId(uid) ?? ''),
  );
  addTimes(query, filter);
  if (query.receiverType !== undefined) filter.where('conversations.kind = ?', query.receiverType);
  filter.oneOf('messages.category', [...query.category, ...query.categories]);
  filter.oneOf('messages.type', [...query.type, ...query.types]);
  if (query.unread) {
    if (viewer) app.conversationStates.unreadBy(filter, viewer.uid);
    // If the viewer has marked nothing as unread, only messages that arrived as unread can match, and these are
    // few.
    const marked = 'SELECT 1 FROM conversation_states WHERE uid = ? AND unread_from IS NOT NULL LIMIT 1';
    if (!viewer || !app.db.get(marked, viewer.uid)) filter.where('messages.unread = 1');
  }
  const mine = query.myMentionsOnly && viewer ? [viewer.uid] : [];
  addContentFilters({ ...query, mentionedUids: [...query.mentionedUids, ...mine] }, filter);
  if (query.undelivered) addUndelivered(filter, viewer);
  if (!viewer) return;
  if (query.hideMessagesFromBlockedUsers) {
    filter.where('messages.sender NOT IN (SELECT blocked FROM blocks WHERE uid = ?)', viewer.uid);
  }
  if (query.saved) {
    filter.where('messages.id IN (SELECT message FROM saved_messages WHERE uid = ?)', viewer.uid);
  }
}

function addTimes(query: Query, filter: Filter): void {
  if (query.fromTimestamp !== undefined) {
    filter.where('messages.sent_at >= ?', query.fromTimestamp);
    // Documented: toTimestamp is ignored without fromTimestamp.
    if (query.toTimestamp !== undefined) filter.where('messages.sent_at <= ?', query.toTimestamp);
  }
  for (const [name, column] of [
    ['sentAt', 'sent_at'],
    ['updatedAt', 'updated_at'],
    ['editedAt', 'edited_at'],
  ] as const) {
    const [from, to] = [query[`${name}[from]`], query[`${name}[to]`]];
    filter.between(`messages.${column}`, from, to);
    // Documented: only messages that were really updated, although each one has an updatedAt.
    const isUpdate = name === 'updatedAt' && (from !== undefined || to !== undefined);
    if (isUpdate) filter.where(`(messages.updated_at > messages.sent_at OR ${EDITED})`);
  }
}

function addContentFilters(query: Query, filter: Filter): void {
  if (query.searchKey !== undefined) addSearch(query.searchKey, filter);
  if (query.tags.length > 0) {
    const tags = new Filter();
    tags.oneOf('value', query.tags);
    filter.where(`EXISTS (SELECT 1 FROM json_each(messages.tags)${tags.sql})`, ...tags.params);
  }
  if (query.attachmentTypes.length > 0) {
    const kinds = new Filter();
    kinds.oneOf(KIND_OF_ATTACHMENT, query.attachmentTypes);
    filter.where(`${ATTACHMENT}${kinds.sql})`, ...kinds.params);
  }
  if (query.mentionedUids.length > 0) {
    const uids = JSON.stringify(query.mentionedUids.map((uid) => normalId(uid) ?? ''));
    filter.where(
      `EXISTS (SELECT 1 FROM json_each(?) AS asked WHERE iif(messages.mentioned IS NULL,
         instr(lower(${TEXT}), '${MENTION_START}' || asked.value || '>') > 0,
         asked.value IN (SELECT value FROM json_each(messages.mentioned))))`,
      uids,
    );
  }
}

const titleCase = (text: string): string =>
  text.toLowerCase().replace(/(^|\s)(\S)/gu, (_, gap: string, letter: string) => gap + letter.toUpperCase());

/**
 * LIKE ignores the case of ASCII letters only. So the key is also searched for in lower case, in upper case, and
 * with capitals at the beginning of words.
 */
function addSearch(key: string, filter: Filter): void {
  const isAscii = /^\p{ASCII}*$/u.test(key);
  const forms = isAscii ? [key] : [...new Set([key, key.toLowerCase(), key.toUpperCase(), titleCase(key)])];
  filter.where(
    `(${forms.map(() => likeIn(TEXT)).join(' OR ')})`,
    ...forms.map((form) => `%${prefixPattern(form)}`),
  );
}

/**
 * Restricts a list to messages that their receiver has not received. The viewer's own messages count only for the
 * other side.
 */
function addUndelivered(filter: Filter, viewer: User | undefined): void {
  filter.where('messages.delivered_at IS NULL AND messages.read_at IS NULL');
  if (!viewer) return;
  filter.where(
    `messages.sender <> ? AND messages.id > ifnull((SELECT max(delivered_to, read_to) FROM conversation_states
       WHERE conversation = messages.conversation AND uid = ?), 0)`,
    viewer.uid,
    viewer.uid,
  );
}
