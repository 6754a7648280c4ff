/** Codes of many processes and machines: fleets, the limits that they share, shards, and where a state is kept. */
export declare const fleetCodes: {
    readonly 'FLEET.QUEUE_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'A fleet command needs the address of a queue, and got none that it understands.';
        readonly fix: 'export CHATFERRY_QUEUE=redis://HOST:6379  or  postgres://USER:PASSWORD@HOST/DATABASE';
        readonly example: 'chatferry fleet status, without --queue and without CHATFERRY_QUEUE';
    };
    readonly 'FLEET.LIBRARY_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'The libraries of fleets are installed where a fleet is used, and one of them is not there.';
        readonly fix: 'npm install -g bullmq@6.7.0 cron-parser@5.10.3 ioredis@6.0.0 pg@8.23.1';
        readonly example: 'npm install -g chatferry --omit=peer; chatferry fleet status';
    };
    readonly 'FLEET.UNREACHABLE': {
        readonly exit: 'temporary';
        readonly cause: 'The server of the queue does not answer, or can take nothing: its memory or its disk is full, or it is a replica. What the pipelines have done is in their states, not in the queue.';
        readonly fix: 'start the server of the queue, or correct --queue or CHATFERRY_QUEUE; then type the same command again';
        readonly example: 'chatferry fleet status --queue redis://127.0.0.1:6379, and no server listens there';
    };
    readonly 'FLEET.REFUSED': {
        readonly exit: 'auth';
        readonly cause: 'The server of the queue refuses this user or password, or lets the user create nothing.';
        readonly fix: 'correct the user and the password in CHATFERRY_QUEUE';
        readonly example: 'CHATFERRY_QUEUE=postgres://fleet:wrong@db.example.com/fleet';
    };
    readonly 'FLEET.EVICTION': {
        readonly exit: 'precondition';
        readonly cause: 'The Redis of the queue drops keys when its memory is full, and with them pipelines and schedules, without a word.';
        readonly fix: 'set  maxmemory-policy noeviction  in redis.conf, or  redis-cli CONFIG SET maxmemory-policy noeviction';
        readonly example: 'a Redis that is a cache, with  maxmemory-policy allkeys-lru';
    };
    readonly 'FLEET.SERVER_VERSION': {
        readonly exit: 'precondition';
        readonly cause: 'The server of the queue, or what is in it, is of a version that this program does not work with.';
        readonly fix: 'use Redis 5, Valkey 7 or PostgreSQL 13, or a later version of it, and the same version of this program on all machines';
        readonly example: 'a queue in PostgreSQL 12';
    };
    readonly 'FLEET.CLOCK_WRONG': {
        readonly exit: 'precondition';
        readonly cause: 'The clock of this machine and that of the server of the queue are more than half a minute apart. A worker begins nights, and what is tried again later, by its own clock; over PostgreSQL it also sees by that clock that another one is gone. Nothing was taken from the queue or written to it.';
        readonly fix: 'set the clocks of both, for example with  timedatectl set-ntp true;  then type the same command again';
        readonly example: 'chatferry fleet work, on a machine whose clock is still that of another time zone';
    };
    readonly 'FLEET.FOREIGN_QUEUE': {
        readonly exit: 'precondition';
        readonly cause: 'Under the name of our queue there is something that is not ours. Nothing was written and nothing was run.';
        readonly fix: 'give the fleet a database of its own, in Redis for example  redis://HOST:6379/5';
        readonly example: 'another program uses the queue chatferry:pipelines of the same Redis';
    };
    readonly 'FLEET.ALREADY_SUBMITTED': {
        readonly exit: 'locked';
        readonly cause: 'The pipeline is waiting in the queue or running already. It was not submitted a second time, and nothing is lost.';
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
        readonly cause: 'The times of a schedule are no cron expression, or its zone is no time zone.';
        readonly fix: 'chatferry fleet schedule <pipeline> --at "15 4 * * *" --zone Europe/Berlin';
        readonly example: 'chatferry fleet schedule sync.yaml --at "25 o\'clock"';
    };
    readonly 'FLEET.FOLDER_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'The folder of the pipeline, to which its paths are relative, is not there on the machine of the worker. Nothing was read or sent.';
        readonly fix: 'mount the folder at the same path on every worker, then submit the pipeline again';
        readonly example: 'chatferry fleet submit /home/ann/pipeline.yaml, and a worker on another machine takes it';
    };
    readonly 'FLEET.PATH_REFUSED': {
        readonly exit: 'precondition';
        readonly cause: 'The pipeline names files that workers do not open for what came through a queue. A pipeline may name any file if the file of the worker names its folder under pipelines, its very text is in its file there, and only the user of the worker (or root) can change that; any other one only what is below the folders of the worker, without hidden files and without the files of keys. Nothing was read or sent.';
        readonly fix: 'name the folder of the pipeline in the file of the worker (fleet work --config):  pipelines: [/srv/pipelines];  or, to open no more than what is below it:  folders: [/srv/exports]';
        readonly example: 'sources: { users: { path: /etc/passwd } } in a pipeline that is not on the machine of the worker';
    };
    readonly 'FLEET.HOST_REFUSED': {
        readonly exit: 'auth';
        readonly cause: 'The pipeline, which is none of those that the worker trusts, would keep its state on a server, fetch sources from one, or send notifications to one, that the file of the worker does not name. Nothing was sent.';
        readonly fix: 'name it in the file of the worker (fleet work --config):  hosts: [hooks.example.com];  or as a variable that stands there under env';
        readonly example: 'notify: [{ webhook: https://collector.example/ }] in a job that somebody else has put into the queue';
    };
    readonly 'FLEET.CODE_REFUSED': {
        readonly exit: 'precondition';
        readonly cause: 'The pipeline runs code: a transform, a command, or it is TypeScript. Workers do not run what came through a queue.';
        readonly fix: 'write it without code; or start the workers with --allow-code, if you trust everybody who can write to the queue';
        readonly example: 'sources: { users: { command: [psql, -c, SELECT …] } }';
    };
    readonly 'FLEET.KEY_REFUSED': {
        readonly exit: 'auth';
        readonly cause: 'The file of the worker does not allow this key for this host and app. Nothing was sent: else whoever writes to the queue could have a key sent to a server of their own.';
        readonly fix: 'add the key with its host to keys in the file of the worker (fleet work --config), and start the worker again';
        readonly example: 'apiKey: { env: CHATFERRY_API_KEY } in a pipeline, and a worker without keys';
    };
    readonly 'FLEET.JOB_INVALID': {
        readonly exit: 'precondition';
        readonly cause: 'A job of the queue is none that this version of chatferry has written. It was not run.';
        readonly fix: 'use the same version of this program on every machine, then submit the pipeline again';
        readonly example: 'a job that was written by another program';
    };
    readonly 'FLEET.CANCELED': {
        readonly exit: 'interrupted';
        readonly cause: 'The pipeline was canceled. Requests under way were finished, and the state is saved.';
        readonly fix: 'chatferry fleet submit <pipeline>  goes on';
        readonly example: 'chatferry fleet cancel pipeline.yaml';
    };
    readonly 'RUN.BUDGET_LOST': {
        readonly exit: 'temporary';
        readonly cause: 'Pipelines of one app share its rate limits, and where these are kept could not be reached: the server of the queue, or a file beside the states. Nothing more was sent, because the limit might be exceeded; what was accepted is recorded.';
        readonly fix: 'see that the server of the queue runs (without a queue: that the disk of the state folder works), then run the same command again';
        readonly example: 'chatferry fleet work, and the server of the queue is down for a minute';
    };
    readonly 'CONFIG.SHARDS': {
        readonly exit: 'precondition';
        readonly cause: 'The messages of this pipeline cannot be divided among several processes.';
        readonly fix: 'leave shards: out, and run it in one process:  chatferry run <pipeline>';
        readonly example: 'shards: 4 in a pipeline with target: sandbox';
    };
    readonly 'STATE.SHARDED': {
        readonly exit: 'state';
        readonly cause: 'The messages of this pipeline were divided among several processes, and what these have written is not joined yet. Until then, the state of the pipeline does not know of all that was sent.';
        readonly fix: 'finish it first:  chatferry run <pipeline>';
        readonly example: 'chatferry undo pipeline.yaml, while two of four shards are written';
    };
    readonly 'STATE.SERVER_UNREACHABLE': {
        readonly exit: 'temporary';
        readonly cause: 'The database that keeps the state does not answer: it is not there, is starting or has no connection left. Nothing was sent; without the state nobody knows what was sent before.';
        readonly fix: 'see that the server runs and that state: has its host and port, then run the same command again';
        readonly example: 'state: postgres://chatferry@db.example.com/chatferry, while that server is down';
    };
    readonly 'STATE.SERVER_REFUSED': {
        readonly exit: 'auth';
        readonly cause: 'The database that keeps the state lets nobody in with this user and password, or has no such database.';
        readonly fix: 'correct user, password and database of state: (they belong into an environment variable), and let the user make tables there';
        readonly example: 'state: "${STATE_URL}", with an old password';
    };
    readonly 'STATE.SERVER_VERSION': {
        readonly exit: 'state';
        readonly cause: 'The tables of the database that keeps the state are of another version of this program. Nothing was changed.';
        readonly fix: 'use the same version on all machines, or another database';
        readonly example: 'one of two machines was updated, and its new version has made the tables';
    };
    readonly 'STATE.DRIVER_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'A state in a database needs the driver of PostgreSQL, which is not part of chatferry.';
        readonly fix: 'npm install -g pg@8.23.1';
        readonly example: 'state: postgres://chatferry@db.example.com/chatferry, on a machine where only chatferry is installed';
    };
    readonly 'STATE.FOLDER_UNSUITABLE': {
        readonly exit: 'precondition';
        readonly cause: 'The file system of the state folder does not create a file only once, or cannot link or rename files. Two runs could have the same lock there, and a saved state be lost. Nothing was sent.';
        readonly fix: 'choose a folder on another disk with state:, or keep the state in PostgreSQL:  state: postgres://…';
        readonly example: 'a state folder in a mounted object store';
    };
};
