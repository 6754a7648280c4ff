/** Codes of the exports of other chat systems. */
export declare const exportCodes: {
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
};
/** Codes for messages of exports that have no place in the service. */
export declare const exportRowCodes: {
    readonly 'EXPORT.CONVERSATION_UNKNOWN': {
        readonly cause: 'The message belongs to a conversation that the export does not describe, so it is not known who may read it.';
        readonly fix: 'export again with all conversations, or add those files to path';
        readonly example: {
            readonly files: {
                readonly 'chat.json': string;
            };
            readonly pipeline: string;
        };
    };
    readonly 'EXPORT.CONVERSATION_UNCLEAR': {
        readonly cause: 'Several conversations of a Slack export have the same name, and the messages of this folder could belong to any of them. The wrong people could read them, so none is imported.';
        readonly fix: 'rename the folder to the id of its conversation, which the message names:  mv general C01ABCDEF ; if it holds messages of both, divide its files first';
        readonly example: {
            readonly files: {
                readonly 'chat/general/2026-01-01.json': '[{"type":"message","user":"U1","text":"Hi","ts":"1767225600.000100"}]';
            };
            readonly beside: {
                readonly 'chat/channels.json': '[{"id":"C1","name":"general","created":1600000000,"members":["U1"]},{"id":"C2","name":"general","created":1600000001,"members":["U1"]}]';
                readonly 'chat/users.json': '[{"id":"U1","team_id":"T1","name":"ann"}]';
            };
            readonly pipeline: '  export: { system: slack, path: chat }';
        };
    };
    readonly 'EXPORT.SENDER_UNKNOWN': {
        readonly cause: 'The author of a message between two people is neither of them.';
        readonly fix: 'correct the members of the conversation in the export, or remove the message';
        readonly example: {
            readonly files: {
                readonly 'chat.json': string;
            };
            readonly beside: {
                'people.json': string;
                'rooms.json': string;
            };
            readonly pipeline: string;
        };
    };
    readonly 'EXPORT.ROW_UNREADABLE': {
        readonly cause: 'A row of a table cannot be read: it has the wrong number of values, a value that only the database can compute, a value of more than 1 MiB or of invalid text, or the dump ends inside it.';
        readonly fix: 'dump the table again; a column that is not needed can be omitted from sources.export.shape';
        readonly example: {
            readonly files: {
                readonly 'chat.sql': "CREATE TABLE rooms (id int, type text);\nINSERT INTO rooms VALUES (1,'public');\nCREATE TABLE messages (id int, room_id int, sender_id int, body text, created_at int);\nINSERT INTO messages VALUES (1,1,1,'Hi'),(2,1,1,'Ho',1893456000);\n";
            };
            readonly pipeline: '  export: { system: sql, path: chat.sql }';
        };
    };
    readonly 'EXPORT.FILE_DAMAGED': {
        readonly cause: 'A file of the export is damaged or ends too early. Everything before the damage is read, and so are the other files.';
        readonly fix: 'export or copy the file again, then run the same command; imported rows are not sent again';
        readonly example: {
            readonly files: {
                readonly 'chat.json': string;
            };
            readonly beside: {
                readonly 'people.json': string;
                readonly 'rooms.json': string;
                readonly 'broken.json': '{"messages":[{"type":"MESG","channel_url":"pair","message_id":2,';
            };
            readonly pipeline: string;
        };
    };
    readonly 'EXPORT.ROW_UNKNOWN': {
        readonly cause: 'The row has a kind that is unknown in this format.';
        readonly fix: 'look at the row in the rejects file; if it matters, report it with one line of the export';
        readonly example: {
            readonly files: {
                readonly 'chat.jsonl': '{"type":"user","item":{"id":"ann"}}\n{"type":"shelf","item":{"id":"s-1"}}\n';
            };
            readonly pipeline: '  export: { system: stream, path: chat.jsonl }';
        };
    };
};
