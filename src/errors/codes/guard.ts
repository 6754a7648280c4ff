import type { RunCodeText } from './code.ts';

/** Codes that stop a sync run before it sends anything, because its sources look wrong. */
export const guardCodes = {
  'GUARD.SOURCE_EMPTIED': {
    exit: 'guard',
    cause: 'A source has no rows any more, but the service has rows from it. Usually the export has failed.',
    fix: 'make the export again; to continue anyway, run the command with the --confirm that it printed',
    example: 'users.csv with only its header; in the sync run before, it had 4,112 rows',
  },
  'GUARD.COLUMNS_GONE': {
    exit: 'guard',
    cause: 'A column or field of the last sync is missing from a source, or empty in all rows.',
    fix: 'complete the export, or name the new column in the map; or run with the --confirm that was printed: a missing column keeps the values in the service, an empty one deletes them',
    example: 'groups.csv without its column type; in the sync run before, 100 rows had a value in it',
  },
  'GUARD.MAX_DELETE': {
    exit: 'guard',
    cause:
      'A run would remove more rows than sync.maxDelete allows: rows missing from the sources, deleted there (deletedAt), or with another parent than before.',
    fix: 'check what is missing (chatferry plan); then raise sync.maxDelete, or run with the --confirm that was printed',
    example: 'sync: { onMissing: delete, maxDelete: 5% }, and 40 % of the users are missing',
  },
  'GUARD.MAX_EMPTY': {
    exit: 'guard',
    cause:
      'A field would become empty in more rows than sync.maxEmpty allows (by default 5 % of the rows with a value, at least three).',
    fix: 'check what would become empty (chatferry plan); then raise sync.maxEmpty, or run with the --confirm that was printed',
    example: 'users.csv in which 40 of 200 cells of avatar are empty; in the sync run before, none was',
  },
  'GUARD.MOSTLY_CHANGED': {
    exit: 'guard',
    cause: 'More than half of the rows differ from the last sync. Usually the map or the export has changed.',
    fix: 'check what has changed (chatferry plan); to continue, run with the --confirm that was printed',
    example: 'map: { name: nickname }, where it was  map: { name: fullName }',
  },
  'PLAN.STALE': {
    exit: 'state',
    cause: 'Sources, pipeline or ledger have changed since the plan was made.',
    fix: 'make the plan again: chatferry plan <pipeline> --out plan.json',
    example: 'chatferry run pipeline.yaml --plan plan.json, a day after the plan',
  },
} as const satisfies Record<string, RunCodeText>;

/** Codes that an undo can end with, and codes for single rows that stay in the service. */
export const undoCodes = {
  'UNDO.STALE': {
    exit: 'state',
    cause:
      'What would be removed is not what was shown: something was written since, or the options differ. Nothing was done.',
    fix: 'check the new numbers, then use the id that is printed with them',
    example: 'chatferry undo pipeline.yaml --confirm 1a2b3c4d, after another run',
  },
  'REMOVAL.UNFOUND': {
    exit: 'rejected',
    cause:
      'The service never returned the id of the message, and its conversation cannot be searched: its users are deleted or deactivated.',
    fix: 'run the same command again; if the users are deactivated, reactivate them first',
    example: 'a message between two users who are both deactivated, whose answer was lost',
  },
  'REMOVAL.AMBIGUOUS': {
    exit: 'rejected',
    cause: 'The key of the member can be split in several ways: an id contains _member_.',
    fix: 'remove this member by hand',
    example: 'a_member_b_member_c, where both a and a_member_b are groups',
  },
} as const satisfies Record<string, RunCodeText>;
