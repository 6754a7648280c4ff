import type { RunCodeText } from './code.ts';
import { exportCodes } from './export.ts';
import { fileCodes, filesCodes } from './files.ts';
import { fleetCodes } from './fleet.ts';
import { guardCodes, undoCodes } from './guard.ts';
import { liveCodes } from './live.ts';
import { machineCodes } from './machine.ts';
import { programCodes } from './program.ts';
import { lookupCodes, sourceCodes } from './source.ts';

/** Every code with which a run can end. `fix` is the hint of an error that has no hint of its own. */
export const runCodes = {
  ...guardCodes,
  ...undoCodes,
  ...machineCodes,
  ...sourceCodes,
  ...exportCodes,
  ...fileCodes,
  ...filesCodes,
  ...lookupCodes,
  ...liveCodes,
  ...programCodes,
  ...fleetCodes,
  'USAGE.INVALID': {
    exit: 'precondition',
    cause: 'The command line is not valid.',
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
    cause: 'The pipeline file has a key or a value that is not allowed.',
    fix: 'chatferry schema  prints the allowed keys and values',
    example: 'sources: { users: { path: users.csv, delimeter: ";" } }',
  },
  'CONFIG.SYNTAX': {
    exit: 'precondition',
    cause: 'The pipeline file is not valid YAML or JSON, or is TypeScript that cannot be loaded.',
    fix: 'correct the file at the line and column named',
    example: 'sources: { users: { path: users.csv }',
  },
  'CONFIG.UNANSWERED': {
    exit: 'precondition',
    cause:
      'The pipeline has an open question: "?" where a column or one of a few words is expected. For a column called ?, use columns.',
    fix: 'replace "?" by the answer, or add --force --answer ID=VALUE to the chatferry init that wrote the file',
    example: 'sources: { messages: { path: messages.csv, map: { receiver: "?" } } }',
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
    cause: 'The pipeline names no target.',
    fix: 'add target: sandbox to rehearse, or target: with appId, region and serviceHost',
    example: 'chatferry run pipelines/dry-run-validation.yaml',
  },
  'CONFIG.TARGET_CHOICE': {
    exit: 'precondition',
    cause: 'The pipeline has several targets, and the command names none or an unknown one.',
    fix: 'name one:  --to staging;  or declare the one to use without it:  target: sandbox',
    example: 'targets: { staging: sandbox, production: { appId: 2xxxx9f, serviceHost: example.io } }',
  },
  'STATE.FORGETTING': {
    exit: 'state',
    cause:
      'The removal of a person from the state was interrupted. Until it is finished, a run could send their rows again.',
    fix: 'give the same command once more:  chatferry forget <pipeline> --uid UID',
    example: 'chatferry forget pipeline.yaml --uid u-17, killed; then chatferry run pipeline.yaml',
  },
  'STATE.LOCKED': {
    exit: 'locked',
    cause:
      'Another run uses the same state. A killed run leaves a lock only if its container or machine is gone.',
    fix: 'wait for the other run, or look at it:  chatferry status <pipeline>',
    example: 'chatferry run pipeline.yaml, typed in two terminals',
  },
  'STATE.LOCK_LOST': {
    exit: 'locked',
    cause: 'This run lost its lock while it was stopped or disconnected; another may have continued.',
    fix: 'look at the other run:  chatferry status <pipeline>;  when it has ended, run the same command again',
    example: 'a machine wakes up after a night, and somebody has unlocked and run the pipeline elsewhere',
  },
  'STATE.INPUT_CHANGED': {
    exit: 'state',
    cause: 'A source file is not the one of the saved state, so saved positions are wrong.',
    fix: 'restore the file, or start over with --fresh (existing rows are recognised)',
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
    cause: 'The pipeline now makes other rows from the same files.',
    fix: 'restore the pipeline file, or start over with --fresh (existing rows are recognised)',
    example: 'another map: between two runs',
  },
  'STATE.CORRUPT': {
    exit: 'state',
    cause: 'A file of the saved state is damaged. Nothing was sent.',
    fix: 'see what is damaged:  chatferry state check <pipeline>  and repair it:  chatferry state repair <pipeline>',
    example: 'a checkpoint.json that was edited by hand',
  },
  'STATE.LEDGER_LOST': {
    exit: 'state',
    cause:
      'The ledger, which records the rows in the service, is missing, empty, older than the checkpoint, or of another state.',
    fix: 'restore the state folder from a copy; or rebuild the ledger:  chatferry state repair <pipeline>  (what the service has now:  chatferry plan <pipeline> --online)',
    example: 'a ledger.log that was deleted, or one of an older time',
  },
  'STATE.NO_REPORT': {
    exit: 'precondition',
    cause: 'No run of this pipeline has written a report yet.',
    fix: 'run the pipeline first, or check its files:  chatferry validate <pipeline> --report report.html',
    example: 'chatferry report pipeline.yaml, before the first run',
  },
  'STATE.UNWRITABLE': {
    exit: 'temporary',
    cause: 'A file cannot be saved: the disk is full, fails or is read-only, or the folder is.',
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
    cause: 'The service refuses the key, or its scope is too small. No row is rejected for this.',
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
      'The service refused the first hundred rows of an entity alike, or all of them. Probably a proxy, a firewall or the settings of the app are wrong. No row is rejected for this.',
    fix: 'read the answer, then run the same command again; if these rows are really all wrong, limits: { maxRejects: 100% } rejects them',
    example: 'a firewall that answers every POST with 400',
  },
  'ROW.IN_DOUBT': {
    exit: 'temporary',
    cause: 'In several attempts, the service did not confirm some rows. They may have been imported.',
    fix: 'run the same command again: it first checks whether these rows were imported',
    example: 'answers of the service in which a row is missing',
  },
  'NOTIFICATIONS.ON': {
    exit: 'precondition',
    cause:
      'The run would make live calls, and the app would notify people of old messages, by push, text or e-mail.',
    fix: 'switch off notifications in the app during the run, or add --allow-notifications',
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
      'The proxy of HTTPS_PROXY needs other credentials, forbids the address, or is not trusted. It is never bypassed.',
    fix: 'correct HTTPS_PROXY, or name the host of the service in NO_PROXY; to check:  chatferry doctor <pipeline>',
    example: 'HTTPS_PROXY=http://proxy.example.com:3128, and the proxy wants a user and a password',
  },
  'SERVICE.NOT_THE_API': {
    exit: 'precondition',
    cause: 'The server at the address is not the chat service.',
    fix: 'check the address',
    example: 'serviceHost: example.com',
  },
  'GUARD.MAX_REJECTS': {
    exit: 'guard',
    cause:
      'More rows were rejected or blocked than limits.maxRejects allows. Usually the map or the file is wrong.',
    fix: 'raise limits.maxRejects, or correct the source; then run again, after a correction a migration with --fresh',
    example: 'limits: { maxRejects: 1% }',
  },
  'GUARD.THRESHOLD': {
    exit: 'guard',
    cause: 'A threshold of the pipeline file was not met. All rows were read.',
    fix: 'correct the source, or change thresholds: in the pipeline file',
    example: 'thresholds: { rejected: "<0.1%", notCarried: "==0" }',
  },
  'VALIDATE.STRICT': {
    exit: 'rejected',
    cause: 'With --strict, notices and columns that no field uses are failures.',
    fix: 'correct what is listed, map or remove the columns, or omit --strict',
    example: 'chatferry validate pipeline.yaml --strict',
  },
  'RUN.STRICT': {
    exit: 'rejected',
    cause: 'With --strict, skipped duplicates are failures.',
    fix: 'remove the duplicates from the source, or omit --strict',
    example: 'chatferry run pipeline.yaml --strict',
  },
  'SANDBOX.LOST': {
    exit: 'temporary',
    cause: 'The sandbox that the run started has ended.',
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
    cause: 'Rejected rows can be retried only after the run has finished.',
    fix: 'finish the run first',
    example: 'chatferry rejects retry pipeline.yaml, after a run that was interrupted',
  },
  'RUN.MAX_DURATION': {
    exit: 'temporary',
    cause: 'The time of --max-duration is over. Finished work is saved.',
    fix: 'run the same command again to continue',
    example: 'chatferry run pipeline.yaml --max-duration 30m',
  },
  'RUN.INTERRUPTED': {
    exit: 'interrupted',
    cause: 'Ctrl-C was pressed. Finished work is saved.',
    fix: 'run the same command again to continue',
    example: 'Ctrl-C during chatferry run pipeline.yaml',
  },
  'RUN.CLOCK_WRONG': {
    exit: 'ok',
    cause: 'The clocks of this machine and of the service differ by five minutes or more.',
    fix: 'set the clock of this machine, best with NTP',
    example: 'a virtual machine that was asleep',
  },
  'RUN.HUNG_UP': {
    exit: 'hungUp',
    cause: 'The terminal was closed. Finished work is saved.',
    fix: 'run the same command again to continue',
    example: 'a terminal that is closed during a run',
  },
  'RUN.TERMINATED': {
    exit: 'terminated',
    cause: 'The process was asked to end. Finished work is saved.',
    fix: 'run the same command again to continue',
    example: 'kill, or the shutdown of the machine',
  },
  'RUN.KILLED': {
    exit: 'temporary',
    cause: 'The process was killed, or its machine went down. The next command wrote this report.',
    fix: 'run the same command again to continue',
    example: 'kill -9 during a run, seen afterwards in chatferry runs pipeline.yaml',
  },
  'RUN.UNKNOWN': {
    exit: 'precondition',
    cause: 'No run has this id, or several do. The last 50 runs are kept.',
    fix: 'list the runs:  chatferry runs <pipeline>',
    example: 'chatferry diff pipeline.yaml last-99 last',
  },
  'RUN.DECLINED': {
    exit: 'declined',
    cause: 'The question was not answered with yes.',
    fix: 'give the same command again and type what the question asks for',
    example: 'n at the question of chatferry run pipeline.yaml',
  },
  'BUG.UNEXPECTED': {
    exit: 'bug',
    cause: 'A bug in chatferry, not your mistake.',
    fix: 'please report it with the message and the run log',
    example: 'an error with a stack of calls',
  },
} as const satisfies Record<string, RunCodeText>;
