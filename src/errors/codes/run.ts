import type { RunCodeText } from './code.ts';
import { exportCodes } from './export.ts';
import { fleetCodes } from './fleet.ts';
import { guardCodes } from './guard.ts';
import { lookupCodes } from './lookup.ts';
import { machineCodes } from './machine.ts';
import { programCodes } from './program.ts';
import { sourceCodes } from './source.ts';
import { undoCodes } from './undo.ts';

/** Every code that a run can end with. `fix` is the hint of an error that is raised without its own. */
export const runCodes = {
  ...guardCodes,
  ...undoCodes,
  ...machineCodes,
  ...sourceCodes,
  ...exportCodes,
  ...lookupCodes,
  ...programCodes,
  ...fleetCodes,
  'USAGE.INVALID': {
    exit: 'precondition',
    cause: 'The tool does not understand the command line.',
    fix: 'chatferry --help',
    example: 'chatferry vaildate pipeline.yaml',
  },
  'CONFIG.FILE_MISSING': {
    exit: 'precondition',
    cause: 'The pipeline file does not exist or cannot be read.',
    fix: 'check the path of the pipeline file',
    example: 'chatferry validate pipline.yaml',
  },
  'CONFIG.INVALID': {
    exit: 'precondition',
    cause: 'The pipeline file has a key or a value that is not allowed. Nothing was read or sent.',
    fix: 'chatferry schema  prints what a pipeline file may hold',
    example: 'sources: { users: { path: users.csv, delimeter: ";" } }',
  },
  'CONFIG.SYNTAX': {
    exit: 'precondition',
    cause: 'The pipeline file is not valid YAML or JSON; or it is TypeScript and cannot be loaded.',
    fix: 'correct the file at the line and column named',
    example: 'sources: { users: { path: users.csv }',
  },
  'CONFIG.ENV_MISSING': {
    exit: 'precondition',
    cause: 'The pipeline file uses an environment variable that is not set.',
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
  'CONFIG.TARGET_CHOICE': {
    exit: 'precondition',
    cause: 'The pipeline has several targets and the command names none of them, or one that is not there.',
    fix: 'name one:  --to staging;  or declare what is used without it:  target: sandbox',
    example: 'targets: { staging: sandbox, production: { appId: 2xxxx9f, serviceHost: example.io } }',
  },
  'STATE.FORGETTING': {
    exit: 'state',
    cause:
      'The traces of a person were being removed from what is kept, and that was interrupted. Until it is done, a run could send rows of that person again.',
    fix: 'give the same command once more:  chatferry forget <pipeline> --uid UID',
    example: 'chatferry forget pipeline.yaml --uid u-17, killed; then chatferry run pipeline.yaml',
  },
  'STATE.LOCKED': {
    exit: 'locked',
    cause:
      'Another run uses the same state. Two runs at once would send rows twice. A run that was killed on this machine leaves no such lock; one that was killed with its container or its machine does.',
    fix: 'wait for the other run, or look at it:  chatferry status <pipeline>',
    example: 'chatferry run pipeline.yaml, typed in two terminals',
  },
  'STATE.LOCK_LOST': {
    exit: 'locked',
    cause:
      'The lock of this run was removed, or its lease ended, while it was stopped or cut off, and another run may have gone on. It has sent and saved nothing since then.',
    fix: 'look at the other run:  chatferry status <pipeline>;  after it, the same command goes on',
    example: 'a machine wakes up after a night, and somebody has unlocked and run the pipeline elsewhere',
  },
  'STATE.INPUT_CHANGED': {
    exit: 'state',
    cause:
      'A source file is not the one that the saved state belongs to, so the saved positions no longer point to the same rows.',
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
    cause: 'The pipeline now makes other rows from the same files than when the state was saved.',
    fix: 'restore the pipeline file, or start over with --fresh (rows already there are recognised)',
    example: 'another map: between two runs',
  },
  'STATE.CORRUPT': {
    exit: 'state',
    cause:
      'A file of the saved state is damaged: its content is not what was written. Nothing was sent, because what it says could be wrong.',
    fix: 'see what is damaged:  chatferry state check <pipeline>  and mend it:  chatferry state repair <pipeline>',
    example: 'a checkpoint.json that was edited by hand, or a disk with errors',
  },
  'STATE.LEDGER_LOST': {
    exit: 'state',
    cause:
      'The ledger, which records the rows in the service, is missing, empty, older than the checkpoint, or another one. Without it, changed rows would not be written and removed rows not be removed. Nothing was sent.',
    fix: 'put the state folder back from a copy; or rebuild the ledger:  chatferry state repair <pipeline>  (what the service has now:  chatferry plan <pipeline> --online)',
    example: 'a ledger.log that was deleted, or one of an older time',
  },
  'STATE.NO_REPORT': {
    exit: 'precondition',
    cause: 'No run of this pipeline has written a report yet, so there is nothing to show.',
    fix: 'run the pipeline first, or see what is wrong with its files:  chatferry validate <pipeline> --report report.html',
    example: 'chatferry report pipeline.yaml, before the first run',
  },
  'STATE.UNWRITABLE': {
    exit: 'temporary',
    cause:
      'Something cannot be saved: the disk is full, fails or is read-only, or the folder is not writable. The run sends nothing that it cannot record.',
    fix: 'free some space or correct the permissions, then run the same command again',
    example: 'a state folder on a full disk',
  },
  'AUTH.KEY_MISSING': {
    exit: 'auth',
    cause: 'The API key is not where the pipeline says it is.',
    fix: 'set the environment variable or the file that target.apiKey names',
    example: 'apiKey: { env: CHATFERRY_API_KEY }, and the variable is not set',
  },
  'AUTH.REFUSED': {
    exit: 'auth',
    cause: 'The service refuses the key, or the scope of the key is too small. No row is rejected for this.',
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
    cause: 'No request has succeeded for an hour. Finished work is saved.',
    fix: 'run the same command again when the service is back',
    example: 'the service answers every request with 503',
  },
  'SERVICE.REFUSES_ALL': {
    exit: 'temporary',
    cause:
      'The service refused the first hundred rows of an entity in the same way, or every request of one with fewer rows. Then not the rows are at fault but something in front of them: a proxy, a firewall, the plan or the settings of the app. No row is rejected for this.',
    fix: 'look at the answer, then run the same command again; if these rows are really all wrong, limits: { maxRejects: 100% } rejects them',
    example: 'a firewall that answers every POST with 400',
  },
  'ROW.IN_DOUBT': {
    exit: 'temporary',
    cause:
      'Some rows were sent, and in several attempts over at least a minute the service did not say what became of them. They may have landed or not. They are not rejected, and rows that refer to them are not blocked.',
    fix: 'run the same command again: it first finds out whether these rows have landed',
    example: 'answers of the service in which a row is missing',
  },
  'NOTIFICATIONS.ON': {
    exit: 'precondition',
    cause:
      'The run would send messages or reactions by live calls, and the app notifies people: they would get pushes, text messages or e-mails about old messages.',
    fix: 'switch the notifications of the app off for the time of the run, or run the same command with --allow-notifications',
    example: 'policies: { threads: write } for an app with a push provider',
  },
  'SERVICE.TLS': {
    exit: 'precondition',
    cause: 'The certificate of the service is not trusted for this address.',
    fix: 'check the address; name a private certificate authority with target.caFile',
    example: 'a proxy that shows a certificate of its own',
  },
  'SERVICE.PROXY': {
    exit: 'precondition',
    cause:
      'The proxy that HTTPS_PROXY names does not let requests through: it wants other credentials, forbids the address, or is itself not trusted. Nothing goes around it.',
    fix: 'correct HTTPS_PROXY, or name the host of the service in NO_PROXY; look at it with  chatferry doctor <pipeline>',
    example: 'HTTPS_PROXY=http://proxy.example.com:3128, and the proxy wants a user and a password',
  },
  'SERVICE.NOT_THE_API': {
    exit: 'precondition',
    cause: 'The server at the address is not the chat service.',
    fix: 'check the address: another server answers there',
    example: 'serviceHost: example.com',
  },
  'GUARD.MAX_REJECTS': {
    exit: 'guard',
    cause: 'More rows were rejected than the pipeline allows. Usually the map or the file is wrong.',
    fix: 'raise limits.maxRejects and run the same command again; or correct the source, then run again, a migration with --fresh',
    example: 'limits: { maxRejects: 1% }',
  },
  'GUARD.THRESHOLD': {
    exit: 'guard',
    cause:
      'A threshold of the pipeline file is not met at the end. All rows were read, and the report is complete.',
    fix: 'correct the source, or change thresholds: in the pipeline file',
    example: 'thresholds: { rejected: "<0.1%", notCarried: "==0" }',
  },
  'VALIDATE.STRICT': {
    exit: 'rejected',
    cause:
      'With validate --strict, notices and columns that no field uses are failures, even if every row could be imported.',
    fix: 'correct what is listed, map or remove the columns, or leave out --strict',
    example: 'chatferry validate pipeline.yaml --strict',
  },
  'RUN.STRICT': {
    exit: 'rejected',
    cause:
      'With run --strict, rows that were skipped because an equal row stands before them are failures, even if every other row landed.',
    fix: 'remove the repeated rows from the source, or leave out --strict',
    example: 'chatferry run pipeline.yaml --strict',
  },
  'SANDBOX.LOST': {
    exit: 'temporary',
    cause: 'The sandbox that the run started is no longer there.',
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
    cause: 'Rejected rows can be retried only after the run itself is done.',
    fix: 'finish the run first',
    example: 'chatferry rejects retry pipeline.yaml, after a run that was interrupted',
  },
  'RUN.MAX_DURATION': {
    exit: 'temporary',
    cause: 'The time given with --max-duration is over. Finished work is saved.',
    fix: 'run the same command again to go on',
    example: 'chatferry run pipeline.yaml --max-duration 30m',
  },
  'RUN.INTERRUPTED': {
    exit: 'interrupted',
    cause: 'Ctrl-C was pressed. Requests under way were finished and saved.',
    fix: 'run the same command again to go on',
    example: 'Ctrl-C during chatferry run pipeline.yaml',
  },
  'RUN.CLOCK_WRONG': {
    exit: 'ok',
    cause:
      "The clock of this machine differs from the service's by five minutes or more. Who created a row is judged by the service's clock, so that no row is taken for somebody else's; times in reports and logs are those of this machine.",
    fix: 'set the clock of this machine, best with NTP',
    example: 'a virtual machine that was asleep',
  },
  'RUN.HUNG_UP': {
    exit: 'hungUp',
    cause: 'The terminal was closed. Finished work is saved.',
    fix: 'run the same command again to go on',
    example: 'a terminal that is closed during a run',
  },
  'RUN.TERMINATED': {
    exit: 'terminated',
    cause: 'The process was asked to end. Finished work is saved.',
    fix: 'run the same command again to go on',
    example: 'kill, or the shutdown of the machine',
  },
  'RUN.KILLED': {
    exit: 'temporary',
    cause:
      'The process was killed, or its machine went down, before it could write a result. The next command on the pipeline has written this report from the last saved position.',
    fix: 'run the same command again to go on',
    example: 'kill -9 during a run, seen afterwards in chatferry runs pipeline.yaml',
  },
  'RUN.UNKNOWN': {
    exit: 'precondition',
    cause: 'No kept run has this id, or several begin with it. The last 50 runs of a pipeline are kept.',
    fix: 'see which there are:  chatferry runs <pipeline>',
    example: 'chatferry diff pipeline.yaml last-99 last',
  },
  'RUN.DECLINED': {
    exit: 'declined',
    cause: 'The question before writing to a hosted service, or before a repair, was not answered with yes.',
    fix: 'nothing, if that was meant; else give the same command again and type what the question asks for',
    example: 'n at the question of chatferry run pipeline.yaml',
  },
  'BUG.UNEXPECTED': {
    exit: 'bug',
    cause: 'An unexpected error occurred. It is a mistake in the tool, not yours.',
    fix: 'please report it with the message and the run log',
    example: 'an error with a stack of calls',
  },
} as const satisfies Record<string, RunCodeText>;
