import type { CodeText } from './code.ts';

/** What is wrong with a row beside the one that the service holds: found by a sync alone. */
export const syncCodes = {
  'SYNC.FIXED_FIELD': {
    cause:
      'The row has landed before, and a field has changed that the service does not let be changed: who sent a message and when, its kind and attachments, when a user, a group or a membership began.',
    fix: 'put the old value back; where the new one is right, give the row another id, and leave the old one out',
    example:
      'yesterday:  m-1,ann,team,group,1717200000,Hello\ntonight:    m-1,bob,team,group,1717200000,Hello',
  },
  'SYNC.MESSAGE_NOT_FOUND': {
    cause:
      'The message has changed, and the service does not show it where it was sent: it was deleted there, or the conversation cannot be read.',
    fix: 'chatferry verify PIPELINE shows what the service holds; a message that is gone there comes back under another muid',
    example:
      'a message that somebody has deleted in the app, and that is corrected in the legacy system the day after',
  },
} as const satisfies Record<string, CodeText & { example: string }>;
