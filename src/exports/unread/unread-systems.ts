import { RunError } from '../../errors/run-error.ts';
import { type Head, isJson, isXml, type UnreadForm } from './unread-form.ts';

/** True if the text is JSON whose objects have members with all of these names, at any depth. */
const members =
  (...names: readonly string[]) =>
  ({ text }: Head): boolean =>
    isJson(text) && names.every((name) => hasMember(text, name));

function hasMember(text: string, name: string): boolean {
  const key = `"${name}"`;
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + key.length)) {
    let after = at + key.length;
    while (text[after] === ' ') after++;
    if (text[after] === ':') return true;
  }
  return false;
}

const json =
  (pattern: RegExp) =>
  ({ text }: Head): boolean =>
    isJson(text) && pattern.test(text);
const xml =
  (...words: readonly string[]) =>
  ({ text }: Head): boolean =>
    isXml(text) && words.some((word) => text.includes(word));
const page =
  (...words: readonly string[]) =>
  ({ text }: Head): boolean =>
    text.trimStart().startsWith('<') && words.every((word) => text.includes(word));
const dump =
  (...words: readonly string[]) =>
  ({ text }: Head): boolean =>
    /^(?:CREATE TABLE|INSERT INTO|COPY) /m.test(text) && words.some((word) => text.includes(word));
const begins =
  (pattern: RegExp) =>
  ({ text }: Head): boolean =>
    pattern.test(text.slice(0, 1_000));

/** True for a table of CSV whose first line has all of these columns. */
const columns =
  (...names: readonly string[]) =>
  ({ text }: Head): boolean => {
    const [first = ''] = text
      .slice(0, 10_000)
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/, 1);
    const found = new Set(first.split(/[,;\t]/).map((name) => name.replaceAll('"', '')));
    return names.every((name) => found.has(name));
  };

/** The least lines of a log, and the share of them that have its form. */
const LINES_MIN = 3;
const LINES_SHARE = 0.9;
const LINES_MAX = 400;

/** True if nearly all lines have one of the forms, and one of them has a form that nothing else has. */
const lines =
  (form: RegExp, own: RegExp) =>
  ({ text }: Head): boolean => {
    // The last line may be cut.
    const found = text.split(/\r?\n/, LINES_MAX).filter((line) => line !== '');
    const whole = found.length < LINES_MIN ? [] : found.slice(0, found.length > LINES_MIN ? -1 : undefined);
    return (
      whole.length >= LINES_MIN &&
      whole.filter((line) => form.test(line)).length >= whole.length * LINES_SHARE &&
      whole.some((line) => own.test(line))
    );
  };

const OWN_LINE =
  /^(?:--- (?:Log (?:opened|closed)|Day changed) |\[?\d\d:\d\d(?::\d\d)?\]? <[ @+%&~!]?[^\s>]+> |\[?\d\d:\d\d(?::\d\d)?\]? (?:\*\*\* |-!- ))/;
const IRC_LINE =
  /^(?:--- |\*\*\*\* |Session |\[?\d\d:\d\d(?::\d\d)?\]? (?:<[ @+%&~!]?[^\s>]+> |\* |\*\*\* |-!- ))/;
const KAKAO_LINE = /^\d{4}년 \d{1,2}월 \d{1,2}일 (?:오전|오후) \d{1,2}:\d\d, /;
const WEECHAT_LINE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\t[^\t]*\t/;
const WEECHAT_OWN = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\t(?:-->|<--|--| \*)\t/;

const PROGRAM =
  'a program of yours can turn it into rows:  sources: { messages: { command: [python3, convert.py], format: ndjson } }';
const BY_SQL = (what: string): string =>
  `dump ${what} as SQL:  sources: { export: { system: sql, path: dump.sql } }`;
const BY_SHAPE =
  'name its tables:  sources: { export: { system: sql, path: dump.sql, shape: { … } } }  (docs/from/sql.md)';

/** The systems that have no reader. The first of them whose form a file has counts. */
export const unreadSystems: readonly UnreadForm[] = [
  {
    system: 'mattermost',
    name: 'a bulk export of Mattermost',
    advice: BY_SQL("Mattermost's database"),
    loses: 'members, replies, reactions and direct channels',
    forms: [
      json(/^\s*\{\s*"type"\s*:\s*"version"\s*,\s*"version"\s*:\s*\d/),
      json(/\{\s?"type":\s?"(?:post|direct_post)",\s?"(?:post|direct_post)":\s?\{/),
    ],
  },
  {
    system: 'zulip',
    name: 'an export of Zulip',
    loses: 'who is in which conversation, topics and reactions',
    forms: [members('zerver_message'), members('zerver_userprofile', 'zerver_realm')],
  },
  {
    system: 'matrix',
    name: 'an export of Matrix (Element)',
    loses: 'edits, replies and reactions',
    forms: [
      (head) => json(/"type"\s*:\s*"m\.room\.[a-z_.]+"/)(head) && members('origin_server_ts', 'sender')(head),
    ],
  },
  {
    system: 'matrix',
    name: 'a database of Synapse (Matrix)',
    advice: BY_SHAPE,
    forms: [dump('public.appservice_stream_position', 'public.event_forward_extremities')],
  },
  {
    system: 'teams',
    name: 'an export of Microsoft Teams',
    loses: 'senders, replies and members',
    forms: [
      members('ChannelIdentity', 'CreatedDateTime'),
      members('PolicyViolation', 'CreatedDateTime', 'Body'),
      members('MembershipType', 'IsFavoriteByDefault', 'DisplayName'),
      members('channelIdentity', 'createdDateTime'),
      members('createdDateTime', 'messageType', 'from', 'body'),
    ],
  },
  {
    system: 'google-chat',
    name: 'an export of Google Chat (Takeout)',
    loses: 'rooms, members and times',
    forms: [
      members('creator', 'created_date', 'topic_id'),
      members('creator', 'created_date', 'message_id'),
      members('creator', 'created_date', 'user_type'),
    ],
  },
  {
    system: 'intercom-content',
    name: 'an export of content data of Intercom, which has no conversations',
    advice: 'get each conversation by its API:  GET /conversations/{id}  (docs/from/intercom.md)',
    forms: [columns('ruleset_id', 'receipt_id', 'content_id')],
  },
  {
    system: 'zendesk',
    name: 'an export of Zendesk',
    loses: 'the messages, which are comments inside the tickets, and which of them are internal',
    forms: [members('raw_subject', 'via')],
  },
  {
    system: 'helpscout',
    name: 'an export of Help Scout',
    loses: 'the messages, which are threads inside the conversations, and which of them are internal',
    forms: [members('mailboxId', 'primaryCustomer')],
  },
  {
    system: 'groovehq',
    name: 'an export of Groove',
    loses: 'the messages, which are inside the tickets, and which of them are internal',
    forms: [(head) => isJson(head.text) && head.text.includes('https://api.groovehq.com/')],
  },
  {
    system: 'whmcs',
    name: 'an export of WHMCS',
    loses: 'the messages, which are replies inside the tickets',
    forms: [members('requestor_type', 'replies')],
  },
  {
    system: 'gorgias',
    name: 'an export of Gorgias',
    loses: 'who wrote a message',
    forms: [
      columns('Ticket id', 'Last used integration name'),
      columns('body_text', 'sent_datetime', 'sender_info'),
    ],
  },
  {
    system: 'tidio',
    name: 'an export of Tidio',
    loses: 'who wrote a message: all visitors are one',
    forms: [columns('CONVERSATION_ID', 'THREAD_ID', 'SENDER', 'MESSAGE_CONTENT')],
  },
  {
    system: 'xmpp',
    name: 'an export of an XMPP server',
    advice: BY_SQL("the server's database"),
    loses: 'rooms and members',
    forms: [xml('urn:xmpp:pie:', 'jabber:client', 'jabber:server', 'urn:xmpp:mam:', 'urn:xmpp:archive')],
  },
  {
    system: 'xmpp',
    name: 'a database of Openfire (XMPP)',
    advice: BY_SHAPE,
    forms: [dump('`ofMucRoom`', '`ofMucConversationLog`', 'public.ofmucroom', 'public.ofmucconversationlog')],
  },
  {
    system: 'instagram',
    name: 'an export of Instagram',
    loses: 'characters other than ASCII, equal messages and who may read them',
    forms: [
      (head) =>
        members('participants', 'sender_name', 'timestamp_ms')(head) &&
        head.text.includes('your_instagram_activity'),
    ],
  },
  {
    system: 'facebook',
    name: 'an export of Facebook Messenger or Instagram',
    loses: 'characters other than ASCII, equal messages and who may read them',
    forms: [
      members('participants', 'sender_name', 'timestamp_ms'),
      members('participants', 'senderName', 'isUnsent'),
      members('sender_name', 'timestamp_ms', 'is_geoblocked_for_viewer'),
      page('class="_2ph_', 'class="_a6-g'),
      page('class="pam _3-95 _2ph- _a6-g'),
    ],
  },
  {
    system: 'chatkit',
    name: 'an export of Chatkit',
    loses: 'texts, which are parts of messages',
    forms: [
      members('part_type', 'sender_id', 'room_id'),
      members('created_by_id', 'member_ids', 'custom_data'),
    ],
  },
  {
    system: 'talkjs',
    name: 'an export of TalkJS',
    loses: 'participants, replies and files',
    forms: [
      members('conversationId', 'senderId', 'referencedMessageId'),
      members('topicId', 'welcomeMessages', 'participants'),
    ],
  },
  {
    system: 'quickblox',
    name: 'an export of QuickBlox or ConnectyCube',
    loses: 'members and files',
    forms: [members('chat_dialog_id', 'date_sent'), members('occupants_ids', 'last_message_date_sent')],
  },
  {
    system: 'pubnub',
    name: 'an export of PubNub',
    loses: 'times, which are timetokens, threads and members',
    forms: [members('timetoken', 'message')],
  },
  {
    system: 'rocketchat',
    name: 'an answer of the REST API of Rocket.Chat',
    advice: 'dump its database instead:  mongodump --db=rocketchat --out=dump',
    loses: 'members, replies, reactions and files',
    forms: [
      (head) =>
        json(/^\s*\{\s*"(?:messages|channels|groups|ims)"\s*:\s*\[/)(head) &&
        [members('rid', 'msg', '_updatedAt'), members('usersCount', '_updatedAt')].some((form) => form(head)),
    ],
  },
  {
    system: 'gitter',
    name: 'an export of Gitter',
    loses: 'rooms and replies',
    forms: [members('fromUser', 'sent', 'readBy'), members('fromUser', 'sent', 'unread')],
  },
  {
    system: 'skype',
    name: 'an export of Skype',
    loses: 'rooms and members',
    forms: [members('originalarrivaltime', 'messagetype'), members('MessageList', 'conversations', 'userId')],
  },
  {
    system: 'irc',
    name: 'a log of IRC',
    forms: [lines(IRC_LINE, OWN_LINE), lines(WEECHAT_LINE, WEECHAT_OWN)],
  },
  {
    system: 'line',
    name: 'a chat of LINE',
    forms: [begins(/^\uFEFF?\[LINE\] /)],
  },
  {
    system: 'kakaotalk',
    name: 'a chat of KakaoTalk',
    forms: [
      begins(/^\uFEFF?.{0,200}(?:카카오톡 대화|KakaoTalk Chats? with )/),
      lines(KAKAO_LINE, KAKAO_LINE),
    ],
  },
];

/** The error for an export, or a kind of files, that is known and has no reader. */
export function notReadError(shown: string, name: string, { advice = PROGRAM, loses }: UnreadForm): RunError {
  const tables = loses && `; or take its files as tables, which loses ${loses}:  chatferry init --as-tables`;
  return new RunError('EXPORT.NOT_READ', `${shown}: ${name}, which this version does not read`, {
    hint: `${advice}${tables ?? ''}`,
  });
}

/** The error for a system that a pipeline names and that has no reader; undefined for any other name. */
export function unreadSystem(name: unknown): RunError | undefined {
  const form = unreadSystems.find(({ system }) => system === name);
  return form && notReadError(`system: ${name}`, form.name, form);
}
