/** Codes of many processes and machines: fleets, the limits that they share, shards, and where a state is kept. */
export declare const fleetCodes: {
    readonly 'FLEET.QUEUE_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'A fleet command needs the address of a queue. None was given, or it is not valid.';
        readonly fix: 'export CHATFERRY_QUEUE=redis://HOST:6379  or  postgres://USER:PASSWORD@HOST/DATABASE';
        readonly example: 'chatferry fleet status, without --queue and without CHATFERRY_QUEUE';
    };
    readonly 'FLEET.LIBRARY_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'Fleets need libraries that are installed separately, and one of them is missing.';
        readonly fix: 'npm install -g bullmq@6.7.0 cron-parser@5.10.3 ioredis@6.0.0 pg@8.23.1';
        readonly example: 'npm install -g chatferry --omit=peer; chatferry fleet status';
    };
    readonly 'FLEET.UNREACHABLE': {
        readonly exit: 'temporary';
        readonly cause: 'The server of the queue does not answer, or cannot store anything: its memory or disk is full, or it is a replica. The work of the pipelines is safe in their states.';
        readonly fix: 'start the server of the queue, or correct --queue or CHATFERRY_QUEUE; then give the same command again';
        readonly example: 'chatferry fleet status --queue redis://127.0.0.1:6379, and no server listens there';
    };
    readonly 'FLEET.REFUSED': {
        readonly exit: 'auth';
        readonly cause: 'The server of the queue refuses this user or password, or does not let the user create anything.';
        readonly fix: 'correct the user and the password in CHATFERRY_QUEUE';
        readonly example: 'CHATFERRY_QUEUE=postgres://fleet:wrong@db.example.com/fleet';
    };
    readonly 'FLEET.EVICTION': {
        readonly exit: 'precondition';
        readonly cause: 'The Redis of the queue drops keys when its memory is full. Pipelines and schedules would be lost silently.';
        readonly fix: 'set  maxmemory-policy noeviction  in redis.conf, or  redis-cli CONFIG SET maxmemory-policy noeviction';
        readonly example: 'a Redis that is a cache, with  maxmemory-policy allkeys-lru';
    };
    readonly 'FLEET.SERVER_VERSION': {
        readonly exit: 'precondition';
        readonly cause: 'The server of the queue, or its content, has a version that chatferry does not support.';
        readonly fix: 'use Redis 5, Valkey 7, PostgreSQL 13 or later, and the same version of this program on all machines';
        readonly example: 'a queue in PostgreSQL 12';
    };
    readonly 'FLEET.CLOCK_WRONG': {
        readonly exit: 'precondition';
        readonly cause: 'The clocks of this machine and of the queue server differ by more than half a minute. Schedules and retries depend on them. Nothing was read from or written to the queue.';
        readonly fix: 'set both clocks, for example with  timedatectl set-ntp true;  then give the same command again';
        readonly example: 'chatferry fleet work, on a machine whose clock is still that of another time zone';
    };
    readonly 'FLEET.FOREIGN_QUEUE': {
        readonly exit: 'precondition';
        readonly cause: 'Another program uses the name of our queue. Nothing was written or run.';
        readonly fix: 'give the fleet a database of its own, in Redis for example  redis://HOST:6379/5';
        readonly example: 'another program uses the queue chatferry:pipelines of the same Redis';
    };
    readonly 'FLEET.ALREADY_SUBMITTED': {
        readonly exit: 'locked';
        readonly cause: 'The pipeline is already waiting or running. It was not submitted again.';
        readonly fix: 'chatferry fleet status  shows it;  chatferry fleet cancel <pipeline>  ends it';
        readonly example: 'chatferry fleet submit pipeline.yaml, typed in two terminals';
    };
    readonly 'FLEET.UNKNOWN_PIPELINE': {
        readonly exit: 'precondition';
        readonly cause: 'The queue has no such pipeline.';
        readonly fix: 'chatferry fleet status  lists them';
        readonly example: 'chatferry fleet cancel nigthly';
    };
    readonly 'FLEET.SCHEDULE_INVALID': {
        readonly exit: 'precondition';
        readonly cause: 'The schedule is not a valid cron expression, or its zone is not a time zone.';
        readonly fix: 'chatferry fleet schedule <pipeline> --at "15 4 * * *" --zone Europe/Berlin';
        readonly example: 'chatferry fleet schedule sync.yaml --at "25 o\'clock"';
    };
    readonly 'FLEET.FOLDER_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'The folder of the pipeline does not exist on the machine of the worker. Nothing was read or sent.';
        readonly fix: 'mount the folder at the same path on every worker, then submit the pipeline again';
        readonly example: 'chatferry fleet submit /home/ann/pipeline.yaml, and a worker on another machine takes it';
    };
    readonly 'FLEET.PATH_REFUSED': {
        readonly exit: 'precondition';
        readonly cause: 'The pipeline names files that this worker may not open. A pipeline may name any file if the worker file lists its folder under pipelines, the same text is in its file there, and only the user of the worker or root can change it. Other pipelines may use only files below the folders of the worker, no hidden files and no key files. Nothing was read or sent.';
        readonly fix: 'add the folder of the pipeline to the worker file (fleet work --config):  pipelines: [/srv/pipelines];  or allow only the files below a folder:  folders: [/srv/exports]';
        readonly example: 'sources: { users: { path: /etc/passwd } } in a pipeline that is not on the machine of the worker';
    };
    readonly 'FLEET.HOST_REFUSED': {
        readonly exit: 'auth';
        readonly cause: 'The pipeline is not one that the worker trusts, and it names a server that the worker file does not list: for its state, its sources or its notifications. Nothing was sent.';
        readonly fix: 'add it to the worker file (fleet work --config):  hosts: [hooks.example.com];  or use a variable that is listed there under env';
        readonly example: 'notify: [{ webhook: https://collector.example/ }] in a job that somebody else has put into the queue';
    };
    readonly 'FLEET.CODE_REFUSED': {
        readonly exit: 'precondition';
        readonly cause: 'The pipeline runs code: a transform, a command, or it is TypeScript. Workers do not run code from a queue.';
        readonly fix: 'write it without code; or start the workers with --allow-code, if you trust everyone who can write to the queue';
        readonly example: 'sources: { users: { command: [psql, -c, SELECT …] } }';
    };
    readonly 'FLEET.KEY_REFUSED': {
        readonly exit: 'auth';
        readonly cause: 'The worker file does not allow this key for this host and app, so that nobody can have a key sent to another server. Nothing was sent.';
        readonly fix: 'add the key with its host to keys in the worker file (fleet work --config), and restart the worker';
        readonly example: 'apiKey: { env: CHATFERRY_API_KEY } in a pipeline, and a worker without keys';
    };
    readonly 'FLEET.JOB_INVALID': {
        readonly exit: 'precondition';
        readonly cause: 'A job of the queue was not written by this version of chatferry. It was not run.';
        readonly fix: 'use the same version of this program on every machine, then submit the pipeline again';
        readonly example: 'a job that was written by another program';
    };
    readonly 'FLEET.CANCELED': {
        readonly exit: 'interrupted';
        readonly cause: 'The pipeline was canceled. Open requests were finished, and the state is saved.';
        readonly fix: 'chatferry fleet submit <pipeline>  continues';
        readonly example: 'chatferry fleet cancel pipeline.yaml';
    };
    readonly 'RUN.BUDGET_LOST': {
        readonly exit: 'temporary';
        readonly cause: 'Pipelines of one app share its rate limits, and the shared record of them could not be reached: the queue server, or a file beside the states. The run stopped sending, so that it cannot exceed the limit. Accepted rows are recorded.';
        readonly fix: 'check that the queue server runs (without a queue: that the disk of the state folder works), then run the same command again';
        readonly example: 'chatferry fleet work, and the server of the queue is down for a minute';
    };
    readonly 'CONFIG.SHARDS': {
        readonly exit: 'precondition';
        readonly cause: 'The messages of this pipeline cannot be divided among several processes.';
        readonly fix: 'remove shards:, and run it in one process:  chatferry run <pipeline>';
        readonly example: 'shards: 4 in a pipeline with target: sandbox';
    };
    readonly 'STATE.SHARDED': {
        readonly exit: 'state';
        readonly cause: 'Several processes have written the messages of this pipeline, and their results are not joined yet. Until then, the state does not know every row that was sent.';
        readonly fix: 'finish it first:  chatferry run <pipeline>';
        readonly example: 'chatferry undo pipeline.yaml, while two of four shards are written';
    };
    readonly 'STATE.SERVER_UNREACHABLE': {
        readonly exit: 'temporary';
        readonly cause: 'The database that keeps the state does not answer: it is down, is starting, or has no free connection. Nothing was sent.';
        readonly fix: 'check that the server runs and that state: has its host and port, then run the same command again';
        readonly example: 'state: postgres://chatferry@db.example.com/chatferry, while that server is down';
    };
    readonly 'STATE.SERVER_REFUSED': {
        readonly exit: 'auth';
        readonly cause: 'The database that keeps the state refuses this user and password, or does not exist.';
        readonly fix: 'correct user, password and database of state: (best in an environment variable), and let the user create tables there';
        readonly example: 'state: "${STATE_URL}", with an old password';
    };
    readonly 'STATE.SERVER_VERSION': {
        readonly exit: 'state';
        readonly cause: 'The tables of the state database belong to another version of chatferry. Nothing was changed.';
        readonly fix: 'use the same version on all machines, or another database';
        readonly example: 'one of two machines was updated, and its new version has made the tables';
    };
    readonly 'STATE.DRIVER_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'A state in a database needs the PostgreSQL driver, which is not part of chatferry.';
        readonly fix: 'npm install -g pg@8.23.1';
        readonly example: 'state: postgres://chatferry@db.example.com/chatferry, on a machine where only chatferry is installed';
    };
    readonly 'STATE.FOLDER_UNSUITABLE': {
        readonly exit: 'precondition';
        readonly cause: 'The file system of the state folder cannot create a file exclusively, or cannot link or rename files. Locks would not work, and a saved state could be lost. Nothing was sent.';
        readonly fix: 'choose a folder on another disk with state:, or keep the state in PostgreSQL:  state: postgres://…';
        readonly example: 'a state folder in a mounted object store';
    };
};
