import type { Data } from '../../input/entities/entity.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import { type Bounds } from '../../input/rows/record.ts';
import type { Problem, Row } from '../../input/rows/row.ts';
import type { Rule } from '../../prefilter/rules.ts';
/** The values of a row that a sample shows; read only for the few samples that are kept. */
export interface Shown {
    /** Why the service may refuse the row. */
    readonly doubt?: Problem | undefined;
    /** The row's key. */
    key(): string;
    /** A field's cell as written in the file. */
    cell(field: string): unknown;
    /** A field's value as the service will store it. */
    text(field: string): string;
}
/** The id of the conversation of a message. */
export declare function conversationId(shown: Shown, toGroup: boolean): string;
/** The values that a sample shows of a record that was never turned into a row. */
export declare class ShownRecord implements Shown {
    #private;
    /** Finds the cells of the current record: of few records any is shown. */
    record: () => Bounds | undefined;
    /** @param keyFields the fields that make up a row's key */
    constructor(rules: readonly Rule[], keyFields: readonly string[]);
    key(): string;
    cell(field: string): unknown;
    /** The field's value as the service will store it. */
    text(field: string): string;
}
/** The values that a sample shows of a row. */
export declare class ShownRow implements Shown {
    #private;
    readonly doubt: Problem | undefined;
    constructor(row: Row, mapping: Mapping, data: Data, key: string, doubt?: Problem);
    key(): string;
    cell(field: string): unknown;
    text(field: string): string;
}
