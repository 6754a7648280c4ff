import type { RunCodeText } from './code.ts';

/** Codes of the files that a pipeline reads. */
export const sourceCodes = {
  'SOURCE.MISSING': {
    exit: 'precondition',
    cause: 'No file is at the path, or matches the pattern.',
    fix: 'check the path; relative paths are relative to the pipeline file',
    example: 'sources: { users: { path: gone.csv } }',
  },
  'SOURCE.GLOB_TOO_WIDE': {
    cause: 'A glob searches more than 250,000 files and folders.',
    fix: 'name the folder of the export before the first *, for example path: /exports/chat/**/*.csv',
    exit: 'precondition',
    example: 'users: { path: "/**/*.csv" }',
  },
  'SOURCE.UNREADABLE': {
    exit: 'precondition',
    cause: 'The file cannot be read, or it is a folder, a pipe or a device.',
    fix: 'check the permissions of the file',
    example: 'sources: { users: { path: /dev/stdin } }',
  },
  'SOURCE.FORMAT_UNKNOWN': {
    exit: 'precondition',
    cause: 'Neither the name of the file nor the pipeline says its format.',
    fix: 'declare it in the pipeline: format: csv  or  format: ndjson',
    example: 'sources: { users: { path: users.dat } }',
  },
  'SOURCE.ENCODING_UNKNOWN': {
    exit: 'precondition',
    cause:
      'The declared encoding does not exist, or the file is clearly in another one, which is named but not used.',
    fix: 'use a known name such as utf-8, utf-16le, windows-1252, shift_jis',
    example: 'a file in UTF-16 without a byte order mark, and no encoding: in the pipeline',
  },
  'SOURCE.EMPTY': {
    exit: 'precondition',
    cause: 'The file has no rows: probably the export has failed.',
    fix: 'export the file again; a CSV file needs its header line',
    example: 'a users.csv of 0 bytes, or with a header alone',
  },
  'SOURCE.HEADER_INVALID': {
    exit: 'precondition',
    cause:
      'A column name that the pipeline maps occurs twice, no column has a name, or the header cannot be parsed.',
    fix: 'give every column its own name, or name them in the pipeline: columns: [uid, name, …] and header: skip',
    example: 'uid,name,uid',
  },
  'SOURCE.DELIMITER_WRONG': {
    exit: 'precondition',
    cause: 'With this delimiter the header is one column, with another it is more.',
    fix: 'declare it in the pipeline: delimiter: ";"',
    example: 'a;b|c;d|e',
  },
  'SOURCE.COLUMN_MISSING': {
    exit: 'precondition',
    cause: 'The map of the pipeline names a column that the file does not have.',
    fix: 'correct the column name in the map: section',
    example: 'map: { name: nmae }',
  },
  'SOURCE.COLUMN_UNKNOWN': {
    exit: 'precondition',
    cause: 'With run --strict, a column that no field uses is an error.',
    fix: 'remove the column, map it, or omit --strict',
    example: 'uid,name,favourite_colour',
  },
  'SOURCE.PATH_INVALID': {
    exit: 'precondition',
    cause: 'The rows: of a source is not a JSON path, or the document has nothing there.',
    fix: 'write $, then names, [*] for elements of an array, .* for members of an object: $.channels[*].messages[*]',
    example: 'sources: { messages: { path: export.json, rows: messages } }',
  },
  'SOURCE.PARENT_LATE': {
    exit: 'precondition',
    cause: 'A column such as ^.channel.id is a value of an object around the row, and comes after the row.',
    fix: 'write the value before the rows in the document',
    example: '{ "messages": [ … ], "channel": { "id": "c1" } } with map: { receiver: ^.channel.id }',
  },
  'SOURCE.JSON_INVALID': {
    exit: 'precondition',
    cause: 'A JSON document has a syntax error outside its rows, or one that hides where a row ends.',
    fix: 'export the document again, or correct it at the line and column of the message',
    example: '{ "messages": [ {"id": 1} {"id": 2} ] }',
  },
  'SOURCE.ARCHIVE_UNSAFE': {
    exit: 'precondition',
    cause:
      'A file unpacks to more than 100 MB and more than 500 times its size, or files of a zip archive share bytes.',
    fix: 'inspect it with  unzip -lv  or  tar -tvf ; if you trust it, unpack it and name the files in it',
    example: 'an export.zip of 42 kB with files of 4 GB',
  },
  'SOURCE.TRUNCATED': {
    exit: 'state',
    cause: 'The file ends too early: compressed data is cut or damaged, or a JSON document has no end.',
    fix: 'copy the file again, then run the same command; the rows before the break are kept',
    example: 'a messages.csv.gz that was copied only in part',
  },
  'SOURCE.CHANGED': {
    exit: 'state',
    cause:
      'A file was rewritten, replaced or shortened while it was read, or is not the one with which the migration began.',
    fix: 'wait until the export is complete, then run again, a migration with --fresh (imported rows are recognised)',
    example: 'messages.csv is still being written by the export when the run begins',
  },
  'SOURCE.FETCH_REFUSED': {
    exit: 'precondition',
    cause:
      'The server of a source refuses, for example with 403: a signed address has expired, or an object store lacks the file.',
    fix: 'make a new address, best in an environment variable that the pipeline names; then run the same command again',
    example: 'sources: { users: { path: https://files.example.com/users.csv } }, and the file is not public',
  },
  'SOURCE.FETCH_UNTRUSTED': {
    exit: 'precondition',
    cause:
      'The certificate of the server of a source is not trusted, or it redirects to an address without https.',
    fix: 'check the address; name a private certificate authority with NODE_EXTRA_CA_CERTS=ca.pem before the command',
    example: 'a server with a certificate of its own',
  },
  'SOURCE.FETCH_FAILED': {
    exit: 'temporary',
    cause:
      'The server of a source could not be reached, answered with errors, or stopped in mid-file, several times in a row.',
    fix: 'run the same command again to continue the download; check the server with  curl -I',
    example: 'a server that is restarted just now',
  },
  'SOURCE.NO_RANGES': {
    exit: 'precondition',
    cause:
      'The server of a source lacks range requests with ETag or Last-Modified, or compresses the answer: a large download could not be resumed.',
    fix: 'use a server with range requests, such as an object store; or download the file and name its path',
    example: 'python3 -m http.server, and a file of more than 4 MiB',
  },
} as const satisfies Record<string, RunCodeText>;

/** Codes of the files that rows are looked up in, and of what a pipeline asks of columns. */
export const lookupCodes = {
  'LOOKUP.KEY_REPEATED': {
    exit: 'precondition',
    cause: 'Two rows of a file that is looked up have the same key.',
    fix: 'remove one of the rows, name a unique column, or, in a join, declare  many: all, first or last',
    example: 'join: { p: { path: people.csv, on: { email: from_email } } }   # two rows with ann@example.com',
  },
  'LOOKUP.ROW_INVALID': {
    exit: 'precondition',
    cause: 'A row of a file that is looked up cannot be read.',
    fix: 'correct the row; such a file must be complete',
    example: 'idMap: users.map.csv   # a row without an id',
  },
  'LOOKUP.PERSON_UNKNOWN': {
    exit: 'precondition',
    cause: 'The file of idMap names a user by an e-mail or name that no user of the export has.',
    fix: 'correct the row, or name the user by the id of the old system: by: id',
    example: 'users,ann@exmaple.com,u-17,email   # a row of idMap',
  },
  'LOOKUP.PERSON_SHARED': {
    exit: 'precondition',
    cause: 'The file of idMap names a user by an e-mail or name that several users of the export have.',
    fix: 'name each of them by the id of the old system: by: id',
    example: 'users,Alex,u-17,name   # a row of idMap; two users are called Alex',
  },
  'LOOKUP.TOO_LARGE': {
    exit: 'precondition',
    cause: 'A file that is looked up has more than a million rows, which are kept in memory.',
    fix: 'remove rows that no other row refers to',
    example: 'lookup: { file: everything.csv, key: email, value: id }',
  },
  'WHERE.COLUMN_MISSING': {
    exit: 'precondition',
    cause: 'A condition names a column that no file has.',
    fix: 'correct the name of the column in  where:',
    example: 'where: { is_deletd: "0" }',
  },
  'MAP.PATTERN_NEVER': {
    exit: 'precondition',
    cause: 'The pattern of a field matches no cell.',
    fix: 'correct the pattern; chatferry inspect FILE shows what the cells look like',
    example: 'map: { sender: { from: author, pattern: "^id:(\\\\d+)$" } }',
  },
} as const satisfies Record<string, RunCodeText>;
