import type { RunCodeText } from './code.ts';

/** Codes that an undo can end with, and codes for single rows that stay in the service. */
export const undoCodes = {
  'UNDO.STALE': {
    exit: 'state',
    cause:
      'The rows to remove are not those that were shown: something was written since then, or the options differ. Nothing was done.',
    fix: 'check the new numbers, then use the id that is printed with them',
    example: 'chatferry undo pipeline.yaml --confirm 1a2b3c4d, after another run',
  },
  'REMOVAL.UNFOUND': {
    exit: 'rejected',
    cause:
      'The service never returned the id of the message, and its conversation cannot be searched, because its users are deleted or deactivated.',
    fix: 'run the same command again; if the users are deactivated, reactivate them first',
    example: 'a message between two users who are both deactivated, whose answer was lost',
  },
  'REMOVAL.AMBIGUOUS': {
    exit: 'rejected',
    cause: 'The key of the member can be split in several ways, because an id contains _member_.',
    fix: 'remove this member by hand',
    example: 'a_member_b_member_c, where both a and a_member_b are groups',
  },
} as const satisfies Record<string, RunCodeText>;
