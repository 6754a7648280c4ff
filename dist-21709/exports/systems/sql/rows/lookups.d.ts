import type { Field, Shape } from '../shape/resolve-shape.ts';
/** Tables in which values are looked up, each read once. */
export declare class Lookups {
    #private;
    /**
     * The values of a column by their key.
     * @throws RunError `EXPORT.SHAPE_UNCLEAR` if there is no such column, or too many rows
     */
    of({ column, join }: Field, { shape, signal }: {
        readonly shape: Shape;
        readonly signal: AbortSignal;
    }): Promise<ReadonlyMap<string, string>>;
}
/** Ids by the keys with which rows name each other, where those are not the ids. */
export declare class Keys {
    readonly users: Map<string, string>;
    readonly conversations: Map<string, string>;
    user(key: string): string;
    conversation(key: string): string;
}
