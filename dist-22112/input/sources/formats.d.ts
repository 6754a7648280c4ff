/**
 * Every format of source files. A new format is one more folder and one more name here. Any text can be CSV, so it is
 * first: see `looksLike`.
 */
export declare const formats: readonly [{
    readonly name: 'csv';
    readonly label: 'CSV';
    readonly endings: readonly [".csv", ".tsv"];
    readonly looseEndings: readonly [".txt"];
    readonly takes: Set<"columns" | "delimiter">;
    readonly looksLike: () => true;
    readonly look: (bytes: import("./bytes/bytes.ts").Bytes, { delimiter }: {
        readonly delimiter?: string | undefined;
    }) => Promise<import("./source.ts").FormatLook>;
    readonly open: (path: string, file: number, options: import("./source.ts").SourceOptions) => Promise<import("./source.ts").Source>;
    readonly rejects: (sources: readonly import("./source.ts").Source[], begun?: string | undefined) => Promise<import("./source.ts").RejectsWriter>;
}, {
    readonly name: 'ndjson';
    readonly label: 'NDJSON';
    readonly endings: readonly [".ndjson", ".jsonl", ".json"];
    readonly takes: Set<"columns" | "delimiter">;
    readonly looksLike: (head: Buffer<ArrayBufferLike>) => boolean;
    readonly open: (path: string, file: number, options: import("./source.ts").SourceOptions) => Promise<import("./source.ts").Source>;
    readonly rejects: () => Promise<import("./source.ts").RejectsWriter>;
}, {
    readonly takes: Set<"columns" | "delimiter">;
    readonly open: (path: string, file: number, options: import("./source.ts").SourceOptions) => Promise<import("./source.ts").Source>;
    readonly rejects: () => Promise<import("./source.ts").RejectsWriter>;
    readonly name: 'json';
    readonly label: 'JSON';
    readonly endings: readonly [];
    readonly looksLike: () => false;
}];
export type FormatName = (typeof formats)[number]['name'];
/** The names of the formats, for the schema of pipeline files. */
export declare const formatNames: readonly FormatName[];
/** The label of a format for people; the given name if the format is unknown. */
export declare const formatLabel: (name: string) => string;
/** True if the name of a file alone says that it is an export. */
export declare function isExportName(path: string): boolean;
/** The format of a file by its name, else by its beginning (`head`, decoded to UTF-8). */
export declare function formatFound(path: string, head: Buffer): (typeof formats)[number];
/**
 * The format of a file: the declared one, else by the ending of its name without `.gz`, `.zst` or `.zstd`.
 * @throws RunError `SOURCE.FORMAT_UNKNOWN`
 */
export declare function formatOf(path: string, declared?: string): (typeof formats)[number];
