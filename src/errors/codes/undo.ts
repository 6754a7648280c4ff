import type { RunCodeText } from './code.ts';

/** What taking rows back can end with, and why single rows stay in the service. */
export const undoCodes = {
  'UNDO.STALE': {
    exit: 'state',
    cause:
      'What would be removed is not what was shown: rows were written or removed since, or the options are others. Nothing was removed.',
    fix: 'look at the new numbers, then use the id that is printed with them',
    example: 'chatferry undo pipeline.yaml --confirm 1a2b3c4d, after another run',
  },
  'REMOVAL.UNFOUND': {
    exit: 'rejected',
    cause:
      'The service never told the id of the message, and its conversation cannot be read to look for it: its users are gone or deactivated. It stays.',
    fix: 'run the same command again; if the users are deactivated, reactivate them first',
    example: 'a message between two users who are both deactivated, whose answer was lost',
  },
  'REMOVAL.AMBIGUOUS': {
    exit: 'rejected',
    cause:
      'The key of the member can be taken apart in more than one way, because an id holds _member_ itself. Nobody is removed on a guess.',
    fix: 'remove this member by hand',
    example: 'a_member_b_member_c, where both a and a_member_b are groups',
  },
} as const satisfies Record<string, RunCodeText>;
