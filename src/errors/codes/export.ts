import type { RowCodeText, RunCodeText } from './code.ts';

/** Codes of the exports of other chat systems. */
export const exportCodes = {
  'EXPORT.UNKNOWN': {
    exit: 'precondition',
    cause:
      'The files are no export that the tool knows, or they could be those of several systems. An export is recognised by its content, never by its name, and the tool does not guess.',
    fix: 'name the system in the pipeline: sources: { export: { system: … } }; files of your own are described by a source for each entity, which  chatferry init FILE…  writes',
    example: 'sources: { export: { system: auto, path: photos.zip } }',
  },
  'EXPORT.OTHER_SYSTEM': {
    exit: 'precondition',
    cause: 'The files are not an export of the system that the pipeline names.',
    fix: 'name the right system, or write system: auto to let the tool find it out',
    example: 'sources: { export: { system: sendbird, path: slack-export.zip } }',
  },
  'EXPORT.USER_UNKNOWN': {
    exit: 'precondition',
    cause:
      'Somebody who wrote a message is not in the list of users of the export, and the policy for such authors is fail.',
    fix: 'let them become users of their own: policies: { sender: placeholder }',
    example: 'policies: { sender: fail }',
  },
} as const satisfies Readonly<Record<string, RunCodeText>>;

const CHANNEL =
  '{"group_channels":[{"channel_url":"pair","is_distinct":true,"members":[{"user_id":"ann"},{"user_id":"bob"}]}]}';
const USERS =
  '{"active_users":[{"user_id":"ann","nickname":"Ann"},{"user_id":"bob","nickname":"Bob"},{"user_id":"cy","nickname":"Cy"}]}';
const message = (sender: string, channel: string): string =>
  `{"messages":[{"type":"MESG","message_id":1,"message":"Hi","created_at":1767225600000,"channel_url":"${channel}","user":{"user_id":"${sender}","nickname":"N"}}]}`;

const SLACK_USERS = '[{"id":"U1","team_id":"T1","name":"ann","profile":{"real_name":"Ann"}}]';
const SLACK_CHANNELS = '[{"id":"C1","name":"general","created":1767225600,"creator":"U1","members":["U1"]}]';

/** Codes for messages of exports that have no place in the service. */
export const exportRowCodes = {
  'EXPORT.CONVERSATION_UNKNOWN': {
    cause:
      'The export has a message of a conversation that it does not describe, so nobody knows who may read it.',
    fix: 'export again with all conversations, or add those files to path',
    example: {
      files: { 'export.json': message('ann', 'gone') },
      source: 'system: sendbird',
    },
  },
  'EXPORT.SENDER_UNKNOWN': {
    cause: 'Somebody wrote in a conversation of two people and is neither of them.',
    fix: 'correct the members of the conversation in the export, or leave the message out',
    example: {
      files: { 'export/messages.json': message('cy', 'pair') },
      beside: { 'export/users.json': USERS, 'export/channels.json': CHANNEL },
      source: 'system: sendbird',
    },
  },
  'EXPORT.FILE_DAMAGED': {
    cause:
      'One of the many files of an export is cut off or damaged. What it has before the break is read, and the other files are.',
    fix: 'copy or export that file again',
    example: {
      files: {
        'export/general/2026-01-01.json':
          '[{"type":"message","ts":"1767225600.000100","user":"U1","text":"cut',
      },
      beside: { 'export/users.json': SLACK_USERS, 'export/channels.json': SLACK_CHANNELS },
      source: 'system: slack',
    },
  },
  'EXPORT.ROW_UNKNOWN': {
    cause: 'A row of the export is of no kind that its format has.',
    fix: 'look at the row in the rejects file; if it matters, report it with one line of the export',
    example: {
      files: {
        'export.jsonl': '{"type":"user","item":{"id":"ann"}}\n{"type":"shelf","item":{"id":"s-1"}}\n',
      },
      source: 'system: stream',
    },
  },
} as const satisfies Readonly<Record<string, RowCodeText>>;
