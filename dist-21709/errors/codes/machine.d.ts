/** Codes of a machine on which a run would not be safe, or cannot go on. */
export declare const machineCodes: {
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
};
