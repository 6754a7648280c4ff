import type { Step } from '../../../delivery/plan.ts';
import type { Data } from '../../../input/entities/entity.ts';
import type { SourceFields } from '../../../input/rows/owned-fields.ts';
import type { Row } from '../../../input/rows/row.ts';
import type { Shape, SourceShape } from '../../../state/last-sync.ts';
import { type LostField } from './lost-field.ts';
import { SourceTally } from './source-tally.ts';
/** A record that the last sync run has linked to a row of the ledger, that it had without a link, or that it did not have. */
export type RecordBefore = 'linked' | 'unlinked' | 'new';
/** The changes of the columns and fields of a step since the last sync run. */
export type ShapeChange = {
    readonly lost: readonly LostField[];
    /** Columns, `source: column`, that the last sync run did not have. */
    readonly added: readonly string[];
    /** Fields that single files of a source have lost and that others of it have. */
    readonly fewer: readonly {
        readonly file: string;
        readonly fields: readonly string[];
    }[];
};
/**
 * The columns and fields of a step's sources, beside those that the last sync run has remembered. Rows that are the same
 * in their bytes are not read: what they have is known from then.
 */
export declare class StepShape {
    #private;
    /** The record of the row that is taken. */
    record: RecordBefore;
    /** @param before undefined if nothing is remembered of the entity */
    constructor(step: Step, before: readonly SourceShape[] | undefined);
    /** Forgets the rows of a pass. */
    restart(): void;
    /** Takes a record of a file that is the same in its bytes, and that may be read for another reason. */
    takeSame(file: number, isRead: boolean): void;
    /** Takes a valid row; returns the fields that it owns. */
    take({ file, values }: Pick<Row, 'file' | 'values'>, data: Data): SourceFields;
    /** Takes a row that is refused: what it has is no less a field of the source. */
    takeRefused({ fault, file, values }: Row): void;
    /**
     * Ends a pass.
     * @param records how many the last sync run had
     */
    end(records: number): void;
    /** @returns what has changed; undefined if rows must be compared once more, because they own less than it seemed */
    settle(signal: AbortSignal): Promise<ShapeChange | undefined>;
    /** Counts the values of all rows, for sources of which nothing is known. */
    count(signal: AbortSignal, only?: Set<SourceTally>): Promise<void>;
    /** The facts that the next sync run is to remember. */
    result(): readonly SourceShape[];
}
/** The facts that the next sync run is to remember of all steps; reads the rows of those that were not compared. */
export declare function shapesOf(parts: readonly {
    readonly step: Step;
    readonly shape?: readonly SourceShape[];
}[], before: Shape | undefined, signal: AbortSignal): Promise<Shape>;
/**
 * The notices of a sync run about the columns and fields of its sources.
 * @param isNew whether earlier sync runs have remembered none
 */
export declare function shapeNotices(changes: readonly (ShapeChange & DerivedNames)[], isNew: boolean): readonly string[];
/** The changes that a sync run makes to the names of rows that are made of others. */
type DerivedNames = {
    readonly entity: string;
    readonly isDerived: boolean;
    readonly fields: {
        readonly changed: ReadonlyMap<string, number>;
    };
};
export {};
