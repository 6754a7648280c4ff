import { type Bytes } from '../bytes/bytes.ts';
import type { FormatLook, Source, SourceOptions } from '../source.ts';
/** Values separated by commas or another ASCII character, with a header line unless the pipeline names the columns. */
export declare const csv: {
    readonly name: 'csv';
    readonly label: 'CSV';
    readonly endings: readonly [".csv", ".tsv"];
    readonly looseEndings: readonly [".txt"];
    readonly takes: Set<"columns" | "delimiter">;
    readonly looksLike: () => true;
    readonly look: (bytes: Bytes, { delimiter }: {
        readonly delimiter?: string | undefined;
    }) => Promise<FormatLook>;
    readonly open: typeof openCsv;
    readonly rejects: (sources: readonly Source[], begun?: string | undefined) => Promise<import("../source.ts").RejectsWriter>;
};
declare function openCsv(path: string, file: number, options: SourceOptions): Promise<Source>;
export {};
