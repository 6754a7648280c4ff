/** Codes for rows that cannot be parsed. The rows around them are read. */
export declare const syntaxCodes: {
    readonly 'CSV.QUOTE_UNCLOSED': {
        readonly cause: 'A quote opens a cell and is never closed, or is closed only in a later row. Only the line where it opens is rejected.';
        readonly fix: 'close the quote, and double every quote inside a quoted cell';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,"Ann\nben,Ben\n';
            };
        };
    };
    readonly 'CSV.QUOTE_STRAY': {
        readonly cause: 'A cell without quotes contains a quote, or text follows a closing quote.';
        readonly fix: 'put the whole cell in quotes, and double every quote inside it';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann "Annie" Lee\n';
            };
        };
    };
    readonly 'CSV.COLUMNS_MISMATCH': {
        readonly cause: 'The row has more or fewer cells than the header. Usually a cell contains the delimiter and is not quoted.';
        readonly fix: 'give the row as many cells as the header; quote cells that contain the delimiter';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Lee, Ann\n';
            };
        };
    };
    readonly 'NDJSON.SYNTAX_INVALID': {
        readonly cause: 'The row is not valid JSON, or an object contains the same name twice.';
        readonly fix: 'write one complete JSON object on one line';
        readonly example: {
            readonly files: {
                readonly 'users.ndjson': '{"uid":"ann","name":"Ann",}\n';
            };
        };
    };
    readonly 'NDJSON.NOT_OBJECT': {
        readonly cause: 'The row is JSON, but not an object: a list, a text or a number.';
        readonly fix: 'write one JSON object on each line';
        readonly example: {
            readonly files: {
                readonly 'users.ndjson': '["ann","Ann"]\n';
            };
        };
    };
    readonly 'NDJSON.TOO_DEEP': {
        readonly cause: 'The values of the row are nested more than 64 levels deep.';
        readonly fix: 'nest at most 64 levels deep';
        readonly example: {
            readonly files: {
                readonly 'users.ndjson': '{"uid":"ann","name":"Ann","metadata":⟨{"a": × 64⟩1⟨} × 64⟩}\n';
            };
        };
    };
};
