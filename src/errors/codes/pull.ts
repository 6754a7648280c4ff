import type { RunCodeText } from './code.ts';

/** Codes of records that come from the API of an old system. What was read before such an error stays. */
export const pullCodes = {
  'PULL.UNSUPPORTED': {
    exit: 'precondition',
    cause: 'This old system is not read through its API.',
    fix: 'name the files of its export: sources: { export: { system: …, path: … } }',
    example: 'sources: { export: { system: discord, api: { … } } }',
  },
  'PULL.HOST': {
    exit: 'precondition',
    cause: 'The old system redirects to another host, and the key goes to none but its own.',
    fix: 'check region and host in sources.export.api',
    example: 'host: names an address that has moved',
  },
  'PULL.NOT_PULLED': {
    exit: 'precondition',
    cause: 'The records of the old system were not read yet, or not to the end.',
    fix: 'chatferry run PIPELINE  or  chatferry validate PIPELINE  reads them',
    example: 'chatferry verify before the first run',
  },
  'PULL.AUTH': {
    exit: 'auth',
    cause: 'The old system refuses the key: it is revoked, or of another application or region.',
    fix: 'check the key in sources.export.api;  chatferry doctor PIPELINE  tries it',
    example: 'a token that was revoked during a run',
  },
  'PULL.FORBIDDEN': {
    exit: 'temporary',
    cause: 'The key may not read a list that is needed, such as that of all users.',
    fix: 'allow it in the old system, then run the same command again',
    example: 'the old system answers 403',
  },
  'PULL.FORM': {
    exit: 'temporary',
    cause: 'An answer of the old system is not the list that was asked for.',
    fix: 'run the same command again; if it stays, check host in sources.export.api, and proxies',
    example: 'a page "down for maintenance"',
  },
  'PULL.JOB_FAILED': {
    exit: 'temporary',
    cause: 'The old system could not do its export job, or offers none to this account.',
    fix: 'run the same command again, or read lists: sources.export.api: { …, by: list }',
    example: 'by: export, and the plan has no exports',
  },
  'PULL.SILENT': {
    exit: 'temporary',
    cause: 'The old system does not answer, or no request has succeeded for an hour.',
    fix: 'check network and host in sources.export.api, then run the same command again: it continues there',
    example: 'the old system answers every request with 503',
  },
  'PULL.EMPTY': {
    exit: 'guard',
    cause: 'The old system lists no users or no conversations, and it had some before. Nothing was replaced.',
    fix: 'check account and key in sources.export.api; if it is meant to be empty, chatferry state purge PIPELINE',
    example: 'the key of an empty application',
  },
} as const satisfies Record<string, RunCodeText>;
