import type { Data, Entity, OwnedFields } from '../entities/entity.ts';
/** Of a pipeline whose rows own everything: `sync: { fields: all }`. */
export declare const WHOLE_ROWS: OwnedFields;
/** The facts that decide which fields a source has, besides the fields themselves. */
export type SourceTraits = {
    /** Names the source in the pipeline; empty for rows that are made, of those of other entities or of an export. */
    readonly source: string;
    /** The file that has its rows, if it is one of several of a prepared table. */
    readonly file?: string | undefined;
    /** True if rows may have fields that no column declares: they are objects, or some of several files have the column. */
    readonly isOpen: boolean;
    /** True if its rows own all fields, also those that it does not have. */
    readonly whole: boolean;
    /** The column of each field that is one column as it is. */
    readonly columns: ReadonlyMap<string, string>;
};
/** The fields that the columns of a source, its map, and the members of its objects have. */
export declare class SourceFields implements OwnedFields {
    #private;
    readonly source: string;
    readonly file: string | undefined;
    readonly whole: boolean;
    readonly columns: ReadonlyMap<string, string>;
    /** The fields that have a column or a form. */
    readonly declared: ReadonlySet<string>;
    /** @param declared the fields that have a column or a form, also single members such as `metadata.team` */
    constructor(entity: Entity, declared: Iterable<string>, traits: SourceTraits);
    has(field: string): boolean;
    declares(field: string): boolean;
    hasMember(field: string, member: string): boolean;
    declaresMember(field: string, member: string): boolean;
    note(data: Data): void;
    get lost(): ReadonlySet<string>;
    /** True if a field, or a member of one, has a column, or rows have had it. */
    isKnown(name: string): boolean;
    mayHave(name: string): boolean;
    /** Takes fields and members that rows had in the last sync run, as far as rows of this source may have them. */
    know(names: Iterable<string>): void;
    /** Takes note of fields that the last sync run had of the source and that it has not any more: it does not own them. */
    lose(names: Iterable<string>): void;
    /** Takes note of fields that other files of the source had: its rows do not own them until one of them has a value. */
    lack(names: readonly string[]): void;
    /** Takes note of a field that a row has a value in. */
    find(name: string): void;
}
