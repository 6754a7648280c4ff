/** Codes of the exports of other chat systems. */
export declare const exportCodes: {
    readonly 'EXPORT.UNKNOWN': {
        readonly exit: 'precondition';
        readonly cause: 'The files are no export that the tool knows, or they could be those of several systems. An export is recognised by its content, never by its name, and the tool does not guess.';
        readonly fix: 'name the system in the pipeline: sources: { export: { system: … } }; files of your own are described by a source for each entity, which  chatferry init FOLDER  writes';
        readonly example: 'sources: { export: { system: auto, path: photos.zip } }';
    };
    readonly 'EXPORT.OTHER_SYSTEM': {
        readonly exit: 'precondition';
        readonly cause: 'The files are not an export of the system that the pipeline names.';
        readonly fix: 'name the right system, or write system: auto to let the tool find it out';
        readonly example: 'sources: { export: { system: sendbird, path: slack-export.zip } }';
    };
    readonly 'EXPORT.SHAPE_UNCLEAR': {
        readonly exit: 'precondition';
        readonly cause: 'The tables of an SQL dump have names of their own, and it is not clear which are the users, the conversations and the messages, or which columns they have. Or ids are of several tables (sender_type beside sender_id), so that one number may be two people; or a column that may mark internal notes has other values than yes and no. The tool does not guess.';
        readonly fix: 'say it in sources.export.shape: the tables, and their columns by what they are; docs/from/sql.md has an example';
        readonly example: 'a dump whose messages are in a table  tbl_chat_log';
    };
    readonly 'EXPORT.ZONE_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'Times in the export have no zone, so nobody knows which moments they are. MySQL keeps DATETIME as the clock on the wall, PostgreSQL timestamp without time zone; old versions of Telegram write the clock of the computer that exports, WhatsApp what the phone showed.';
        readonly fix: 'declare the zone in which they were written: sources: { export: { …, zone: UTC } }';
        readonly example: "INSERT INTO messages VALUES (1,'Hi','2025-07-01 10:00:00')";
    };
    readonly 'EXPORT.DAY_ORDER_UNCLEAR': {
        readonly exit: 'precondition';
        readonly cause: 'Dates in a chat of WhatsApp are written as the phone shows them, and nothing in the file tells the day from the month: no day after the 12th, and time runs forward either way. The tool does not guess.';
        readonly fix: 'say how the phone shows dates: sources: { export: { …, shape: { dates: dmy } } }, or mdy, or ymd; chatferry init takes it as --answer dates=dmy';
        readonly example: '[03/04/24, 09:15:00] Ann: on 3 April or on 4 March';
    };
    readonly 'EXPORT.DUMP_UNREADABLE': {
        readonly exit: 'precondition';
        readonly cause: 'An SQL dump or a database file as a whole cannot be read: its character set is not known, or it is damaged.';
        readonly fix: 'dump it again in UTF-8 as text, as docs/from/sql.md shows';
        readonly example: 'SET NAMES swe7';
    };
    readonly 'EXPORT.USER_UNKNOWN': {
        readonly exit: 'precondition';
        readonly cause: 'Somebody who wrote a message is not in the list of users of the export, and the policy for such authors is fail.';
        readonly fix: 'let them become users of their own: policies: { sender: placeholder }';
        readonly example: 'policies: { sender: fail }';
    };
    readonly 'EXPORT.NAME_UNKNOWN': {
        readonly exit: 'precondition';
        readonly cause: 'The pipeline names a conversation or a user of the export (include, exclude, owner), and the export has none with this id or name; or the owner is left out. A mistyped name would take too little, or leave too much.';
        readonly fix: 'correct the name; names are exact, with * for any characters, and a name with * may fit nothing';
        readonly example: 'sources: { export: { …, exclude: { conversations: [managment] } } }';
    };
    readonly 'EXPORT.FORM_UNSUPPORTED': {
        readonly exit: 'precondition';
        readonly cause: 'The export is of a known system, but in a form that cannot be read.';
        readonly fix: 'export again in a form that the page of the system in docs/from/ names; for Firestore, JSON of node-firestore-import-export, or a query of BigQuery as CSV or JSON; for Discord, --format Json of DiscordChatExporter; for an archive of another version of slackdump, slackdump convert -f export';
        readonly example: 'gcloud firestore export gs://bucket, and sources: { export: { system: firebase, path: bucket } }';
    };
    readonly 'EXPORT.SHAPE_MISSING': {
        readonly exit: 'precondition';
        readonly cause: "The layout of a database is its owner's, and this one is none of those that are known. The tool does not guess which text is a message and who may read it.";
        readonly fix: 'declare where users, conversations and messages are: shape in docs/from/firebase.md';
        readonly example: 'sources: { export: { system: firebase, path: export.json } }';
    };
    readonly 'EXPORT.SHAPE_INVALID': {
        readonly exit: 'precondition';
        readonly cause: 'The declared shape of an export has a key that there is not, a path with another name in braces, or no path of messages.';
        readonly fix: 'correct the key that the message names; docs/from/firebase.md, docs/from/sql.md and docs/from/whatsapp.md have all of them';
        readonly example: 'sources: { export: { system: firebase, path: export.json, shape: { message: chats } } }';
    };
};
/** Codes for messages of exports that have no place in the service. */
export declare const exportRowCodes: {
    readonly 'EXPORT.CONVERSATION_UNKNOWN': {
        readonly cause: 'The export has a message of a conversation that it does not describe, so nobody knows who may read it.';
        readonly fix: 'export again with all conversations, or add those files to path';
        readonly example: {
            readonly files: {
                readonly 'chat.json': string;
            };
            readonly pipeline: string;
        };
    };
    readonly 'EXPORT.CONVERSATION_UNCLEAR': {
        readonly cause: 'Several conversations of an export of Slack have one name, their messages are in one folder, and neither who wrote nor when tells whose they are. Others would read what was not written to them, so none of the messages is taken.';
        readonly fix: 'give the folder the id of its conversation, which the message names:  mv general C01ABCDEF ; if it holds the messages of both, divide its files first';
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
        readonly cause: 'Somebody wrote in a conversation of two people and is neither of them.';
        readonly fix: 'correct the members of the conversation in the export, or leave the message out';
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
        readonly cause: 'A row of a table cannot be read: it has more or fewer values than the table has columns, a value that only the database can work out, one that is longer than 1 MiB or not valid text, or the dump ends inside of it.';
        readonly fix: 'dump the table again; a column that is not needed can be left out of sources.export.shape';
        readonly example: {
            readonly files: {
                readonly 'chat.sql': "CREATE TABLE rooms (id int, type text);\nINSERT INTO rooms VALUES (1,'public');\nCREATE TABLE messages (id int, room_id int, sender_id int, body text, created_at int);\nINSERT INTO messages VALUES (1,1,1,'Hi'),(2,1,1,'Ho',1893456000);\n";
            };
            readonly pipeline: '  export: { system: sql, path: chat.sql }';
        };
    };
    readonly 'EXPORT.FILE_DAMAGED': {
        readonly cause: 'A file of the export breaks off, or is damaged. What stands before the damage counts, and so do the other files; what comes after it is missing.';
        readonly fix: 'export again, or copy the file again, and run the same command: what has landed is not sent again';
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
        readonly cause: 'A row of the export is of no kind that its format has.';
        readonly fix: 'look at the row in the rejects file; if it matters, report it with one line of the export';
        readonly example: {
            readonly files: {
                readonly 'chat.jsonl': '{"type":"user","item":{"id":"ann"}}\n{"type":"shelf","item":{"id":"s-1"}}\n';
            };
            readonly pipeline: '  export: { system: stream, path: chat.jsonl }';
        };
    };
};
