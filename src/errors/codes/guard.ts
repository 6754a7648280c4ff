import type { RunCodeText } from './code.ts';

/** What stops a sync before anything is sent: what the sources say cannot be what is meant. */
export const guardCodes = {
  'GUARD.SOURCE_EMPTIED': {
    exit: 'guard',
    cause: 'A source has no row any more, and the service holds rows of it. Mostly an export has failed.',
    fix: 'make the export again; to go on all the same, run the command with the --confirm that it has printed',
    example: 'users.csv with its header alone, the night after it had 4,112 rows',
  },
  'GUARD.MAX_DELETE': {
    exit: 'guard',
    cause: 'More rows have gone from the sources than a night may remove from the service.',
    fix: 'look at what is missing (chatferry plan); to go on, raise sync.maxDelete or run with the --confirm that was printed',
    example: 'sync: { onMissing: delete, maxDelete: 5% }, and 40 % of the users are missing',
  },
  'GUARD.MOSTLY_CHANGED': {
    exit: 'guard',
    cause:
      'More than half of the rows say something else than last night. Mostly the map or the export has changed.',
    fix: 'look at what has changed (chatferry plan); to go on, run with the --confirm that was printed',
    example: 'map: { name: nickname }, where it was  map: { name: fullName }',
  },
  'PLAN.STALE': {
    exit: 'state',
    cause:
      'The sources, the pipeline or what the service is known to hold are not as they were when the plan was made.',
    fix: 'make the plan again: chatferry plan PIPELINE --out plan.json',
    example: 'chatferry run pipeline.yaml --plan plan.json, a day after the plan',
  },
} as const satisfies Record<string, RunCodeText>;
