import { type EntityName } from '../../../input/entities/entity.ts';
import type { FieldMap, FieldSource } from '../../../input/rows/forms/field-source.ts';
/** A line of a source besides its map, such as `path`, `where` or `order`; `why` is a comment behind it. */
export type SourceOption = {
    readonly key: string;
    readonly value: unknown;
    readonly why?: string;
};
/** One source of a drafted pipeline. */
export type DraftSource = {
    /** The first one is `path` or `from`. */
    readonly options: readonly SourceOption[];
    /** The values of `map`; those of a derived source may also name a field. */
    readonly map: FieldMap | Readonly<Record<string, unknown>>;
    /** Required fields without a clear column, each with the columns that may have it. */
    readonly missing?: readonly {
        readonly field: string;
        readonly columns: readonly string[];
    }[];
    /** Columns that no field reads. */
    readonly unused?: readonly string[];
    /** Comments for the user, a line each. */
    readonly remarks: readonly string[];
};
/** A drafted pipeline. */
export type PipelineDraft = {
    readonly name: string;
    /** Path of the JSON Schema, for editors. */
    readonly schema: string;
    readonly sources: Readonly<Partial<Record<EntityName, readonly DraftSource[]>>>;
    /** Messages that a hosted service would refuse because of their age, a sentence; absent if there are none. */
    readonly oldMessages?: string;
    /** Questions that nobody has answered, with their choices, a line each. */
    readonly open: readonly string[];
    /** Files that are not read, each with the reason. */
    readonly leftOut: readonly string[];
};
/** The text of a commented pipeline file. */
export declare function pipelineText({ name, schema, sources, oldMessages, open, leftOut }: PipelineDraft): string;
/** The version, the name and the target of a pipeline. */
export declare const headLines: (name: string) => string[];
/** Other settings that a pipeline may have, as comments. */
export declare const footLines: (oldMessages?: string) => string[];
/** The entries of a `map:`, a line each. */
export declare function mapLines(map: Readonly<Record<string, FieldSource | null | unknown>>): string[];
/** A value in one line of YAML: texts as short as YAML reads them back, lists and objects in flow style. */
export declare function flow(value: unknown): string;
/** A text for a comment. */
export declare const oneLine: (text: string) => string;
