import type { RunCodeText } from './code.ts';

/** Codes of sources that are on servers. */
export const remoteCodes = {
  'SOURCE.FETCH_REFUSED': {
    exit: 'precondition',
    cause:
      'The server of a source answers 401, 403 or another refusal. An address that was signed beforehand ends after some time, and a store may answer 403 for a file that is not there.',
    fix: 'make a new address, and name it by a variable of the environment that the pipeline names; then run the same command again',
    example: 'sources: { users: { path: https://files.example.com/users.csv } }, and the file is not public',
  },
  'SOURCE.FETCH_UNTRUSTED': {
    exit: 'precondition',
    cause:
      'The certificate of the server of a source is not trusted for its name, or the server leads to an address that is not https. Nothing was taken from it.',
    fix: 'check the address; name a private certificate authority with NODE_EXTRA_CA_CERTS=ca.pem before the command',
    example: 'a server with a certificate of its own',
  },
  'SOURCE.FETCH_FAILED': {
    exit: 'temporary',
    cause:
      'The server of a source could not be reached, answered with errors of its own, or stopped in the middle of the file, several times in a row. What was fetched is kept.',
    fix: 'run the same command again: it goes on where the file was cut off; look at the way to the server with  curl -I',
    example: 'a server that is restarted just now',
  },
  'SOURCE.NO_RANGES': {
    exit: 'precondition',
    cause:
      'The server of a source does not give out parts of a file (range requests) that certainly belong together, or packs them on the way. A large file could not be continued where it was cut off.',
    fix: 'put the file on a server that answers range requests with ETag or Last-Modified, as object stores do; or fetch it yourself, and name the path',
    example: 'python3 -m http.server, and a file of more than 4 MiB',
  },
} as const satisfies Record<string, RunCodeText>;
