/** Codes of the files that rows are looked up in, and of what a pipeline asks of columns. */
export declare const lookupCodes: {
    readonly 'LOOKUP.KEY_REPEATED': {
        readonly exit: 'precondition';
        readonly cause: 'Two rows of a file that is looked up in have the same key, so it is not known which of them is meant.';
        readonly fix: 'remove one of the rows, name a column that is unique, or, in a join, take all of them with  many: true';
        readonly example: 'join: { p: { path: people.csv, on: { email: from_email } } }   # two rows with ann@example.com';
    };
    readonly 'LOOKUP.ROW_INVALID': {
        readonly exit: 'precondition';
        readonly cause: 'A row of a file that is looked up in cannot be read.';
        readonly fix: 'correct the row: the file is needed as a whole';
        readonly example: 'idMap: users.map.csv   # a row without an id';
    };
    readonly 'LOOKUP.PERSON_UNKNOWN': {
        readonly exit: 'precondition';
        readonly cause: 'The file of idMap names a user of the export by e-mail or name, and no user of the export has it. Case does not count in e-mails; not every export has them.';
        readonly fix: 'correct the row, or name the user by the id that the old system gave: by: id';
        readonly example: 'users,ann@exmaple.com,u-17,email   # a row of idMap';
    };
    readonly 'LOOKUP.PERSON_SHARED': {
        readonly exit: 'precondition';
        readonly cause: 'The file of idMap names a user of the export by an e-mail or a name that several users have, so it is not known which of them is meant.';
        readonly fix: 'name each of them by the id that the old system gave: by: id';
        readonly example: 'users,Alex,u-17,name   # a row of idMap; two users are called Alex';
    };
    readonly 'LOOKUP.TOO_LARGE': {
        readonly exit: 'precondition';
        readonly cause: 'A file that is looked up in has more than a million rows. It is kept in memory.';
        readonly fix: 'leave out rows that no other row names';
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
        readonly cause: 'The pattern of a field fits none of the cells, so it is probably not the one that was meant.';
        readonly fix: 'correct the pattern; chatferry inspect FILE shows what the cells look like';
        readonly example: 'map: { sender: { from: author, pattern: "^id:(\\\\d+)$" } }';
    };
};
