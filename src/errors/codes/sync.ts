import type { CodeText } from './code.ts';

/** Codes for rows that contradict the row in the service. Only a sync run finds them. */
export const syncCodes = {
  'SYNC.FIXED_FIELD': {
    cause:
      'A field has changed that the service cannot change: sender, time, kind or attachments of a message, or when a user, group or membership began.',
    fix: 'restore the old value; if the id of a user or group has changed, name it in idMap (chatferry plan prints the line); if the new value is right, give the row another id and remove the old row',
    example:
      'last sync run:  m-1,ann,team,group,1717200000,Hello\nthis sync run:  m-1,bob,team,group,1717200000,Hello',
  },
  'SYNC.MESSAGE_NOT_FOUND': {
    cause: 'The message has changed, but the service no longer has it, or its conversation cannot be read.',
    fix: 'chatferry verify <pipeline>  shows what the service has; to import a deleted message again, give it another muid',
    example: 'a message that was deleted in the app and corrected in the old system a day later',
  },
  'REFERENCE.MESSAGE': {
    cause: 'The message to which this reply, reaction or other row belongs was rejected or is in no file.',
    fix: 'correct the row of that message, or add it to its file, then retry the rejects',
    example: 'a reaction to a message that is in no file',
  },
  'REFERENCE.CONVERSATION': {
    cause: 'The user of the receipt is not a member of the group, or is banned from it.',
    fix: 'add the row of the membership, or remove the receipt, then retry the rejects',
    example: 'a receipt of a user who had left the group before the export',
  },
} as const satisfies Record<string, CodeText & { example: string }>;
