import type { RunCodeText } from './code.ts';

/** Codes of rows whose file was not copied, with `files: { onFailure: reject }`. */
export const fileCodes = {
  'FILE.GONE': {
    exit: 'rejected',
    cause: 'The file is no longer at its address.',
    fix: 'put the file there again, then  chatferry run <pipeline> --only files --retry-files;  then  chatferry rejects retry <pipeline>',
    example: 'the address answers 404',
  },
  'FILE.LOGIN': {
    exit: 'rejected',
    cause: 'The address needs a login, or answers with a login page.',
    fix: 'name its host and the header it needs: files: { from: [{ host: …, header: { Authorization: { env: … } } }] }',
    example: 'a file of Slack, without the header',
  },
  'FILE.DENIED': {
    exit: 'rejected',
    cause: 'The host refuses the header that the pipeline names for it.',
    fix: 'check the value of the header in files.from',
    example: 'the host answers 403 to the token',
  },
  'FILE.EXPIRED': {
    exit: 'rejected',
    cause: 'The address was signed for a time that is over.',
    fix: 'export again, or name the API of the old system: sources: { export: { …, api: … } }',
    example: 'an address of Discord after a day',
  },
  'FILE.TOO_LARGE': {
    exit: 'rejected',
    cause: 'The file has more bytes than files.maxBytes.',
    fix: 'raise files.maxBytes',
    example: 'a film of 300 MB',
  },
  'FILE.TYPE': {
    exit: 'rejected',
    cause: 'files.types excludes the media type of the file.',
    fix: 'allow the type in files.types',
    example: 'a program, and types: { deny: [application/x-msdownload] }',
  },
  'FILE.REFUSED': {
    exit: 'rejected',
    cause:
      'The address is not https, is in a private network, has a password or an unusual port, or redirects so.',
    fix: 'for a server of yours, name its host: files: { from: [{ host: …, allowPrivate: true }] }',
    example: 'https://10.0.0.7/a.png',
  },
  'FILE.EMPTY': {
    exit: 'rejected',
    cause: 'The file has no bytes.',
    fix: 'check the file at its address',
    example: 'an upload that was cut off',
  },
  'FILE.ENCODED': {
    exit: 'rejected',
    cause: 'The answer is compressed although nobody asked for that; nothing is unpacked.',
    fix: 'let the host send the file as it is',
    example: 'a host that sends gzip to all',
  },
  'FILE.UNASKED': {
    exit: 'rejected',
    cause:
      'The file was never asked for: its row was not to be sent when files were copied, or has changed since.',
    fix: 'run the same command again; of a migration that has ended, retry what it rejected',
    example: 'a row that was added while files were copied',
  },
  'FILE.SILENT': {
    exit: 'rejected',
    cause: 'The host of the file gives no answer, or only errors.',
    fix: 'run the same command again',
    example: 'the host answers every request with 503',
  },
} as const satisfies Readonly<Record<string, RunCodeText>>;

/** Codes of the store that files are copied to. What was copied before an error of these stays known. */
export const filesCodes = {
  'FILE.KEY_TAKEN': {
    exit: 'precondition',
    cause: 'The store has another object with the name of a copy.',
    fix: 'use a prefix of its own: files: { to: s3://bucket/other-prefix }',
    example: 'another program writes into the same prefix',
  },
  'FILES.CONFIG': {
    exit: 'precondition',
    cause: 'A value of files in the pipeline cannot be used.',
    fix: 'correct the key that the message names',
    example: 'credentials: ambient in a job of a fleet',
  },
  'FILES.LIBRARY_MISSING': {
    exit: 'precondition',
    cause: 'Buckets need a package that is not installed.',
    fix: 'npm install @aws-sdk/client-s3@3.1175.0',
    example: 'files: { to: s3://… } without the package',
  },
  'FILES.STORE_DENIED': {
    exit: 'auth',
    cause: 'The store refuses the keys or an operation.',
    fix: 'check files.credentials, the bucket, and that its policy allows to get, put and delete objects',
    example: 'the key may only read',
  },
  'FILES.STORE_SILENT': {
    exit: 'temporary',
    cause: 'The store gives no answer, or only errors.',
    fix: 'check files.endpoint and the network, then run the same command again: it continues',
    example: 'the store answers every request with 503',
  },
  'FILES.STORE_FULL': {
    exit: 'temporary',
    cause: 'The store has no room.',
    fix: 'make room, then run the same command again: it continues',
    example: 'the disk of the folder is full',
  },
  'FILES.SILENT': {
    exit: 'temporary',
    cause: 'Hosts of files do not answer. No row was sent.',
    fix: 'run the same command again; with  --finish-files  these files count as failed',
    example: 'a host that answers only with 503',
  },
  'FILES.TOO_MANY_FAILED': {
    exit: 'guard',
    cause: 'More files failed than files.maxFailed allows. No row was sent.',
    fix: 'see attachments.csv in the state, correct files.from, or raise files.maxFailed',
    example: 'the header of a host is missing',
  },
  'FILES.PUBLIC_URL': {
    exit: 'precondition',
    cause: 'The address files.publicUrl does not serve what is in the store.',
    fix: 'make the store readable at that address, or correct files.publicUrl',
    example: 'a bucket that nobody may read without a key',
  },
} as const satisfies Readonly<Record<string, RunCodeText>>;
