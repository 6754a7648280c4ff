import { REST, type RowCodeText } from './codes/code.ts';

const MESSAGE = 'muid,sender,receiver,receiverType,sentAt,text';
const TEAM = 'ann,team,group';

/**
 * Notices: what to check in a row that is imported anyway. A notice never changes a row's outcome; with `--strict` it
 * fails the validation. Codes are as stable as those of `row-codes.ts`.
 */
export const noticeCodes = {
  'ROW.REPEATED': {
    cause: 'The files contain the same row twice.',
    fix: 'nothing to do: the row is imported once',
    example: { files: { 'users.csv': 'uid,name\nann,Ann\nann,Ann\n' } },
  },
  'ROW.DIGITS_LOST': {
    cause:
      'A fraction in metadata or message data has more than about 17 digits and is rounded. Whole numbers keep all digits.',
    fix: 'write the number as a text if every digit matters; otherwise it is sent rounded',
    example: {
      files: { 'users.ndjson': '{"uid":"ann","name":"Ann","metadata":{"share":0.1234567890123456789}}\n' },
    },
  },
  'ID.LOWER_CASED': {
    cause: 'The id has capital letters. The service stores it in lower case and finds either form.',
    fix: 'use the lower-case id in your app as well: the service lower-cases every id',
    example: { files: { 'users.csv': 'uid,name\nAnn,Ann\n' } },
  },
  'ID.CASE_DIFFERS': {
    cause:
      'Two ids come from texts that differ only in capital letters, such as spellings of an e-mail address. They become two users or groups, but are often one.',
    fix: 'if they are the same, make the text lower case before the id is made, wherever such ids are used: as: [lower, slug]; or give both one id with idMap',
    example: {
      files: { 'users.csv': 'mail,name\nAnn@x.example,Ann\nann@x.example,Ann L.\n' },
      map: 'uid: { from: mail, as: slug }',
    },
  },
  'TEXT.CONTROL_CHARACTER': {
    cause: 'The text contains a control character, such as an escape sequence.',
    fix: 'remove the character if nobody needs it; the service stores it, and most apps display it badly',
    example: { files: { 'users.ndjson': '{"uid":"ann","name":"Ann\\u0007"}\n' } },
  },
  'TEXT.LENGTH_DOUBTFUL': {
    cause:
      'The name or a tag has more than 100 UTF-16 units, of which an emoji has two. The service may count these.',
    fix: 'shorten the text; otherwise the service may reject the row',
    example: { files: { 'users.csv': `uid,name\nann,${'\u{1F600}'.repeat(60)}\n` } },
  },
  'TIME.AMBIGUOUS': {
    cause: 'The declared zone has this time twice, before and after clocks go back.',
    fix: 'write the time with its offset from UTC; otherwise the first of the two times is used. Messages keep the order of the file, which order: byTime would change',
    example: {
      files: { 'users.csv': 'uid,name,createdAt\nann,Ann,2024-10-27 02:30:00\n' },
      map: 'createdAt: { from: createdAt, time: iso, zone: Europe/Berlin }',
    },
  },
  'TIME.FRACTION_CUT': {
    cause: 'The time is finer than a second, the smallest unit of the service.',
    fix: 'nothing to do: rows of one second keep the order of the file',
    example: { files: { 'users.csv': 'uid,name,createdAt\nann,Ann,2024-02-28T10:00:00.250Z\n' } },
  },
  'MEMBER.GROUP_TOO_LARGE': {
    cause: 'The group has more members than the service allows.',
    fix: 'split the group: the service allows at most 100,000 members in one group',
    example: { files: { 'members.csv': 'guid,uid\n⟨team,u-# × 100001 lines⟩' } },
  },
  'MESSAGE.IN_FUTURE': {
    cause: 'The message is in the future: usually the unit or zone of its time is wrong.',
    fix: 'check the unit and the zone of the time: the message was sent in the future',
    example: { files: { 'messages.csv': `${MESSAGE}\nm-1,${TEAM},4102444800,Hello\n` } },
  },
  'MESSAGE.OUT_OF_ORDER': {
    cause: 'The message is older than the one before it in its conversation.',
    fix: 'sort the files, or declare their order (order: newestFirst or order: byTime): messages of a conversation get their ids in the order in which they are read',
    example: {
      files: { 'messages.csv': `${MESSAGE}\nm-2,${TEAM},1717200060,Second\nm-1,${TEAM},1717200000,First\n` },
    },
  },
  'MESSAGE.SAME_SECOND': {
    cause: 'Two messages of a conversation have the same second, the smallest unit of the service.',
    fix: 'nothing to do: messages of one second keep the order of the file',
    example: {
      files: { 'messages.csv': `${MESSAGE}\nm-1,${TEAM},1717200000,One\nm-2,${TEAM},1717200000,Two\n` },
    },
  },
  'MESSAGE.SENDER_NOT_MEMBER': {
    cause: 'The sender of a group message is not a member of the group.',
    fix: 'add the membership to members, or ignore this: the sender may have left since',
    example: {
      files: {
        'messages.csv': `${MESSAGE}\nm-1,${TEAM},1717200000,Hello\n`,
        'members.csv': 'guid,uid\nteam,ben\n',
      },
    },
  },
  'MESSAGE.SENDER_REFUSED': {
    cause:
      'With api: rest, the service refuses a group message whose sender is not a member of the group or is banned from it.',
    fix: 'add the membership to members, or use api: import; ignore this if the service already has the membership',
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
      'The text mentions a user, `<@uid:…>`, who was rejected or is missing. Readers would see the markup.',
    fix: 'add the user to users; otherwise the mention is written as @ and the name, or the id if the name is unknown',
    example: {
      files: {
        'messages.csv': `${MESSAGE}\nm-1,${TEAM},1717200000,Hello <@uid:cid>\n`,
        'users.csv': 'uid,name\nann,Ann\n',
      },
    },
  },
  'MESSAGE.CONTENT_DOUBTFUL': {
    cause:
      'The service may refuse this message: no attachments, customData or interactiveData, a size that is no number, metadata null, over 10 attachments or 100 MB (defaults of an app), or a tag over 100 UTF-16 units.',
    fix: 'give the message the content of its kind; otherwise the service may reject the row',
    example: {
      files: { 'messages.csv': `${MESSAGE},type\nm-1,${TEAM},1717200000,See here,image\n` },
    },
  },
  'MESSAGE.PARENT_UNKNOWN': {
    cause: 'The message replies to one that is not in the files, or that a rule skips.',
    fix: 'add the message that this one replies to; otherwise the reply is imported without it',
    example: { files: { 'messages.csv': `${MESSAGE},parentMuid\nm-2,${TEAM},1717200000,Yes,m-1\n` } },
  },
  'MESSAGE.PARENT_UNUSABLE': {
    cause:
      'With threads: write, a reply must belong to another message of its conversation, not to itself or its own reply.',
    fix: 'correct parentMuid; otherwise the reply is imported as an ordinary message',
    example: {
      files: { 'messages.csv': `${MESSAGE},parentMuid\nm-1,${TEAM},1717200000,Yes,m-1\n` },
      pipeline: 'policies: { threads: write }',
    },
  },
  'MESSAGE.BEFORE_PARENT': {
    cause: 'The reply is older than the message that it replies to.',
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
