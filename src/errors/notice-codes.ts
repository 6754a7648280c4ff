import { REST, type RowCodeText } from './codes/code.ts';

const MESSAGE = 'muid,sender,receiver,receiverType,sentAt,text';
const TEAM = 'ann,team,group';

/**
 * Notices: what to check in a row that is imported anyway. A notice never changes a row's outcome; with `--strict` it
 * fails the validation. Codes are as stable as those of `row-codes.ts`.
 */
export const noticeCodes = {
  'ROW.REPEATED': {
    cause: 'The same row appears twice in the files, cell for cell.',
    fix: 'nothing to do: the row appears twice with the same cells and is imported once',
    example: { files: { 'users.csv': 'uid,name\nann,Ann\nann,Ann\n' } },
  },
  'ROW.DIGITS_LOST': {
    cause:
      'A fraction in metadata, or in other data of a message, has more digits than a double holds, some 17. It is sent rounded; whole numbers keep all their digits.',
    fix: 'write the number as a text if each digit counts; else it is sent rounded',
    example: {
      files: { 'users.ndjson': '{"uid":"ann","name":"Ann","metadata":{"share":0.1234567890123456789}}\n' },
    },
  },
  'ID.LOWER_CASED': {
    cause: 'The id has capital letters. The service stores it in lower case and finds it in either form.',
    fix: 'use the lower-case id in your app as well: the service lower-cases every id',
    example: { files: { 'users.csv': 'uid,name\nAnn,Ann\n' } },
  },
  'ID.CASE_DIFFERS': {
    cause:
      'The ids of two rows were made of texts that differ only in capital letters, such as two spellings of an e-mail address. They are two users, or two groups, with two histories; most often it is one person.',
    fix: 'if it is one, make the text lower case before the id is made, wherever such ids stand: as: [lower, slug]; an idMap can also give both one id',
    example: {
      files: { 'users.csv': 'mail,name\nAnn@x.example,Ann\nann@x.example,Ann L.\n' },
      map: 'uid: { from: mail, as: slug }',
    },
  },
  'TEXT.CONTROL_CHARACTER': {
    cause: 'The text contains a control character, such as the bell or an escape sequence of a terminal.',
    fix: 'remove the character if nobody needs it; the service stores it and most apps show it badly',
    example: { files: { 'users.ndjson': '{"uid":"ann","name":"Ann\\u0007"}\n' } },
  },
  'TIME.AMBIGUOUS': {
    cause: 'The clocks of the declared zone show this time twice, before and after they go back.',
    fix: 'write the time with its offset from UTC: when the clocks go back, this time of day comes twice, and the first is used. Messages keep the order of the file, which order: byTime would change',
    example: {
      files: { 'users.csv': 'uid,name,createdAt\nann,Ann,2024-10-27 02:30:00\n' },
      map: 'createdAt: { from: createdAt, time: iso, zone: Europe/Berlin }',
    },
  },
  'TIME.FRACTION_CUT': {
    cause: 'The time is finer than a second. The service stores whole seconds.',
    fix: 'nothing to do: the service stores whole seconds, and rows of one second keep the order of the file',
    example: { files: { 'users.csv': 'uid,name,createdAt\nann,Ann,2024-02-28T10:00:00.250Z\n' } },
  },
  'MEMBER.GROUP_TOO_LARGE': {
    cause: 'The group has more members than the service allows in one group.',
    fix: 'split the group: the service allows at most 100 000 members in one group',
    example: { files: { 'members.csv': 'guid,uid\n⟨team,u-# × 100001 lines⟩' } },
  },
  'MESSAGE.IN_FUTURE': {
    cause: 'The message was sent in the future. Usually the unit or the zone of the time is wrong.',
    fix: 'check the unit and the zone of the time: the message was sent in the future',
    example: { files: { 'messages.csv': `${MESSAGE}\nm-1,${TEAM},4102444800,Hello\n` } },
  },
  'MESSAGE.OUT_OF_ORDER': {
    cause: 'The message is older than the one before it in the same conversation.',
    fix: 'declare the order of the files (order: newestFirst or order: byTime), or sort them: messages of a conversation get their ids in the order in which they are read',
    example: {
      files: { 'messages.csv': `${MESSAGE}\nm-2,${TEAM},1717200060,Second\nm-1,${TEAM},1717200000,First\n` },
    },
  },
  'MESSAGE.SAME_SECOND': {
    cause:
      'Two messages of a conversation were sent within the same second, the finest that the service stores.',
    fix: 'nothing to do: messages of one second keep the order of the file',
    example: {
      files: { 'messages.csv': `${MESSAGE}\nm-1,${TEAM},1717200000,One\nm-2,${TEAM},1717200000,Two\n` },
    },
  },
  'MESSAGE.SENDER_NOT_MEMBER': {
    cause: 'The sender of a group message is not among the members of the group.',
    fix: 'add the membership to members, or leave it: the sender may have left the group later',
    example: {
      files: {
        'messages.csv': `${MESSAGE}\nm-1,${TEAM},1717200000,Hello\n`,
        'members.csv': 'guid,uid\nteam,ben\n',
      },
    },
  },
  'MESSAGE.SENDER_REFUSED': {
    cause:
      'With api: rest every message is sent by its sender. The service refuses a group message of a user who is not a member of the group, or is banned from it.',
    fix: 'add the membership to members, or write with api: import; leave it if the service has the membership already',
    example: {
      files: {
        'messages.csv': `${MESSAGE}\nm-1,${TEAM},1717200000,Hello\n`,
        'members.csv': 'guid,uid\nteam,ben\n',
      },
      pipeline: REST,
    },
  },
  'MESSAGE.MENTION_UNKNOWN': {
    cause:
      'The text mentions a user, `<@uid:…>`, whose row is rejected or who is in no source though all users are. Nobody could be mentioned, and readers would see the markup.',
    fix: 'add the user to users; else the message is written with @ and their name, or their id where nobody knows the name',
    example: {
      files: {
        'messages.csv': `${MESSAGE}\nm-1,${TEAM},1717200000,Hello <@uid:cid>\n`,
        'users.csv': 'uid,name\nann,Ann\n',
      },
    },
  },
  'MESSAGE.CONTENT_DOUBTFUL': {
    cause:
      'With api: import. The call that sends messages refuses such a message: a file without attachments, a custom message without customData, a size that is not a number, metadata that is null. An older document of the service says that imports are restricted alike.',
    fix: 'give the message the content of its kind; else the service may refuse the row, which is then rejected',
    example: {
      files: { 'messages.csv': `${MESSAGE},type\nm-1,${TEAM},1717200000,See here,image\n` },
    },
  },
  'MESSAGE.PARENT_UNKNOWN': {
    cause: 'The message replies to one that is not in the files, or that a rule leaves out.',
    fix: 'add the message that this one replies to; the reply is imported without it',
    example: { files: { 'messages.csv': `${MESSAGE},parentMuid\nm-2,${TEAM},1717200000,Yes,m-1\n` } },
  },
  'MESSAGE.PARENT_UNUSABLE': {
    cause:
      'With threads: write, the service takes a reply only to another message of the same conversation. This one names itself, a message that answers it in turn, or a message of another conversation.',
    fix: 'correct parentMuid; the reply is imported without it, as an ordinary message',
    example: {
      files: { 'messages.csv': `${MESSAGE},parentMuid\nm-1,${TEAM},1717200000,Yes,m-1\n` },
      pipeline: 'policies: { threads: write }',
    },
  },
  'MESSAGE.BEFORE_PARENT': {
    cause: 'The reply was sent before the message that it replies to.',
    fix: 'check the times: the reply was sent before the message that it replies to',
    example: {
      files: {
        'messages.csv': `${MESSAGE},parentMuid\nm-1,${TEAM},1717200060,Question,\nm-2,${TEAM},1717200000,Answer,m-1\n`,
      },
    },
  },
} as const satisfies Record<string, RowCodeText>;

/** A code of the table above. */
export type NoticeCode = keyof typeof noticeCodes;
