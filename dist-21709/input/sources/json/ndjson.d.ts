import type { RejectsWriter, Source, SourceOptions } from '../source.ts';
/** One JSON object on each line, or one JSON array of objects; the first characters decide. */
export declare const ndjson: {
    readonly name: 'ndjson';
    readonly label: 'NDJSON';
    readonly endings: readonly [".ndjson", ".jsonl", ".json"];
    readonly takes: Set<"columns" | "delimiter">;
    readonly looksLike: (head: Buffer<ArrayBufferLike>) => boolean;
    readonly open: typeof openNdjson;
    readonly rejects: () => Promise<RejectsWriter>;
};
declare function openNdjson(path: string, file: number, options: SourceOptions): Promise<Source>;
export {};
