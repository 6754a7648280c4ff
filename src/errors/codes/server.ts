import type { RunCodeText } from './code.ts';

/** Codes of a state that a server keeps. */
export const serverCodes = {
  'STATE.SERVER_UNREACHABLE': {
    exit: 'temporary',
    cause:
      'The database that keeps the state does not answer: it is not there, is starting or has no connection left. Nothing was sent; without the state nobody knows what was sent before.',
    fix: 'see that the server runs and that state: has its host and port, then run the same command again',
    example: 'state: postgres://chatferry@db.example.com/chatferry, while that server is down',
  },
  'STATE.SERVER_REFUSED': {
    exit: 'auth',
    cause:
      'The database that keeps the state lets nobody in with this user and password, or has no such database.',
    fix: 'correct user, password and database of state: (they belong into an environment variable), and let the user make tables there',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a pipeline file holds
    example: 'state: "${STATE_URL}", with an old password',
  },
  'STATE.SERVER_VERSION': {
    exit: 'state',
    cause:
      'The tables of the database that keeps the state are of another version of this program. Nothing was changed.',
    fix: 'use the same version on all machines, or another database',
    example: 'one of two machines was updated, and its new version has made the tables',
  },
  'STATE.DRIVER_MISSING': {
    exit: 'precondition',
    cause: 'A state in a database needs the driver of PostgreSQL, which is not part of chatferry.',
    fix: 'npm install -g pg@8.23.1',
    example:
      'state: postgres://chatferry@db.example.com/chatferry, on a machine where only chatferry is installed',
  },
} as const satisfies Record<string, RunCodeText>;
