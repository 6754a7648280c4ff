/**
 * A JSON document with rows at a path, for files whose name does not show it. Its rows are written as NDJSON where they
 * are rejected, so a Source has the format `ndjson`.
 */
export declare const json: {
    readonly takes: Set<"columns" | "delimiter">;
    readonly open: (path: string, file: number, options: import("../source.ts").SourceOptions) => Promise<import("../source.ts").Source>;
    readonly rejects: () => Promise<import("../source.ts").RejectsWriter>;
    readonly name: 'json';
    readonly label: 'JSON';
    readonly endings: readonly [];
    readonly looksLike: () => false;
};
