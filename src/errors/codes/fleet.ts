import type { RunCodeText } from './code.ts';

/** Codes of many processes and machines: fleets, the limits that they share, shards, and where a state is kept. */
export const fleetCodes = {
  'FLEET.QUEUE_MISSING': {
    exit: 'precondition',
    cause: 'A fleet command needs the address of a queue; none or an invalid one was given.',
    fix: 'export CHATFERRY_QUEUE=redis://HOST:6379  or  postgres://USER:PASSWORD@HOST/DATABASE',
    example: 'chatferry fleet status, without --queue and without CHATFERRY_QUEUE',
  },
  'FLEET.LIBRARY_MISSING': {
    exit: 'precondition',
    cause: 'A library for fleets, which is installed separately, is missing.',
    fix: 'npm install -g bullmq@6.7.0 cron-parser@5.10.3 ioredis@6.0.0 pg@8.23.1',
    example: 'npm install -g chatferry --omit=peer; chatferry fleet status',
  },
  'FLEET.UNREACHABLE': {
    exit: 'temporary',
    cause:
      'The server of the queue does not answer, or stores nothing: its memory or disk is full, or it is a replica.',
    fix: 'start the server of the queue, or correct --queue or CHATFERRY_QUEUE; then give the same command again',
    example: 'chatferry fleet status --queue redis://127.0.0.1:6379, and no server listens there',
  },
  'FLEET.REFUSED': {
    exit: 'auth',
    cause: 'The server of the queue refuses this user or password, or lets the user create nothing.',
    fix: 'correct the user and the password in CHATFERRY_QUEUE',
    example: 'CHATFERRY_QUEUE=postgres://fleet:wrong@db.example.com/fleet',
  },
  'FLEET.EVICTION': {
    exit: 'precondition',
    cause:
      'The Redis of the queue drops keys when its memory is full: pipelines and schedules would be lost.',
    fix: 'set  maxmemory-policy noeviction  in redis.conf, or  redis-cli CONFIG SET maxmemory-policy noeviction',
    example: 'a Redis that is a cache, with  maxmemory-policy allkeys-lru',
  },
  'FLEET.SERVER_VERSION': {
    exit: 'precondition',
    cause: 'The server of the queue, or its content, has a version that chatferry does not support.',
    fix: 'use Redis 5, Valkey 7, PostgreSQL 13 or later, and the same version of this program on all machines',
    example: 'a queue in PostgreSQL 12',
  },
  'FLEET.CLOCK_WRONG': {
    exit: 'precondition',
    cause: 'The clocks of this machine and of the queue server differ by over half a minute.',
    fix: 'set both clocks, for example with  timedatectl set-ntp true;  then give the same command again',
    example: 'chatferry fleet work, on a machine whose clock is still that of another time zone',
  },
  'FLEET.FOREIGN_QUEUE': {
    exit: 'precondition',
    cause: 'Another program uses the name of our queue. Nothing was written or run.',
    fix: 'give the fleet a database of its own, in Redis for example  redis://HOST:6379/5',
    example: 'another program uses the queue chatferry:pipelines of the same Redis',
  },
  'FLEET.ALREADY_SUBMITTED': {
    exit: 'locked',
    cause: 'The pipeline is already waiting or running.',
    fix: 'chatferry fleet status  shows it;  chatferry fleet cancel <pipeline>  ends it',
    example: 'chatferry fleet submit pipeline.yaml, typed in two terminals',
  },
  'FLEET.UNKNOWN_PIPELINE': {
    exit: 'precondition',
    cause: 'The queue has no such pipeline.',
    fix: 'chatferry fleet status  lists them',
    example: 'chatferry fleet cancel nigthly',
  },
  'FLEET.SCHEDULE_INVALID': {
    exit: 'precondition',
    cause: 'The schedule is not a valid cron expression, or its zone is not a time zone.',
    fix: 'chatferry fleet schedule <pipeline> --at "15 4 * * *" --zone Europe/Berlin',
    example: 'chatferry fleet schedule sync.yaml --at "25 o\'clock"',
  },
  'FLEET.FOLDER_MISSING': {
    exit: 'precondition',
    cause:
      'The folder of the pipeline does not exist on the machine of the worker. Nothing was read or sent.',
    fix: 'mount the folder at the same path on every worker, then submit the pipeline again',
    example: 'chatferry fleet submit /home/ann/pipeline.yaml, and a worker on another machine takes it',
  },
  'FLEET.PATH_REFUSED': {
    exit: 'precondition',
    cause:
      'The pipeline names files that this worker may not open. Pipelines in its pipelines, which only its user or root can change, may name any file; others only those below its folders, no hidden files or key files.',
    fix: 'add the folder of the pipeline to the worker file (fleet work --config):  pipelines: [/srv/pipelines];  or allow only the files below a folder:  folders: [/srv/exports]',
    example:
      'sources: { users: { path: /etc/passwd } } in a pipeline that is not on the machine of the worker',
  },
  'FLEET.HOST_REFUSED': {
    exit: 'auth',
    cause:
      'The worker does not trust the pipeline, and its file does not list a server that the pipeline names. Nothing was sent.',
    fix: 'add it to the worker file (fleet work --config):  hosts: [hooks.example.com];  or use a variable of its env',
    example:
      'notify: [{ webhook: https://collector.example/ }] in a job that somebody else has put into the queue',
  },
  'FLEET.CODE_REFUSED': {
    exit: 'precondition',
    cause:
      'The pipeline runs code: a transform, a command, or TypeScript. Workers do not run code from a queue.',
    fix: 'write it without code; or start the workers with --allow-code, if you trust all who can write to the queue',
    example: 'sources: { users: { command: [psql, -c, SELECT …] } }',
  },
  'FLEET.KEY_REFUSED': {
    exit: 'auth',
    cause: 'The worker file does not allow this key for this host and app.',
    fix: 'add the key with its host to keys in the worker file (fleet work --config), and restart the worker',
    example: 'apiKey: { env: CHATFERRY_API_KEY } in a pipeline, and a worker without keys',
  },
  'FLEET.JOB_INVALID': {
    exit: 'precondition',
    cause: 'Another version of chatferry wrote a job of the queue. It was not run.',
    fix: 'use the same version of this program on every machine, then submit the pipeline again',
    example: 'a job that was written by another program',
  },
  'FLEET.CANCELED': {
    exit: 'interrupted',
    cause: 'The pipeline was canceled. Open requests were finished, and the state is saved.',
    fix: 'chatferry fleet submit <pipeline>  continues',
    example: 'chatferry fleet cancel pipeline.yaml',
  },
  'RUN.BUDGET_LOST': {
    exit: 'temporary',
    cause:
      'The rate limits that pipelines of one app share are out of reach: on the queue server, or in a file beside the states.',
    fix: 'check the queue server (without a queue: the disk of the state folder), then run the same command again',
    example: 'chatferry fleet work, and the server of the queue is down for a minute',
  },
  'CONFIG.SHARDS': {
    exit: 'precondition',
    cause: 'The messages of this pipeline cannot be divided among several processes.',
    fix: 'remove shards:, and run it in one process:  chatferry run <pipeline>',
    example: 'shards: 4 in a pipeline with target: sandbox',
  },
  'STATE.SHARDED': {
    exit: 'state',
    cause:
      'The results of the processes that wrote the messages are not joined yet, so the state does not know all rows that were sent.',
    fix: 'finish it first:  chatferry run <pipeline>',
    example: 'chatferry undo pipeline.yaml, while two of four shards are written',
  },
  'STATE.SERVER_UNREACHABLE': {
    exit: 'temporary',
    cause:
      'The database that keeps the state is down, starting, or has no free connection. Nothing was sent.',
    fix: 'check that the server runs and that state: has its host and port, then run the same command again',
    example: 'state: postgres://chatferry@db.example.com/chatferry, while that server is down',
  },
  'STATE.SERVER_REFUSED': {
    exit: 'auth',
    cause: 'The database that keeps the state refuses this user and password, or does not exist.',
    fix: 'correct user, password and database of state:, and let the user create tables there',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a pipeline file holds
    example: 'state: "${STATE_URL}", with an old password',
  },
  'STATE.SERVER_VERSION': {
    exit: 'state',
    cause: 'The tables of the state database are of another version of chatferry. Nothing was changed.',
    fix: 'use the same version on all machines, or another database',
    example: 'one of two machines was updated, and its new version has made the tables',
  },
  'STATE.DRIVER_MISSING': {
    exit: 'precondition',
    cause: 'A state in a database needs the PostgreSQL driver, which is not part of chatferry.',
    fix: 'npm install -g pg@8.23.1',
    example:
      'state: postgres://chatferry@db.example.com/chatferry, on a machine where only chatferry is installed',
  },
  'STATE.FOLDER_UNSUITABLE': {
    exit: 'precondition',
    cause: 'The file system of the state folder cannot create files exclusively, or not link or rename them.',
    fix: 'choose a folder on another disk with state:, or keep the state in PostgreSQL:  state: postgres://…',
    example: 'a state folder in a mounted object store',
  },
} as const satisfies Record<string, RunCodeText>;
