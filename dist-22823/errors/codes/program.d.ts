/** Codes of the code that a pipeline names, and of the programs that it reads. */
export declare const programCodes: {
    readonly 'CONFIG.TRANSFORM_INVALID': {
        readonly exit: 'precondition';
        readonly cause: 'The file of a transform cannot be loaded: it is not there, is not valid TypeScript, fails when it is loaded, or exports no function by default. Types are removed, not checked, so enums and parameter properties are not possible.';
        readonly fix: 'correct the file at the line named; it must have:  export default (row) => row';
        readonly example: 'transform: ./clean.ts, and clean.ts exports its function by a name';
    };
    readonly 'SOURCE.COMMAND_FAILED': {
        readonly exit: 'precondition';
        readonly cause: 'The command of a source did not start, ended with another exit code than 0, was ended by a signal, or printed nothing. What it printed before is not used: half an export would look like a whole one.';
        readonly fix: 'run the command by itself in the folder of the pipeline and see what it says';
        readonly example: 'command: [psql, -c, "copy (select * from peple) to stdout csv header"]';
    };
    readonly 'SOURCE.COMMAND_SILENT': {
        readonly exit: 'precondition';
        readonly cause: 'The command of a source printed nothing for 10 minutes, neither rows nor messages, and was ended. It waits for something: a password, a lock, a network.';
        readonly fix: 'run the command by itself in the folder of the pipeline; a password belongs in its own configuration, because nobody is asked';
        readonly example: 'command: [ssh, backup, cat, export.csv], and the host does not answer';
    };
    readonly 'SOURCE.SPOOL_FULL': {
        readonly exit: 'temporary';
        readonly cause: 'The output of a command, standard input, or the copy of a file on a server does not fit on the disk, where it is kept. What was written of output is removed; what was fetched is kept, and the next run goes on with it.';
        readonly fix: 'free some space on the disk of the state folder, or name a larger one with state:, then run the same command again';
        readonly example: 'command: [pg_dump, chat], and 1 GB free';
    };
    readonly 'SOURCE.STDIN_MISSING': {
        readonly exit: 'precondition';
        readonly cause: 'A source is standard input, and standard input is a terminal, is at its end, or is read by another source already.';
        readonly fix: 'pipe the rows into the command:  cat messages.csv | chatferry run pipeline.yaml --yes; of several sources that are "-", make all but one a file or a command';
        readonly example: 'sources: { messages: { path: "-", format: csv } }, without a pipe';
    };
};
/** Codes of rows for which a transform gives nothing that can be used. */
export declare const transformCodes: {
    readonly 'ROW.TRANSFORM_FAILED': {
        readonly cause: 'The function of the transform threw an error for this row, or returned a promise.';
        readonly fix: 'correct the function at the line named, or this row; a transform is synchronous and gets one row at a time';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann Lee\nben,\n';
            };
            readonly source: 'transform: ./clean.ts';
            readonly beside: {
                readonly 'clean.ts': "export default (row) => {\n  if (row.name === '') throw new Error('no name');\n  return row;\n};\n";
            };
        };
    };
    readonly 'ROW.TRANSFORM_RESULT': {
        readonly cause: 'The function of the transform returned something that is no row: not an object, an array of objects or null, more than 1 MiB, an object that contains itself, or a value that JSON does not have.';
        readonly fix: 'return the row, an array of rows, or null to leave the row out';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\n';
            };
            readonly source: 'transform: ./clean.ts';
            readonly beside: {
                readonly 'clean.ts': 'export default (row) => row.name;\n';
            };
        };
    };
};
