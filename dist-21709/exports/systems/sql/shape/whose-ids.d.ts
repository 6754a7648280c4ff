import type { ColumnSpec } from './shape-schema.ts';
/** A column with ids, and what is known of the one beside it. */
type Ids = Pick<Exclude<ColumnSpec, string>, 'column' | 'type'> & {
    /** The column beside it whose values may say whose ids they are; nobody has said what they mean. */
    readonly besideType?: string | undefined;
};
/**
 * The column beside one with ids that may say of which table they are: `sender_type` beside `sender_id`, as Rails and Laravel
 * have it. Undefined if there is none, or if it is declared what its values mean.
 */
export declare function typeBeside(field: string, { column, join, type }: Exclude<ColumnSpec, string>, columns: readonly string[]): string | undefined;
/** Sees to it that nobody's id is taken for that of somebody else. */
export declare class WhoseIds {
    #private;
    /**
     * The kind of record that an id is of, by the value beside it: `users`, `conversations`, or another word of the pipeline;
     * undefined if no column says it.
     * @param name of the field, such as `messages.sender`
     * @param value of the column beside it
     * @throws RunError `EXPORT.SHAPE_UNCLEAR` if the values mean several tables, and nobody has said which
     */
    of(name: string, { column, type, besideType }: Ids, value: string | undefined): string | undefined;
}
export {};
