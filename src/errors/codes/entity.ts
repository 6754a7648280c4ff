import { REST, type RowCodeText } from './code.ts';

const MESSAGE = 'muid,sender,receiver,receiverType,sentAt';
/** A message that a reaction can hang on. */
const ONE_MESSAGE = {
  'users.csv': 'uid,name\nann,Ann\nben,Ben\n',
  'messages.csv': `${MESSAGE},text\nm-1,ann,ben,user,1717200000,Hello\n`,
};
const TAGS =
  'The tags are not a list of texts, are more than 25, or one is empty or longer than 100 characters.';
const URL = 'The value is not a complete http or https URL, or is longer than 3000 characters.';
const METADATA = 'The metadata is more than 5 KB of JSON.';

/** Codes for rows that break a rule of their entity. */
export const entityCodes = {
  'USER.NAME_TOO_LONG': {
    cause: 'The name is longer than 100 characters.',
    fix: 'shorten the name to 100 characters',
    example: { files: { 'users.csv': 'uid,name\nann,⟨n × 101⟩\n' } },
  },
  'USER.URL_INVALID': {
    cause: URL,
    fix: 'use a complete URL of at most 3000 characters',
    example: { files: { 'users.csv': 'uid,name,avatar\nann,Ann,/img/ann.png\n' } },
  },
  'USER.METADATA_TOO_LARGE': {
    cause: METADATA,
    fix: 'keep metadata under 5 KB of JSON',
    example: { files: { 'users.ndjson': '{"uid":"ann","name":"Ann","metadata":{"note":"⟨m × 5120⟩"}}\n' } },
  },
  'USER.TAGS_INVALID': {
    cause: TAGS,
    fix: 'use at most 25 tags of 1 to 100 characters',
    example: { files: { 'users.csv': 'uid,name,tags\nann,Ann,"[""red"",""""]"\n' } },
  },
  'USER.STATUS_TOO_LONG': {
    cause: 'With api: rest, a status message of more than 255 characters cannot be sent.',
    fix: 'shorten statusMessage to 255 characters, or use api: import, which does not carry it',
    example: { files: { 'users.csv': 'uid,name,statusMessage\nann,Ann,⟨s × 256⟩\n' }, pipeline: REST },
  },
  'GROUP.NAME_TOO_LONG': {
    cause: 'The name is longer than 100 characters.',
    fix: 'shorten the name to 100 characters',
    example: { files: { 'groups.csv': 'guid,name\nteam,⟨n × 101⟩\n' } },
  },
  'GROUP.TYPE_INVALID': {
    cause: 'The service does not know this type of group.',
    fix: 'use public, password or private; rename with map: { type: { from: <column>, values: { old: new } } }',
    example: { files: { 'groups.csv': 'guid,name,type\nteam,Team,secret\n' } },
  },
  'GROUP.PASSWORD_MISSING': {
    cause: 'A group of type password has no password: nobody could join it.',
    fix: 'give the group a password, or another type',
    example: { files: { 'groups.csv': 'guid,name,type,password\nteam,Team,password,\n' } },
  },
  'GROUP.PASSWORD_TOO_LONG': {
    cause: 'The password is longer than 100 characters.',
    fix: 'shorten the password to 100 characters',
    example: { files: { 'groups.csv': 'guid,name,type,password\nteam,Team,password,⟨p × 101⟩\n' } },
  },
  'GROUP.DESCRIPTION_TOO_LONG': {
    cause: 'The description is longer than 255 characters.',
    fix: 'shorten the description to 255 characters',
    example: { files: { 'groups.csv': 'guid,name,description\nteam,Team,⟨d × 256⟩\n' } },
  },
  'GROUP.URL_INVALID': {
    cause: URL,
    fix: 'use a complete URL of at most 3000 characters',
    example: { files: { 'groups.csv': 'guid,name,icon\nteam,Team,www.example.com/team.png\n' } },
  },
  'GROUP.METADATA_TOO_LARGE': {
    cause: METADATA,
    fix: 'keep metadata under 5 KB of JSON',
    example: {
      files: { 'groups.ndjson': '{"guid":"team","name":"Team","metadata":{"note":"⟨m × 5120⟩"}}\n' },
    },
  },
  'GROUP.TAGS_INVALID': {
    cause: TAGS,
    fix: 'use at most 25 tags of 1 to 100 characters',
    example: { files: { 'groups.csv': 'guid,name,tags\nteam,Team,[1]\n' } },
  },
  'ROLE.NAME_TOO_LONG': {
    cause: 'The name is longer than 100 characters.',
    fix: 'shorten the name to 100 characters',
    example: { files: { 'roles.csv': 'role,name\nteacher,⟨n × 101⟩\n' } },
  },
  'ROLE.DESCRIPTION_TOO_LONG': {
    cause: 'The description is longer than 255 characters.',
    fix: 'shorten the description to 255 characters',
    example: { files: { 'roles.csv': 'role,name,description\nteacher,Teacher,⟨d × 256⟩\n' } },
  },
  'REACTION.TOO_LONG': {
    cause: 'The reaction has more than 45 code points; one emoji may have a dozen.',
    fix: 'use an emoji or a short word',
    example: {
      files: { ...ONE_MESSAGE, 'reactions.csv': 'muid,uid,reaction\nm-1,ann,⟨x × 46⟩\n' },
    },
  },
  'REACTION.INVALID': {
    cause: 'The reaction is blank, a single dot, or contains control characters: it is part of a URL.',
    fix: 'use an emoji or a short word',
    example: {
      files: { ...ONE_MESSAGE, 'reactions.csv': 'muid,uid,reaction\nm-1,ann,.\n' },
    },
  },
  'RECEIPT.CONVERSATION_INVALID': {
    cause: 'The conversation is neither group_<guid> nor <uid>_user_<uid>.',
    fix: 'write one of them, for example with map: { conversation: { template: "group_{room}" } }',
    example: {
      files: {
        'users.csv': 'uid,name\nann,Ann\n',
        'receipts.csv': 'conversation,uid,readAt\nteam,ann,1717200000\n',
      },
    },
  },
  'RECEIPT.NOT_IN_CONVERSATION': {
    cause: 'The user is neither of the two of the conversation, or both are the same.',
    fix: 'correct the uid, or the ids in the conversation',
    example: {
      files: {
        'users.csv': 'uid,name\nann,Ann\nben,Ben\ncat,Cat\n',
        'receipts.csv': 'conversation,uid,readAt\nann_user_ben,cat,1717200000\n',
      },
    },
  },
  'RECEIPT.TIME_MISSING': {
    cause: 'The receipt has no time of reading or delivery.',
    fix: 'fill readAt or deliveredAt, or remove the row',
    example: {
      files: {
        'users.csv': 'uid,name\nann,Ann\nben,Ben\n',
        'receipts.csv': 'conversation,uid,readAt\nann_user_ben,ann,\n',
      },
    },
  },
  'FRIEND.SELF': {
    cause: 'Both ids are the same user.',
    fix: 'remove the row, or correct one of the ids',
    example: {
      files: { 'users.csv': 'uid,name\nann,Ann\nben,Ben\n', 'friends.csv': 'uid,friendUid\nann,ann\n' },
    },
  },
  'BLOCK.SELF': {
    cause: 'Both ids are the same user.',
    fix: 'remove the row, or correct one of the ids',
    example: {
      files: { 'users.csv': 'uid,name\nann,Ann\nben,Ben\n', 'blocks.csv': 'uid,blockedUid\nann,ann\n' },
    },
  },
  'BAN.OWNER': {
    cause: 'The owner of a group cannot be banned.',
    fix: 'remove the row, or give the group another owner',
    example: {
      files: {
        'users.csv': 'uid,name\nann,Ann\nben,Ben\n',
        'groups.csv': 'guid,name,owner\nteam,Team,ann\n',
        'bans.csv': 'guid,uid\nteam,ann\n',
      },
    },
  },
  'MEMBER.SCOPE_INVALID': {
    cause: 'The service does not know this scope of a member.',
    fix: 'use admin, moderator or participant; rename with map: { scope: { from: <column>, values: { old: new } } }',
    example: { files: { 'members.csv': 'guid,uid,scope\nteam,ann,owner\n' } },
  },
  'MEMBER.JOINED_AT_INVALID': {
    cause:
      'The member joined in the future, or before the group was created. Usually the unit or zone is wrong.',
    fix: 'use a joinedAt after the createdAt of the group, and not in the future',
    example: { files: { 'members.csv': 'guid,uid,joinedAt\nteam,ann,2090-02-02T09:00:00Z\n' } },
  },
  'MESSAGE.KEY_INVALID': {
    cause:
      'The muid, which prevents a second import of the message, is blank, too long, or contains control characters.',
    fix: 'give every message a muid of 1 to 255 characters without control characters',
    example: { files: { 'messages.csv': `${MESSAGE},text\n⟨k × 256⟩,ann,team,group,1717200000,Hello\n` } },
  },
  'MESSAGE.RECEIVER_TYPE_INVALID': {
    cause: 'The row does not say whether the receiver is a user or a group.',
    fix: 'use user or group; rename with map: { receiverType: { from: <column>, values: { old: new } } }',
    example: { files: { 'messages.csv': `${MESSAGE},text\nm-1,ann,team,channel,1717200000,Hello\n` } },
  },
  'MESSAGE.CATEGORY_INVALID': {
    cause: 'Messages of this category cannot be imported.',
    fix: 'use message, custom or interactive',
    example: {
      files: { 'messages.csv': `${MESSAGE},category,text\nm-1,ann,team,group,1717200000,action,Hello\n` },
    },
  },
  'MESSAGE.TYPE_INVALID': {
    cause: 'The service does not know this type of message.',
    fix: 'use text, image, file, audio or video; any other type needs another category',
    example: {
      files: { 'messages.csv': `${MESSAGE},type,text\nm-1,ann,team,group,1717200000,sticker,Hello\n` },
    },
  },
  'MESSAGE.TEXT_EMPTY': {
    cause: 'A text message has no text, or only blanks.',
    fix: 'give the message some text, or remove the row',
    example: { files: { 'messages.csv': `${MESSAGE},text\nm-1,ann,team,group,1717200000,\n` } },
  },
  'MESSAGE.DATA_TOO_LARGE': {
    cause: 'Text, metadata and attachments together exceed 10 KB of JSON.',
    fix: 'shorten one of them',
    example: {
      files: { 'messages.csv': `${MESSAGE},text\nm-1,ann,team,group,1717200000,⟨t × 10240⟩\n` },
    },
  },
  'MESSAGE.ATTACHMENT_INVALID': {
    cause:
      'The attachments are not a list, one lacks a required value, or a path below the base of the map names a host of its own.',
    fix: 'let the pipeline fill what is missing: map: { attachments: { url: "attachments[*].url" } }; for a list of URLs: map: { attachments: { url: <column> } }, in a CSV file: map: { attachments: { url: { from: <column>, as: json } } }; for paths, add base: "https://files.example.com/"; or give each attachment url, name, mimeType, extension, and a number as size',
    example: {
      files: {
        'messages.ndjson':
          '{"muid":"m-1","sender":"ann","receiver":"team","receiverType":"group","sentAt":1717200000,"type":"image","attachments":[{"url":"https://files.example.com/a.png"}]}\n',
      },
    },
  },
  'MESSAGE.FILE_MISSING': {
    cause:
      'With api: rest, the service refuses a message of type image, file, audio or video without attachments.',
    fix: 'give the message attachments, or make it a text message',
    example: {
      files: { 'messages.csv': `${MESSAGE},type,text\nm-1,ann,team,group,1717200000,image,See here\n` },
      pipeline: REST,
    },
  },
  'MESSAGE.CUSTOM_DATA_MISSING': {
    cause: 'With api: rest, the service refuses a message of category custom without customData.',
    fix: 'add the object customData, or make it a text message',
    example: {
      files: {
        'messages.csv': `${MESSAGE},category,type,text\nm-1,ann,team,group,1717200000,custom,poll,Lunch?\n`,
      },
      pipeline: REST,
    },
  },
  'MESSAGE.TAGS_INVALID': {
    cause: TAGS,
    fix: 'use at most 25 tags of 1 to 100 characters',
    example: {
      files: { 'messages.csv': `${MESSAGE},text,tags\nm-1,ann,team,group,1717200000,Hello,[2]\n` },
    },
  },
  'MESSAGE.TO_SELF': {
    cause: 'Sender and receiver are the same user: the service has no such conversation.',
    fix: 'remove the row',
    example: { files: { 'messages.csv': `${MESSAGE},text\nm-1,ann,ann,user,1717200000,Note\n` } },
  },
  'MESSAGE.TOO_OLD': {
    cause: 'The message is older than the service keeps messages: a hosted service refuses it.',
    fix: 'if the service keeps them longer, raise retention.messagesOlderThanDays; or set retention.policy to skip, archive or allow',
    example: {
      files: { 'messages.csv': `${MESSAGE},text\nm-1,ann,team,group,1100000000,Hello\n` },
      pipeline: 'retention: { messagesOlderThanDays: 180, policy: reject }',
    },
  },
} as const satisfies Record<string, RowCodeText>;
