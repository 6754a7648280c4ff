/** Codes of the files that a pipeline reads. */
export declare const sourceCodes: {
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
};
