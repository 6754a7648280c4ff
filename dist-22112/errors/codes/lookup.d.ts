/** Codes of the files that rows are looked up in, and of what a pipeline asks of columns. */
export declare const lookupCodes: {
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
};
