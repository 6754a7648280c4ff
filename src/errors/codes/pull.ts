import type { RunCodeText } from './code.ts';

/** Codes of records that come from the API of an old system. */
export const pullCodes = {
  'PULL.UNSUPPORTED': {
    exit: 'precondition',
    cause:
      'The pipeline asks for the API of an old system, and chatferry does not read that one through an API.',
    fix: 'export the history there, and name its files: sources: { export: { system: …, path: … } }',
    example: 'sources: { export: { system: discord, api: { … } } }',
  },
  'PULL.HOST': {
    exit: 'precondition',
    cause:
      'The old system sent a request on to another host. The key goes to the one host that the pipeline names, over https. Nothing was sent elsewhere.',
    fix: 'check sources.export.api, above all region and host: name the address that the system gives for your account',
    example: 'a region or host that answers with a redirect',
  },
  'PULL.NOT_PULLED': {
    exit: 'precondition',
    cause:
      'The command works with records that were read from the API of the old system before, and there are none, or their reading was stopped.',
    fix: 'chatferry run PIPELINE  reads them, and so does  chatferry validate PIPELINE',
    example: 'chatferry verify pipeline.yaml  before the first run',
  },
  'PULL.AUTH': {
    exit: 'auth',
    cause:
      'The old system refuses the key. It may be that of another application, revoked, or of another region. What was read before is kept.',
    fix: 'check the key and the account in sources.export.api;  chatferry doctor PIPELINE  tries them with one request',
    example: 'a Sendbird token that was revoked in the middle of a run',
  },
  'PULL.FORBIDDEN': {
    exit: 'temporary',
    cause: 'The key may not read a list of the old system that is needed, such as that of all users.',
    fix: 'give the key the right to read it, then run the same command again',
    example: 'the old system answers 403 to the list of users',
  },
  'PULL.FORM': {
    exit: 'temporary',
    cause:
      'An answer of the old system is not the list that was asked for: a page of HTML, other JSON, or a cursor that leads back to where it began. What was read before is kept.',
    fix: 'run the same command again; if it stays, check sources.export.api, and whether a proxy answers in place of the system',
    example: 'a page "down for maintenance" in place of a list of users',
  },
  'PULL.JOB_FAILED': {
    exit: 'temporary',
    cause: 'The old system could not do its export job, or does not offer one to this account (by: export).',
    fix: 'run the same command again, or read lists in place of the job: sources.export.api: { …, by: list }',
    example: 'api: { by: export, … } of an application whose plan has no export',
  },
  'PULL.SILENT': {
    exit: 'temporary',
    cause:
      'The old system has not answered: not at all, or no request has succeeded for an hour. What was read before is kept.',
    fix: 'check the network and the address in sources.export.api, then run the same command again: it goes on where it stopped',
    example: 'the old system answers every request with 503',
  },
  'PULL.EMPTY': {
    exit: 'guard',
    cause:
      'The old system lists no users or no conversations, and an earlier time it had some. Usually the key or the account is another one. Nothing was replaced, and nothing is removed.',
    fix: 'check the account in sources.export.api; if the old system is meant to be empty, chatferry state purge PIPELINE  forgets what was read',
    example: 'the key of an empty application in place of the right one',
  },
} as const satisfies Record<string, RunCodeText>;
