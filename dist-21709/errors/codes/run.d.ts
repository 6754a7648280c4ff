/** Every code with which a run can end. `fix` is the hint of an error that has no hint of its own. */
export declare const runCodes: {
    readonly 'EXPORT.UNKNOWN': {
        readonly exit: 'precondition';
        readonly cause: 'The files are not an export that chatferry knows, or could belong to several systems. Exports are recognised by their content, never by their name.';
        readonly fix: 'name the system in the pipeline: sources: { export: { system: … } }; for your own files,  chatferry init FOLDER  writes a source for each entity';
        readonly example: 'sources: { export: { system: auto, path: photos.zip } }';
    };
    readonly 'EXPORT.OTHER_SYSTEM': {
        readonly exit: 'precondition';
        readonly cause: 'The files are not an export of the system that the pipeline names.';
        readonly fix: 'name the right system, or write system: auto to detect it';
        readonly example: 'sources: { export: { system: sendbird, path: slack-export.zip } }';
    };
    readonly 'EXPORT.SHAPE_UNCLEAR': {
        readonly exit: 'precondition';
        readonly cause: 'It is not clear which tables of an SQL dump are the users, the conversations and the messages, or which columns they have. Or ids come from several tables (sender_type beside sender_id), so one number may be two people. Or a column that may mark internal notes has values other than yes and no.';
        readonly fix: 'declare the tables and their columns in sources.export.shape; docs/from/sql.md has an example';
        readonly example: 'a dump whose messages are in a table  tbl_chat_log';
    };
    readonly 'EXPORT.ZONE_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'Times in the export have no zone. Such times are in MySQL DATETIME, PostgreSQL timestamp without time zone, old exports of Telegram, and WhatsApp.';
        readonly fix: 'declare the zone in which they were written: sources: { export: { …, zone: UTC } }';
        readonly example: "INSERT INTO messages VALUES (1,'Hi','2025-07-01 10:00:00')";
    };
    readonly 'EXPORT.DAY_ORDER_UNCLEAR': {
        readonly exit: 'precondition';
        readonly cause: 'Dates in a chat of WhatsApp have the format of the phone, and nothing in this file tells the day from the month.';
        readonly fix: 'declare the format of the phone: sources: { export: { …, shape: { dates: dmy } } }, or mdy, or ymd; with chatferry init: --answer dates=dmy';
        readonly example: '[03/04/24, 09:15:00] Ann: on 3 April or on 4 March';
    };
    readonly 'EXPORT.DUMP_UNREADABLE': {
        readonly exit: 'precondition';
        readonly cause: 'An SQL dump or a database file cannot be read: its character set is unknown, or it is damaged.';
        readonly fix: 'dump it again in UTF-8 as text, as docs/from/sql.md shows';
        readonly example: 'SET NAMES swe7';
    };
    readonly 'EXPORT.USER_UNKNOWN': {
        readonly exit: 'precondition';
        readonly cause: 'The author of a message is missing from the user list of the export, and policies.sender is fail.';
        readonly fix: 'create a user for each such author: policies: { sender: placeholder }';
        readonly example: 'policies: { sender: fail }';
    };
    readonly 'EXPORT.NAME_UNKNOWN': {
        readonly exit: 'precondition';
        readonly cause: 'The pipeline names a conversation or user (include, exclude, owner) that is not in the export, or the owner is skipped.';
        readonly fix: 'correct the name; names are exact, * stands for any characters, and a name with * may match nothing';
        readonly example: 'sources: { export: { …, exclude: { conversations: [managment] } } }';
    };
    readonly 'EXPORT.FORM_UNSUPPORTED': {
        readonly exit: 'precondition';
        readonly cause: 'The export is from a known system, but in a form that cannot be read.';
        readonly fix: 'export again in a form that docs/from/ names for this system; for Firestore, JSON of node-firestore-import-export, or a query of BigQuery as CSV or JSON; for Discord, --format Json of DiscordChatExporter; for an archive of another version of slackdump, slackdump convert -f export';
        readonly example: 'gcloud firestore export gs://bucket, and sources: { export: { system: firebase, path: bucket } }';
    };
    readonly 'EXPORT.SHAPE_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'Every Firebase database has its own layout, and this one is not known. chatferry does not guess which text is a message and who may read it.';
        readonly fix: 'declare where users, conversations and messages are: shape in docs/from/firebase.md';
        readonly example: 'sources: { export: { system: firebase, path: export.json } }';
    };
    readonly 'EXPORT.SHAPE_INVALID': {
        readonly exit: 'precondition';
        readonly cause: 'The declared shape of an export has an unknown key, a path with an unknown name in braces, or no path of messages.';
        readonly fix: 'correct the key that the message names; docs/from/firebase.md, docs/from/sql.md and docs/from/whatsapp.md list all keys';
        readonly example: 'sources: { export: { system: firebase, path: export.json, shape: { message: chats } } }';
    };
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
    readonly 'GUARD.SOURCE_EMPTIED': {
        readonly exit: 'guard';
        readonly cause: 'A source has no rows any more, but the service still has rows from it. Usually the export has failed.';
        readonly fix: 'make the export again; to continue anyway, run the command with the --confirm that it printed';
        readonly example: 'users.csv with only its header; in the sync run before, it had 4,112 rows';
    };
    readonly 'GUARD.COLUMNS_GONE': {
        readonly exit: 'guard';
        readonly cause: 'A column or field of the last sync is missing from a source, or is empty in all rows. Usually the export has changed, or a field was removed from the map.';
        readonly fix: 'complete the export, or name the new column in the map; to continue without the field, run with the --confirm that was printed: a missing column keeps the values in the service, an empty column deletes them';
        readonly example: 'groups.csv without its column type; in the sync run before, 100 rows had a value in it';
    };
    readonly 'GUARD.MAX_DELETE': {
        readonly exit: 'guard';
        readonly cause: 'One run would remove more rows from the service than sync.maxDelete allows: rows that are missing from the sources, were deleted there (deletedAt), or are replies to another message than before.';
        readonly fix: 'check what is missing (chatferry plan); to continue, raise sync.maxDelete or run with the --confirm that was printed';
        readonly example: 'sync: { onMissing: delete, maxDelete: 5% }, and 40 % of the users are missing';
    };
    readonly 'GUARD.MAX_EMPTY': {
        readonly exit: 'guard';
        readonly cause: 'A field would become empty in more rows than sync.maxEmpty allows (default 5 % of the rows with a value; three are always allowed). Usually the export has lost values.';
        readonly fix: 'check what would become empty (chatferry plan); to continue, raise sync.maxEmpty or run with the --confirm that was printed';
        readonly example: 'users.csv in which 40 of 200 cells of avatar are empty; in the sync run before, none was';
    };
    readonly 'GUARD.MOSTLY_CHANGED': {
        readonly exit: 'guard';
        readonly cause: 'More than half of the rows differ from the last sync. Usually the map or the export has changed.';
        readonly fix: 'check what has changed (chatferry plan); to continue, run with the --confirm that was printed';
        readonly example: 'map: { name: nickname }, where it was  map: { name: fullName }';
    };
    readonly 'PLAN.STALE': {
        readonly exit: 'state';
        readonly cause: 'The sources, the pipeline or the ledger have changed since the plan was made.';
        readonly fix: 'make the plan again: chatferry plan PIPELINE --out plan.json';
        readonly example: 'chatferry run pipeline.yaml --plan plan.json, a day after the plan';
    };
    readonly 'LOOKUP.KEY_REPEATED': {
        readonly exit: 'precondition';
        readonly cause: 'Two rows of a file that is looked up have the same key, so it is not clear which one to use.';
        readonly fix: 'remove one of the rows, name a column that is unique, or, in a join, use all of them with  many: true';
        readonly example: 'join: { p: { path: people.csv, on: { email: from_email } } }   # two rows with ann@example.com';
    };
    readonly 'LOOKUP.ROW_INVALID': {
        readonly exit: 'precondition';
        readonly cause: 'A row of a file that is looked up cannot be read.';
        readonly fix: 'correct the row; such a file must be complete';
        readonly example: 'idMap: users.map.csv   # a row without an id';
    };
    readonly 'LOOKUP.PERSON_UNKNOWN': {
        readonly exit: 'precondition';
        readonly cause: 'The file of idMap names a user by e-mail or name, and no user of the export has it. Not every export contains e-mails.';
        readonly fix: 'correct the row, or name the user by the id of the old system: by: id';
        readonly example: 'users,ann@exmaple.com,u-17,email   # a row of idMap';
    };
    readonly 'LOOKUP.PERSON_SHARED': {
        readonly exit: 'precondition';
        readonly cause: 'The file of idMap names a user by an e-mail or name that several users of the export have.';
        readonly fix: 'name each of them by the id of the old system: by: id';
        readonly example: 'users,Alex,u-17,name   # a row of idMap; two users are called Alex';
    };
    readonly 'LOOKUP.TOO_LARGE': {
        readonly exit: 'precondition';
        readonly cause: 'A file that is looked up has more than a million rows. It is kept in memory.';
        readonly fix: 'remove rows that no other row refers to';
        readonly example: 'lookup: { file: everything.csv, key: email, value: id }';
    };
    readonly 'WHERE.COLUMN_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'A condition names a column that none of the files has.';
        readonly fix: 'correct the name of the column in  where:';
        readonly example: 'where: { is_deletd: "0" }';
    };
    readonly 'MAP.PATTERN_NEVER': {
        readonly exit: 'precondition';
        readonly cause: 'The pattern of a field matches none of the cells. It is probably wrong.';
        readonly fix: 'correct the pattern; chatferry inspect FILE shows what the cells look like';
        readonly example: 'map: { sender: { from: author, pattern: "^id:(\\\\d+)$" } }';
    };
    readonly 'CONFIG.CODE_NOT_OWN': {
        readonly exit: 'precondition';
        readonly cause: 'The pipeline runs code (a command, a transform, or TypeScript), and other users can change one of these files or its folder. Nothing was run.';
        readonly fix: 'chmod go-w the file and its folder, or add --allow-code if you trust what the pipeline runs';
        readonly example: 'apiKey: { command: [pass, show, chat] }, in a folder that everybody may write';
    };
    readonly 'STATE.NOT_OWN': {
        readonly exit: 'precondition';
        readonly cause: 'The state folder, a file in it, or the folder around it belongs to another user, is writable by others, or is a symbolic link. A folder above it that others can write must have the sticky bit, like /tmp. Nothing was written.';
        readonly fix: 'chmod go-w or chown the path that is named, or remove the link; then run the same command again';
        readonly example: 'a state folder with mode 0777 or of another user, or a run.log that is a link to another file';
    };
    readonly 'MACHINE.TOO_MANY_FILES': {
        readonly exit: 'temporary';
        readonly cause: 'The process cannot open another file or connection. Finished work is saved.';
        readonly fix: 'ulimit -n 4096  in this terminal, or a lower limits.concurrency; then run the same command again';
        readonly example: 'ulimit -n 24, and a pipeline with many files';
    };
    readonly 'DISK.UNREADABLE': {
        readonly exit: 'temporary';
        readonly cause: 'A file cannot be read because the disk fails. No decision was based on it.';
        readonly fix: 'check the disk, then run the same command again';
        readonly example: 'a source file on a network disk that is gone';
    };
    readonly 'CONFIG.TRANSFORM_INVALID': {
        readonly exit: 'precondition';
        readonly cause: 'The file of a transform cannot be loaded: it is missing, is not valid TypeScript, fails when it is loaded, or its default export is not a function. Types are only removed, so enums and parameter properties are not supported.';
        readonly fix: 'correct the file at the line named; it must have:  export default (row) => row';
        readonly example: 'transform: ./clean.ts, and clean.ts exports its function by a name';
    };
    readonly 'SOURCE.COMMAND_FAILED': {
        readonly exit: 'precondition';
        readonly cause: 'The command of a source did not start, failed, was ended by a signal, or printed nothing. Its output is not used, because it may be incomplete.';
        readonly fix: 'run the command by itself in the folder of the pipeline and read its messages';
        readonly example: 'command: [psql, -c, "copy (select * from peple) to stdout csv header"]';
    };
    readonly 'SOURCE.COMMAND_SILENT': {
        readonly exit: 'precondition';
        readonly cause: 'The command of a source printed nothing for 10 minutes and was ended. It probably waits for a password, a lock or the network.';
        readonly fix: 'run the command by itself in the folder of the pipeline; put a password into its own configuration, because nobody can answer a prompt';
        readonly example: 'command: [ssh, backup, cat, export.csv], and the host does not answer';
    };
    readonly 'SOURCE.SPOOL_FULL': {
        readonly exit: 'temporary';
        readonly cause: 'The output of a command, standard input, or the copy of a remote file does not fit on the disk. Output is removed; a download is kept and resumed by the next run.';
        readonly fix: 'free some space on the disk of the state folder, or name a larger one with state:, then run the same command again';
        readonly example: 'command: [pg_dump, chat], and 1 GB free';
    };
    readonly 'SOURCE.STDIN_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'A source is standard input, but standard input is a terminal, has ended, or is already used by another source.';
        readonly fix: 'pipe the rows into the command:  cat messages.csv | chatferry run pipeline.yaml --yes; only one source can be "-"';
        readonly example: 'sources: { messages: { path: "-", format: csv } }, without a pipe';
    };
    readonly 'SOURCE.MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'There is no file at the path, or no file matches the pattern.';
        readonly fix: 'check the path; relative paths are relative to the pipeline file';
        readonly example: 'sources: { users: { path: gone.csv } }';
    };
    readonly 'SOURCE.GLOB_TOO_WIDE': {
        readonly cause: 'A glob searches more than 250,000 files and folders, or finds more than 100,000 files. Usually it starts too high, at / or at a home folder.';
        readonly fix: 'name the folder of the export before the first *, for example path: /exports/chat/**/*.csv';
        readonly exit: 'precondition';
        readonly example: 'users: { path: "/**/*.csv" }';
    };
    readonly 'SOURCE.UNREADABLE': {
        readonly exit: 'precondition';
        readonly cause: 'The file cannot be read, or it is a folder, a pipe or a device. A run must be able to resume reading where it stopped.';
        readonly fix: 'check the permissions of the file';
        readonly example: 'sources: { users: { path: /dev/stdin } }';
    };
    readonly 'SOURCE.FORMAT_UNKNOWN': {
        readonly exit: 'precondition';
        readonly cause: 'Neither the name of the file nor the pipeline says which format the file has.';
        readonly fix: 'declare it in the pipeline: format: csv  or  format: ndjson';
        readonly example: 'sources: { users: { path: users.dat } }';
    };
    readonly 'SOURCE.ENCODING_UNKNOWN': {
        readonly exit: 'precondition';
        readonly cause: 'The declared encoding does not exist, or the file is clearly in another one. The likely encoding is named but not used: a wrong guess would garble names.';
        readonly fix: 'use a known name such as utf-8, utf-16le, windows-1252, shift_jis';
        readonly example: 'a file in UTF-16 without a byte order mark, and no encoding: in the pipeline';
    };
    readonly 'SOURCE.EMPTY': {
        readonly exit: 'precondition';
        readonly cause: 'The file has no rows. An export without rows has probably failed.';
        readonly fix: 'export the file again; a CSV file needs its header line';
        readonly example: 'a users.csv of 0 bytes, or with a header alone';
    };
    readonly 'SOURCE.HEADER_INVALID': {
        readonly exit: 'precondition';
        readonly cause: 'A column name that the pipeline maps occurs twice, no column has a name, or the header cannot be parsed.';
        readonly fix: 'give every column its own name; or name the columns in the pipeline: columns: [uid, name, …] and header: skip';
        readonly example: 'uid,name,uid';
    };
    readonly 'SOURCE.DELIMITER_WRONG': {
        readonly exit: 'precondition';
        readonly cause: 'With this delimiter the header is one column. With other delimiters it is several, and it is not clear which one is right.';
        readonly fix: 'declare it in the pipeline: delimiter: ";"';
        readonly example: 'a;b|c;d|e';
    };
    readonly 'SOURCE.COLUMN_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'The map of the pipeline names a column that the file does not have.';
        readonly fix: 'correct the column name in the map: section';
        readonly example: 'map: { name: nmae }';
    };
    readonly 'SOURCE.COLUMN_UNKNOWN': {
        readonly exit: 'precondition';
        readonly cause: 'With run --strict, a column that no field uses is an error.';
        readonly fix: 'remove the column, map it, or omit --strict';
        readonly example: 'uid,name,favourite_colour';
    };
    readonly 'SOURCE.PATH_INVALID': {
        readonly exit: 'precondition';
        readonly cause: 'The rows: of a source is not a JSON path, or the document has nothing at this path.';
        readonly fix: 'write $, then names, with [*] for the elements of an array and .* for the members of an object: $.channels[*].messages[*]';
        readonly example: 'sources: { messages: { path: export.json, rows: messages } }';
    };
    readonly 'SOURCE.PARENT_LATE': {
        readonly exit: 'precondition';
        readonly cause: 'A column such as ^.channel.id uses a value of an object around the row, and that value comes after the row. A document is read once, from start to end.';
        readonly fix: 'write the value before the rows in the document';
        readonly example: '{ "messages": [ … ], "channel": { "id": "c1" } } with map: { receiver: ^.channel.id }';
    };
    readonly 'SOURCE.JSON_INVALID': {
        readonly exit: 'precondition';
        readonly cause: 'A JSON document has a syntax error outside its rows, or one that hides where a row ends. The rows after it cannot be found.';
        readonly fix: 'export the document again, or correct it at the line and column of the message';
        readonly example: '{ "messages": [ {"id": 1} {"id": 2} ] }';
    };
    readonly 'SOURCE.ARCHIVE_UNSAFE': {
        readonly exit: 'precondition';
        readonly cause: 'A file unpacks to more than 100 MB and more than 500 times its size, or files of a zip archive share bytes. Such a file could fill the disk.';
        readonly fix: 'inspect it with  unzip -lv  or  tar -tvf ; if you trust it, unpack it and name the files in it';
        readonly example: 'an export.zip of 42 kB with files of 4 GB';
    };
    readonly 'SOURCE.TRUNCATED': {
        readonly exit: 'state';
        readonly cause: 'The file ends too early: a compressed file is incomplete or damaged, or the end of a JSON array or document is missing.';
        readonly fix: 'copy the file again, then run the same command; the rows before the break are kept';
        readonly example: 'a messages.csv.gz that was copied only in part';
    };
    readonly 'SOURCE.CHANGED': {
        readonly exit: 'state';
        readonly cause: 'A file became shorter, was replaced or was rewritten while it was read. Or it is no longer the file with which the migration began.';
        readonly fix: 'wait until the export is complete, then run the same command again; a migration with --fresh (imported rows are recognised)';
        readonly example: 'messages.csv is still being written by the export when the run begins';
    };
    readonly 'SOURCE.FETCH_REFUSED': {
        readonly exit: 'precondition';
        readonly cause: 'The server of a source answered 401, 403 or another refusal. A signed address expires, and an object store may answer 403 for a missing file.';
        readonly fix: 'make a new address and put it in an environment variable that the pipeline names; then run the same command again';
        readonly example: 'sources: { users: { path: https://files.example.com/users.csv } }, and the file is not public';
    };
    readonly 'SOURCE.FETCH_UNTRUSTED': {
        readonly exit: 'precondition';
        readonly cause: 'The certificate of the server of a source is not trusted, or the server redirects to an address that is not https. Nothing was read.';
        readonly fix: 'check the address; name a private certificate authority with NODE_EXTRA_CA_CERTS=ca.pem before the command';
        readonly example: 'a server with a certificate of its own';
    };
    readonly 'SOURCE.FETCH_FAILED': {
        readonly exit: 'temporary';
        readonly cause: 'The server of a source could not be reached, answered with errors, or stopped in the middle of the file, several times in a row. What was fetched is kept.';
        readonly fix: 'run the same command again to continue the download; check the server with  curl -I';
        readonly example: 'a server that is restarted just now';
    };
    readonly 'SOURCE.NO_RANGES': {
        readonly exit: 'precondition';
        readonly cause: 'The server of a source does not support range requests with ETag or Last-Modified, or compresses the answer. A large download could not be resumed.';
        readonly fix: 'use a server that answers range requests, such as an object store; or download the file yourself and name its path';
        readonly example: 'python3 -m http.server, and a file of more than 4 MiB';
    };
    readonly 'UNDO.STALE': {
        readonly exit: 'state';
        readonly cause: 'The rows to remove are not the rows that were shown: rows were written, changed or removed since then, or the options differ. Nothing was done.';
        readonly fix: 'check the new numbers, then use the id that is printed with them';
        readonly example: 'chatferry undo pipeline.yaml --confirm 1a2b3c4d, after another run';
    };
    readonly 'REMOVAL.UNFOUND': {
        readonly exit: 'rejected';
        readonly cause: 'The service never returned the id of the message, and its conversation cannot be searched, because its users are deleted or deactivated. The message stays.';
        readonly fix: 'run the same command again; if the users are deactivated, reactivate them first';
        readonly example: 'a message between two users who are both deactivated, whose answer was lost';
    };
    readonly 'REMOVAL.AMBIGUOUS': {
        readonly exit: 'rejected';
        readonly cause: 'The key of the member can be split in several ways, because an id contains _member_. The member is not removed.';
        readonly fix: 'remove this member by hand';
        readonly example: 'a_member_b_member_c, where both a and a_member_b are groups';
    };
    readonly 'USAGE.INVALID': {
        readonly exit: 'precondition';
        readonly cause: 'The command line is not valid.';
        readonly fix: 'chatferry --help';
        readonly example: 'chatferry vaildate pipeline.yaml';
    };
    readonly 'CONFIG.FILE_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'The pipeline file does not exist or cannot be read.';
        readonly fix: 'check the path of the pipeline file';
        readonly example: 'chatferry validate pipline.yaml';
    };
    readonly 'CONFIG.INVALID': {
        readonly exit: 'precondition';
        readonly cause: 'The pipeline file has a key or a value that is not allowed. Nothing was read or sent.';
        readonly fix: 'chatferry schema  prints the allowed keys and values';
        readonly example: 'sources: { users: { path: users.csv, delimeter: ";" } }';
    };
    readonly 'CONFIG.SYNTAX': {
        readonly exit: 'precondition';
        readonly cause: 'The pipeline file is not valid YAML or JSON, or is TypeScript that cannot be loaded.';
        readonly fix: 'correct the file at the line and column named';
        readonly example: 'sources: { users: { path: users.csv }';
    };
    readonly 'CONFIG.ENV_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'The pipeline file uses an environment variable that is not set.';
        readonly fix: 'set the environment variable, then run the same command again';
        readonly example: 'target: { appId: "${CHAT_APP}" }';
    };
    readonly 'CONFIG.TARGET_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'The pipeline names no target, so there is nothing to write to.';
        readonly fix: 'add target: sandbox to rehearse, or target: with appId, region and serviceHost';
        readonly example: 'chatferry run pipelines/dry-run-validation.yaml';
    };
    readonly 'CONFIG.TARGET_CHOICE': {
        readonly exit: 'precondition';
        readonly cause: 'The pipeline has several targets, and the command names none of them, or an unknown one.';
        readonly fix: 'name one:  --to staging;  or declare the one to use without it:  target: sandbox';
        readonly example: 'targets: { staging: sandbox, production: { appId: 2xxxx9f, serviceHost: example.io } }';
    };
    readonly 'STATE.FORGETTING': {
        readonly exit: 'state';
        readonly cause: 'The removal of a person from the saved state was interrupted. Until it is finished, a run could send rows of that person again.';
        readonly fix: 'give the same command once more:  chatferry forget <pipeline> --uid UID';
        readonly example: 'chatferry forget pipeline.yaml --uid u-17, killed; then chatferry run pipeline.yaml';
    };
    readonly 'STATE.LOCKED': {
        readonly exit: 'locked';
        readonly cause: 'Another run uses the same state. Two runs at once would send rows twice. A run that was killed leaves a lock only if its container or machine is gone.';
        readonly fix: 'wait for the other run, or look at it:  chatferry status <pipeline>';
        readonly example: 'chatferry run pipeline.yaml, typed in two terminals';
    };
    readonly 'STATE.LOCK_LOST': {
        readonly exit: 'locked';
        readonly cause: 'This run lost its lock while it was stopped or disconnected, and another run may have continued. It has sent and saved nothing since then.';
        readonly fix: 'look at the other run:  chatferry status <pipeline>;  when it has ended, run the same command again';
        readonly example: 'a machine wakes up after a night, and somebody has unlocked and run the pipeline elsewhere';
    };
    readonly 'STATE.INPUT_CHANGED': {
        readonly exit: 'state';
        readonly cause: 'A source file is not the file that the saved state belongs to, so the saved positions are wrong.';
        readonly fix: 'restore the file, or start over with --fresh (existing rows are recognised)';
        readonly example: 'users.csv was exported again between two runs';
    };
    readonly 'STATE.TARGET_CHANGED': {
        readonly exit: 'state';
        readonly cause: 'The saved state belongs to another app or address.';
        readonly fix: 'restore the target, give the pipeline another name, or start over with --fresh (a sync needs another name)';
        readonly example: 'another appId under target: between two runs';
    };
    readonly 'STATE.PIPELINE_CHANGED': {
        readonly exit: 'state';
        readonly cause: 'The pipeline now makes other rows from the same files than when the state was saved.';
        readonly fix: 'restore the pipeline file, or start over with --fresh (existing rows are recognised)';
        readonly example: 'another map: between two runs';
    };
    readonly 'STATE.CORRUPT': {
        readonly exit: 'state';
        readonly cause: 'A file of the saved state is damaged. Nothing was sent, because its content could be wrong.';
        readonly fix: 'see what is damaged:  chatferry state check <pipeline>  and repair it:  chatferry state repair <pipeline>';
        readonly example: 'a checkpoint.json that was edited by hand';
    };
    readonly 'STATE.LEDGER_LOST': {
        readonly exit: 'state';
        readonly cause: 'The ledger, which records the rows in the service, is missing, empty, older than the checkpoint, or belongs to another state. Without it, changes and removals would be missed. Nothing was sent.';
        readonly fix: 'restore the state folder from a copy; or rebuild the ledger:  chatferry state repair <pipeline>  (what the service has now:  chatferry plan <pipeline> --online)';
        readonly example: 'a ledger.log that was deleted, or one of an older time';
    };
    readonly 'STATE.NO_REPORT': {
        readonly exit: 'precondition';
        readonly cause: 'No run of this pipeline has written a report yet.';
        readonly fix: 'run the pipeline first, or check its files:  chatferry validate <pipeline> --report report.html';
        readonly example: 'chatferry report pipeline.yaml, before the first run';
    };
    readonly 'STATE.UNWRITABLE': {
        readonly exit: 'temporary';
        readonly cause: 'A file cannot be saved: the disk is full, fails or is read-only, or the folder is not writable. A run sends nothing that it cannot record.';
        readonly fix: 'free some space or correct the permissions, then run the same command again';
        readonly example: 'a state folder on a full disk';
    };
    readonly 'AUTH.KEY_MISSING': {
        readonly exit: 'auth';
        readonly cause: 'The API key is not where the pipeline says it is.';
        readonly fix: 'set the environment variable or the file that target.apiKey names';
        readonly example: 'apiKey: { env: CHATFERRY_API_KEY }, and the variable is not set';
    };
    readonly 'AUTH.REFUSED': {
        readonly exit: 'auth';
        readonly cause: 'The service refuses the key, or the scope of the key is too small. No row is rejected for this.';
        readonly fix: 'use a key of the app with scope fullAccess, then run the same command again';
        readonly example: 'a key of scope authOnly';
    };
    readonly 'SERVICE.UNREACHABLE': {
        readonly exit: 'temporary';
        readonly cause: 'There is no connection to the service.';
        readonly fix: 'check the network and the target, then run the same command again';
        readonly example: 'a machine without a network';
    };
    readonly 'SERVICE.OUTAGE': {
        readonly exit: 'temporary';
        readonly cause: 'No request has succeeded for an hour. Finished work is saved.';
        readonly fix: 'run the same command again when the service is back';
        readonly example: 'the service answers every request with 503';
    };
    readonly 'SERVICE.REFUSES_ALL': {
        readonly exit: 'temporary';
        readonly cause: 'The service refused the first hundred rows of an entity in the same way, or all of them. Probably something else is wrong: a proxy, a firewall, or the plan or settings of the app. No row is rejected for this.';
        readonly fix: 'read the answer, then run the same command again; if these rows are really all wrong, limits: { maxRejects: 100% } rejects them';
        readonly example: 'a firewall that answers every POST with 400';
    };
    readonly 'ROW.IN_DOUBT': {
        readonly exit: 'temporary';
        readonly cause: 'Some rows were sent, but the service did not confirm them in several attempts. They may have been imported or not. They are not rejected, and rows that refer to them are not blocked.';
        readonly fix: 'run the same command again: it first checks whether these rows were imported';
        readonly example: 'answers of the service in which a row is missing';
    };
    readonly 'NOTIFICATIONS.ON': {
        readonly exit: 'precondition';
        readonly cause: 'The run would send messages or reactions with live calls, and the app notifies people. They would get push messages, texts or e-mails about old messages.';
        readonly fix: 'switch off the notifications of the app during the run, or run the same command with --allow-notifications';
        readonly example: 'policies: { threads: write } for an app with a push provider';
    };
    readonly 'SERVICE.TLS': {
        readonly exit: 'precondition';
        readonly cause: 'The certificate of the service is not trusted for this address.';
        readonly fix: 'check the address; name a private certificate authority with target.caFile';
        readonly example: 'a proxy that shows a certificate of its own';
    };
    readonly 'SERVICE.PROXY': {
        readonly exit: 'precondition';
        readonly cause: 'The proxy of HTTPS_PROXY does not let requests through: it needs other credentials, forbids the address, or is not trusted. chatferry never bypasses it.';
        readonly fix: 'correct HTTPS_PROXY, or name the host of the service in NO_PROXY; to check:  chatferry doctor <pipeline>';
        readonly example: 'HTTPS_PROXY=http://proxy.example.com:3128, and the proxy wants a user and a password';
    };
    readonly 'SERVICE.NOT_THE_API': {
        readonly exit: 'precondition';
        readonly cause: 'The server at the address is not the chat service.';
        readonly fix: 'check the address: another server answers there';
        readonly example: 'serviceHost: example.com';
    };
    readonly 'GUARD.MAX_REJECTS': {
        readonly exit: 'guard';
        readonly cause: 'More rows were rejected than limits.maxRejects allows. Usually the map or the file is wrong.';
        readonly fix: 'raise limits.maxRejects and run the same command again; or correct the source, then run again, a migration with --fresh';
        readonly example: 'limits: { maxRejects: 1% }';
    };
    readonly 'GUARD.THRESHOLD': {
        readonly exit: 'guard';
        readonly cause: 'A threshold of the pipeline file was not met. All rows were read, and the report is complete.';
        readonly fix: 'correct the source, or change thresholds: in the pipeline file';
        readonly example: 'thresholds: { rejected: "<0.1%", notCarried: "==0" }';
    };
    readonly 'VALIDATE.STRICT': {
        readonly exit: 'rejected';
        readonly cause: 'With validate --strict, notices and columns that no field uses are failures.';
        readonly fix: 'correct what is listed, map or remove the columns, or omit --strict';
        readonly example: 'chatferry validate pipeline.yaml --strict';
    };
    readonly 'RUN.STRICT': {
        readonly exit: 'rejected';
        readonly cause: 'With run --strict, skipped duplicates are failures, even if every other row was imported.';
        readonly fix: 'remove the duplicates from the source, or omit --strict';
        readonly example: 'chatferry run pipeline.yaml --strict';
    };
    readonly 'SANDBOX.LOST': {
        readonly exit: 'temporary';
        readonly cause: 'The sandbox that the run started is no longer there.';
        readonly fix: 'run the same command again';
        readonly example: 'the process of the sandbox was ended from outside';
    };
    readonly 'SANDBOX.FAILED': {
        readonly exit: 'precondition';
        readonly cause: 'The sandbox could not start.';
        readonly fix: 'chatferry sandbox --help';
        readonly example: 'chatferry sandbox --port 80';
    };
    readonly 'RUN.UNFINISHED': {
        readonly exit: 'precondition';
        readonly cause: 'Rejected rows can be retried only after the run has finished.';
        readonly fix: 'finish the run first';
        readonly example: 'chatferry rejects retry pipeline.yaml, after a run that was interrupted';
    };
    readonly 'RUN.MAX_DURATION': {
        readonly exit: 'temporary';
        readonly cause: 'The time of --max-duration is over. Finished work is saved.';
        readonly fix: 'run the same command again to continue';
        readonly example: 'chatferry run pipeline.yaml --max-duration 30m';
    };
    readonly 'RUN.INTERRUPTED': {
        readonly exit: 'interrupted';
        readonly cause: 'Ctrl-C was pressed. Open requests were finished and saved.';
        readonly fix: 'run the same command again to continue';
        readonly example: 'Ctrl-C during chatferry run pipeline.yaml';
    };
    readonly 'RUN.CLOCK_WRONG': {
        readonly exit: 'ok';
        readonly cause: 'The clock of this machine differs from the clock of the service by five minutes or more. chatferry uses the clock of the service to decide who created a row. Times in reports and logs are those of this machine.';
        readonly fix: 'set the clock of this machine, best with NTP';
        readonly example: 'a virtual machine that was asleep';
    };
    readonly 'RUN.HUNG_UP': {
        readonly exit: 'hungUp';
        readonly cause: 'The terminal was closed. Finished work is saved.';
        readonly fix: 'run the same command again to continue';
        readonly example: 'a terminal that is closed during a run';
    };
    readonly 'RUN.TERMINATED': {
        readonly exit: 'terminated';
        readonly cause: 'The process was asked to end. Finished work is saved.';
        readonly fix: 'run the same command again to continue';
        readonly example: 'kill, or the shutdown of the machine';
    };
    readonly 'RUN.KILLED': {
        readonly exit: 'temporary';
        readonly cause: 'The process was killed, or its machine went down, before it could write a result. The next command of the pipeline wrote this report from the last saved position.';
        readonly fix: 'run the same command again to continue';
        readonly example: 'kill -9 during a run, seen afterwards in chatferry runs pipeline.yaml';
    };
    readonly 'RUN.UNKNOWN': {
        readonly exit: 'precondition';
        readonly cause: 'No run has this id, or several ids begin with it. The last 50 runs of a pipeline are kept.';
        readonly fix: 'list the runs:  chatferry runs <pipeline>';
        readonly example: 'chatferry diff pipeline.yaml last-99 last';
    };
    readonly 'RUN.DECLINED': {
        readonly exit: 'declined';
        readonly cause: 'The question before a write to a hosted service, or before a repair, was not answered with yes.';
        readonly fix: 'nothing, if you meant no; otherwise give the same command again and type what the question asks for';
        readonly example: 'n at the question of chatferry run pipeline.yaml';
    };
    readonly 'BUG.UNEXPECTED': {
        readonly exit: 'bug';
        readonly cause: 'An unexpected error occurred. It is a bug in chatferry, not your mistake.';
        readonly fix: 'please report it with the message and the run log';
        readonly example: 'an error with a stack of calls';
    };
};
