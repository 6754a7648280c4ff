/** Codes of the code that a pipeline names, and of the programs that it reads. */
export declare const programCodes: {
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
        readonly cause: 'The transform did not return an object, an array of objects or null; or the result is more than 1 MiB, contains itself, or is not JSON.';
        readonly fix: 'return the row, an array of rows, or null to skip the row';
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
