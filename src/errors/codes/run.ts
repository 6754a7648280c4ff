import type { RunCodeText } from './code.ts';
import { guardCodes } from './guard.ts';
import { undoCodes } from './undo.ts';

/** Every code a run can end with; `fix` is the next step where the place that raises it has none. */
export const runCodes = {
  ...guardCodes,
  ...undoCodes,
  'USAGE.INVALID': {
    exit: 'precondition',
    cause: 'The command line is not one that the tool understands.',
    fix: 'chatferry --help',
    example: 'chatferry vaildate pipeline.yaml',
  },
  'CONFIG.FILE_MISSING': {
    exit: 'precondition',
    cause: 'The pipeline file is not there or cannot be read.',
    fix: 'check the path of the pipeline file',
    example: 'chatferry validate pipline.yaml',
  },
  'CONFIG.INVALID': {
    exit: 'precondition',
    cause: 'The pipeline file holds a key or a value that it may not hold. Nothing was read or sent.',
    fix: 'chatferry schema  prints what a pipeline file may hold',
    example: 'sources: { users: { path: users.csv, delimeter: ";" } }',
  },
  'CONFIG.SYNTAX': {
    exit: 'precondition',
    cause: 'The pipeline file is no valid YAML or JSON.',
    fix: 'correct the YAML at the line and column named',
    example: 'sources: { users: { path: users.csv }',
  },
  'CONFIG.ENV_MISSING': {
    exit: 'precondition',
    cause: 'The pipeline file takes a value from the environment, and the variable is not set.',
    fix: 'set the environment variable, then run the same command again',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a pipeline file holds
    example: 'target: { appId: "${CHAT_APP}" }',
  },
  'CONFIG.TARGET_MISSING': {
    exit: 'precondition',
    cause: 'The pipeline names no target, so there is nothing to write to.',
    fix: 'add target: sandbox to rehearse, or target: with appId, region and serviceHost',
    example: 'chatferry run pipelines/dry-run-validation.yaml',
  },
  'SOURCE.MISSING': {
    exit: 'precondition',
    cause: 'No file is at the path, or none matches the pattern.',
    fix: 'check the path; relative paths are relative to the pipeline file',
    example: 'sources: { users: { path: gone.csv } }',
  },
  'SOURCE.UNREADABLE': {
    exit: 'precondition',
    cause:
      'The file may not be read, or is a folder, a pipe or a device: a run must be able to read on where it stopped.',
    fix: 'check the permissions of the file',
    example: 'sources: { users: { path: /dev/stdin } }',
  },
  'SOURCE.FORMAT_UNKNOWN': {
    exit: 'precondition',
    cause: 'Neither the name of the file nor the pipeline says how its rows are written.',
    fix: 'declare it in the pipeline: format: csv  or  format: ndjson',
    example: 'sources: { users: { path: users.dat } }',
  },
  'SOURCE.ENCODING_UNKNOWN': {
    exit: 'precondition',
    cause:
      'No encoding has the declared name, or the file is plainly not in the one it is read in. What it looks like is said, never taken: a wrong guess would garble names without a word.',
    fix: 'use a known name such as utf-8, utf-16le, windows-1252, shift_jis',
    example: 'a file in UTF-16 without a byte order mark, and no encoding: in the pipeline',
  },
  'SOURCE.EMPTY': {
    exit: 'precondition',
    cause: 'The file holds no row. An export without any is a broken export, not nothing to do.',
    fix: 'export the file again; a CSV file needs its header line',
    example: 'a users.csv of 0 bytes, or with a header alone',
  },
  'SOURCE.HEADER_INVALID': {
    exit: 'precondition',
    cause:
      'A column has no name, two have the same, or the header cannot be taken apart. A name that stands twice would lose one of the two columns.',
    fix: 'give every column of the header one name of its own',
    example: 'uid,name,uid',
  },
  'SOURCE.DELIMITER_WRONG': {
    exit: 'precondition',
    cause:
      'The header is one column as it is read, and several with another delimiter, but it does not say for certain which.',
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
    cause: 'With run --strict, a column that no field takes is an error.',
    fix: 'remove the column, map it, or leave out --strict',
    example: 'uid,name,favourite_colour',
  },
  'SOURCE.TRUNCATED': {
    exit: 'state',
    cause:
      'The file ends too early: a compressed file is cut off or damaged, or the closing bracket of a JSON array is missing.',
    fix: 'copy the file again; rows before the break are kept, run the same command afterwards',
    example: 'a messages.csv.gz that was copied only in part',
  },
  'SOURCE.CHANGED': {
    exit: 'state',
    cause:
      'A file became shorter, was replaced or was written anew while it was read, so what was read is no one export.',
    fix: 'wait until the export is complete, then run the same command again',
    example: 'messages.csv is still being written by the export when the run begins',
  },
  'STATE.LOCKED': {
    exit: 'locked',
    cause: 'Another run works on the same state. Two at once would send rows twice.',
    fix: 'wait for the other run, or look at it:  chatferry status <pipeline>',
    example: 'chatferry run pipeline.yaml, typed in two terminals',
  },
  'STATE.INPUT_CHANGED': {
    exit: 'state',
    cause:
      'A source file is not the one that the saved state was written for, so its places no longer mean the same rows.',
    fix: 'restore the file, or start over with --fresh (rows already there are recognised)',
    example: 'users.csv was exported again between two runs',
  },
  'STATE.TARGET_CHANGED': {
    exit: 'state',
    cause: 'The saved state belongs to another app or address.',
    fix: 'restore the target, give the pipeline another name, or start over with --fresh (a sync needs another name)',
    example: 'another appId under target: between two runs',
  },
  'STATE.PIPELINE_CHANGED': {
    exit: 'state',
    cause: 'The pipeline now makes other rows of the same files than when the saved state was written.',
    fix: 'restore the pipeline file, or start over with --fresh (rows already there are recognised)',
    example: 'another map: between two runs',
  },
  'STATE.CORRUPT': {
    exit: 'state',
    cause: 'The saved state cannot be read, or does not fit the files that it speaks of.',
    fix: 'start over with --fresh (rows already there are recognised)',
    example: 'a checkpoint.json that was edited by hand',
  },
  'STATE.NO_REPORT': {
    exit: 'precondition',
    cause: 'No run of this pipeline has left a report yet, so there is nothing to draw again.',
    fix: 'run the pipeline first, or see what is wrong with its files:  chatferry validate <pipeline> --report report.html',
    example: 'chatferry report pipeline.yaml, before the first run',
  },
  'STATE.UNWRITABLE': {
    exit: 'temporary',
    cause:
      'The state cannot be saved: the disk is full, or the folder may not be written. Nothing is sent that could not be remembered.',
    fix: 'free some space or correct the permissions, then run the same command again',
    example: 'a state folder on a full disk',
  },
  'AUTH.KEY_MISSING': {
    exit: 'auth',
    cause: 'The API key is not where the pipeline says that it is.',
    fix: 'set the environment variable or the file that target.apiKey names',
    example: 'apiKey: { env: CHATFERRY_API_KEY }, and the variable is not set',
  },
  'AUTH.REFUSED': {
    exit: 'auth',
    cause: 'The service refuses the key, or its scope is too small. No row is marked for it.',
    fix: 'use a key of the app with scope fullAccess, then run the same command again',
    example: 'a key of scope authOnly',
  },
  'SERVICE.UNREACHABLE': {
    exit: 'temporary',
    cause: 'There is no connection to the service.',
    fix: 'check the network and the target, then run the same command again',
    example: 'a machine without a network',
  },
  'SERVICE.OUTAGE': {
    exit: 'temporary',
    cause: 'Nothing has succeeded for an hour. What is done is saved.',
    fix: 'run the same command again when the service is back',
    example: 'the service answers every request with 503',
  },
  'SERVICE.TLS': {
    exit: 'precondition',
    cause: 'The certificate of the service is not trusted for this address.',
    fix: 'check the address; a private certificate authority is named with target.caFile',
    example: 'a proxy that shows a certificate of its own',
  },
  'SERVICE.NOT_THE_API': {
    exit: 'precondition',
    cause: 'What answers at the address is not the chat service.',
    fix: 'check the address: something else than the service answers there',
    example: 'serviceHost: example.com',
  },
  'GUARD.MAX_REJECTS': {
    exit: 'guard',
    cause:
      'More rows were rejected than the pipeline allows, which mostly means a wrong map or a wrong file.',
    fix: 'raise limits.maxRejects and run the same command again; or correct the source, then run again, a migration with --fresh',
    example: 'limits: { maxRejects: 1% }',
  },
  'GUARD.THRESHOLD': {
    exit: 'guard',
    cause:
      'A threshold of the pipeline file does not hold at the end. Everything was read, the report is complete.',
    fix: 'correct the source, or change thresholds: in the pipeline file',
    example: 'thresholds: { rejected: "<0.1%", notCarried: "==0" }',
  },
  'VALIDATE.STRICT': {
    exit: 'rejected',
    cause:
      'With validate --strict, notices and columns that no field takes are failures, though every row would land.',
    fix: 'correct what is listed, map or remove the columns, or leave out --strict',
    example: 'chatferry validate pipeline.yaml --strict',
  },
  'SANDBOX.LOST': {
    exit: 'temporary',
    cause: 'The sandbox that the run had started is gone.',
    fix: 'run the same command again',
    example: 'the process of the sandbox was ended from outside',
  },
  'SANDBOX.FAILED': {
    exit: 'precondition',
    cause: 'The sandbox could not start.',
    fix: 'chatferry sandbox --help',
    example: 'chatferry sandbox --port 80',
  },
  'RUN.UNFINISHED': {
    exit: 'precondition',
    cause: 'The rejected rows of a run can be written again only when the run itself is done.',
    fix: 'finish the run first',
    example: 'chatferry rejects retry pipeline.yaml, after a run that was interrupted',
  },
  'RUN.MAX_DURATION': {
    exit: 'temporary',
    cause: 'The time given with --max-duration is over. What is done is saved.',
    fix: 'run the same command again to go on',
    example: 'chatferry run pipeline.yaml --max-duration 30m',
  },
  'RUN.INTERRUPTED': {
    exit: 'interrupted',
    cause: 'Ctrl-C. Requests under way were finished and saved.',
    fix: 'run the same command again to go on',
    example: 'Ctrl-C during chatferry run pipeline.yaml',
  },
  'RUN.HUNG_UP': {
    exit: 'hungUp',
    cause: 'The terminal was closed. What is done is saved.',
    fix: 'run the same command again to go on',
    example: 'a terminal that is closed during a run',
  },
  'RUN.TERMINATED': {
    exit: 'terminated',
    cause: 'The process was asked to end. What is done is saved.',
    fix: 'run the same command again to go on',
    example: 'kill, or the shutdown of the machine',
  },
  'RUN.DECLINED': {
    exit: 'declined',
    cause: 'The question before writing to a hosted service was not answered with yes.',
    fix: 'run the same command with --yes to start without a question',
    example: 'n at the question of chatferry run pipeline.yaml',
  },
  'BUG.UNEXPECTED': {
    exit: 'bug',
    cause: 'Something happened that the tool does not know. It is its own mistake, not yours.',
    fix: 'please report it with the message and the run log',
    example: 'an error with a stack of calls',
  },
} as const satisfies Record<string, RunCodeText>;
