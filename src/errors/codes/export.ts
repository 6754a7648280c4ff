import type { RowCodeText, RunCodeText } from './code.ts';

/** Codes of the exports of other chat systems, and of their APIs. What was read before an error of these stays. */
export const exportCodes = {
  'EXPORT.UNKNOWN': {
    exit: 'precondition',
    cause: 'The files are no export that chatferry knows, or could belong to several systems.',
    fix: 'name the system in the pipeline: sources: { export: { system: … } }; for your own files,  chatferry init FOLDER  writes a source for each entity',
    example: 'sources: { export: { system: auto, path: photos.zip } }',
  },
  'EXPORT.NOT_READ': {
    exit: 'precondition',
    cause: 'The files are of a known system or kind that is not read.',
    fix: 'export again in another form, or use  init --as-tables',
    example: 'chatferry init import.jsonl',
  },
  'EXPORT.OTHER_SYSTEM': {
    exit: 'precondition',
    cause: 'The files are no export of the system that the pipeline names.',
    fix: 'name the right system, or write system: auto to detect it',
    example: 'sources: { export: { system: sendbird, path: slack-export.zip } }',
  },
  'EXPORT.SHAPE_UNCLEAR': {
    exit: 'precondition',
    cause:
      'It is unclear what the tables and columns are, from which of several tables ids come (sender_type beside sender_id), or what a mark of internal notes means; or files of Twilio are of several services.',
    fix: 'chatferry init writes sources.export.shape with the questions (docs/from/sql.md); for Twilio, name the service: shape: { service: IS… }',
    example: 'a dump whose messages are in a table  tbl_chat_log',
  },
  'EXPORT.ZONE_MISSING': {
    exit: 'precondition',
    cause:
      'Times in the export have no zone, as in WhatsApp, old exports of Telegram, and columns such as MySQL DATETIME.',
    fix: 'declare the zone in which they were written: sources: { export: { …, zone: UTC } }',
    example: "INSERT INTO messages VALUES (1,'Hi','2025-07-01 10:00:00')",
  },
  'EXPORT.DAY_ORDER_UNCLEAR': {
    exit: 'precondition',
    cause: 'WhatsApp writes dates as the phone does, and no date here tells day from month.',
    fix: 'declare the format: sources: { export: { …, shape: { dates: dmy } } }, or mdy, or ymd; with chatferry init: --answer dates=dmy',
    example: '[03/04/24, 09:15:00] Ann: on 3 April or on 4 March',
  },
  'EXPORT.DUMP_UNREADABLE': {
    exit: 'precondition',
    cause: 'A dump or database file is damaged, or its character set is unknown.',
    fix: 'dump it again in UTF-8 as text, as docs/from/sql.md shows',
    example: 'SET NAMES swe7',
  },
  'EXPORT.USER_UNKNOWN': {
    exit: 'precondition',
    cause: 'The author of a message is not in the user list of the export, and policies.sender is fail.',
    fix: 'create a user for each such author: policies: { sender: placeholder }',
    example: 'policies: { sender: fail }',
  },
  'EXPORT.NAME_UNKNOWN': {
    exit: 'precondition',
    cause:
      'A conversation or user that include, exclude or owner names is not in the export, or the owner is skipped.',
    fix: 'correct the name; names are exact, * stands for any characters, and a name with * may match nothing',
    example: 'sources: { export: { …, exclude: { conversations: [managment] } } }',
  },
  'EXPORT.FORM_UNSUPPORTED': {
    exit: 'precondition',
    cause: 'The export is of a known system, in a form that is not read.',
    fix: 'export again in a form that docs/from/ names for this system; for Discord, --format Json of DiscordChatExporter; for an archive of another version of slackdump, slackdump convert -f export',
    example:
      'gcloud firestore export gs://bucket, and sources: { export: { system: firebase, path: bucket } }',
  },
  'EXPORT.SHAPE_MISSING': {
    exit: 'precondition',
    cause: 'Every Firebase database has its own layout; this one is not known.',
    fix: 'declare where users, conversations and messages are: shape in docs/from/firebase.md',
    example: 'sources: { export: { system: firebase, path: export.json } }',
  },
  'EXPORT.SHAPE_INVALID': {
    exit: 'precondition',
    cause:
      'The declared shape has an unknown key, a table twice, a time that is none, a path with an unknown name in braces, or no messages.',
    fix: 'correct the key that the message names; docs/reference/exports.md and docs/from/ list all keys',
    example: 'sources: { export: { system: firebase, path: export.json, shape: { message: chats } } }',
  },
  'PULL.UNSUPPORTED': {
    exit: 'precondition',
    cause: 'This old system is not read through its API.',
    fix: 'name the files of its export: sources: { export: { system: …, path: … } }',
    example: 'sources: { export: { system: discord, api: { … } } }',
  },
  'PULL.HOST': {
    exit: 'precondition',
    cause: 'The old system redirects to another host, to which the key does not go.',
    fix: 'check region and host in sources.export.api',
    example: 'host: names an address that has moved',
  },
  'PULL.NOT_PULLED': {
    exit: 'precondition',
    cause: 'The records of the old system were not read to the end.',
    fix: 'chatferry run <pipeline>  or  chatferry validate <pipeline>  reads them',
    example: 'chatferry verify before the first run',
  },
  'PULL.AUTH': {
    exit: 'auth',
    cause: 'The old system refuses the key: it is revoked, or of another application or region.',
    fix: 'check the key in sources.export.api;  chatferry doctor <pipeline>  tries it',
    example: 'a token that was revoked during a run',
  },
  'PULL.FORBIDDEN': {
    exit: 'temporary',
    cause: 'The key may not read a needed list, such as that of all users.',
    fix: 'allow it in the old system, then run the same command again',
    example: 'the old system answers 403',
  },
  'PULL.FORM': {
    exit: 'temporary',
    cause: 'An answer of the old system is not the list that was asked for.',
    fix: 'run the same command again; if it stays, check host in sources.export.api, and proxies',
    example: 'a page "down for maintenance"',
  },
  'PULL.JOB_FAILED': {
    exit: 'temporary',
    cause: 'The old system failed in its export job, or offers this account none.',
    fix: 'run the same command again, or read lists: sources.export.api: { …, by: list }',
    example: 'by: export, and the plan has no exports',
  },
  'PULL.SILENT': {
    exit: 'temporary',
    cause: 'The old system does not answer; or no request has succeeded for an hour.',
    fix: 'check network and host in sources.export.api, then run the same command again: it continues there',
    example: 'the old system answers every request with 503',
  },
  'PULL.EMPTY': {
    exit: 'guard',
    cause: 'The old system lists no users or no conversations, and had some before. Nothing was replaced.',
    fix: 'check account and key in sources.export.api; if it is meant to be empty, chatferry state purge <pipeline>',
    example: 'the key of an empty application',
  },
} as const satisfies Readonly<Record<string, RunCodeText>>;

const CHANNEL =
  '{"group_channels":[{"channel_url":"pair","is_distinct":true,"members":[{"user_id":"ann"},{"user_id":"bob"}]}]}';
const USERS =
  '{"active_users":[{"user_id":"ann","nickname":"Ann"},{"user_id":"bob","nickname":"Bob"},{"user_id":"cy","nickname":"Cy"}]}';
const message = (sender: string, channel: string): string =>
  `{"messages":[{"type":"MESG","message_id":1,"message":"Hi","created_at":1767225600000,"channel_url":"${channel}","user":{"user_id":"${sender}","nickname":"N"}}]}`;

const pipeline = (...files: readonly string[]): string =>
  `  export: { system: sendbird, path: [${files.join(', ')}] }`;
const PEOPLE = { 'people.json': USERS, 'rooms.json': CHANNEL };

/** Codes for messages of exports that have no place in the service. */
export const exportRowCodes = {
  'EXPORT.CONVERSATION_UNKNOWN': {
    cause: 'The export does not describe the conversation of the message: nobody knows who may read it.',
    fix: 'export again with all conversations, or add those files to path',
    example: { files: { 'chat.json': message('ann', 'gone') }, pipeline: pipeline('chat.json') },
  },
  'EXPORT.CONVERSATION_UNCLEAR': {
    cause:
      'Several conversations of a Slack export have the name of this folder: the wrong people could read its messages.',
    fix: 'rename the folder to the id of its conversation, which the message names:  mv general C01ABCDEF ; if it holds messages of both, divide its files first',
    example: {
      files: {
        'chat/general/2026-01-01.json':
          '[{"type":"message","user":"U1","text":"Hi","ts":"1767225600.000100"}]',
      },
      beside: {
        'chat/channels.json':
          '[{"id":"C1","name":"general","created":1600000000,"members":["U1"]},{"id":"C2","name":"general","created":1600000001,"members":["U1"]}]',
        'chat/users.json': '[{"id":"U1","team_id":"T1","name":"ann"}]',
      },
      pipeline: '  export: { system: slack, path: chat }',
    },
  },
  'EXPORT.SENDER_UNKNOWN': {
    cause: 'The author of a message between two people is neither of them.',
    fix: 'correct the members of the conversation in the export, or remove the message',
    example: {
      files: { 'chat.json': message('cy', 'pair') },
      beside: PEOPLE,
      pipeline: pipeline('chat.json', ...Object.keys(PEOPLE)),
    },
  },
  'EXPORT.ROW_UNREADABLE': {
    cause:
      'The row has the wrong number of values, one that only the database can compute, one over 1 MiB or of invalid text, or is cut off.',
    fix: 'dump the table again; a column that is not needed can be omitted from sources.export.shape',
    example: {
      files: {
        'chat.sql':
          "CREATE TABLE rooms (id int, type text);\nINSERT INTO rooms VALUES (1,'public');\nCREATE TABLE messages (id int, room_id int, sender_id int, body text, created_at int);\nINSERT INTO messages VALUES (1,1,1,'Hi'),(2,1,1,'Ho',1893456000);\n",
      },
      pipeline: '  export: { system: sql, path: chat.sql }',
    },
  },
  'EXPORT.FILE_DAMAGED': {
    cause:
      'A file of the export is damaged or ends too early. Everything before the damage is read, and all other files.',
    fix: 'export or copy the file again, then run the same command; imported rows are not sent again',
    example: {
      files: { 'chat.json': message('ann', 'pair') },
      beside: {
        ...PEOPLE,
        'broken.json': '{"messages":[{"type":"MESG","channel_url":"pair","message_id":2,',
      },
      pipeline: pipeline('chat.json', 'broken.json', ...Object.keys(PEOPLE)),
    },
  },
  'EXPORT.ROW_UNKNOWN': {
    cause: 'The kind of the row is unknown in this format.',
    fix: 'look at the row in the rejects file; if it matters, report it with one line of the export',
    example: {
      files: {
        'chat.jsonl': '{"type":"user","item":{"id":"ann"}}\n{"type":"shelf","item":{"id":"s-1"}}\n',
      },
      pipeline: '  export: { system: stream, path: chat.jsonl }',
    },
  },
} as const satisfies Readonly<Record<string, RowCodeText>>;
