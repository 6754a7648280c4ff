import type { EntityName } from '../../../input/entities/entity.ts';
import type { FieldSource } from '../../../input/rows/forms/field-source.ts';
import type { Known } from '../ask/answering.ts';
import type { Table } from '../files/tables.ts';
import type { DirectConversations, Identity } from '../relate/identity.ts';
import type { Owners } from '../relate/message-roles.ts';
import type { DraftSource, SourceOption } from '../text/pipeline-text.ts';
/** The facts that all parts of a draft share. */
export type Drafting = {
    readonly known: Known;
    readonly users: Identity;
    readonly groups: Identity;
    readonly owners: Owners;
    /** Conversations of two people among the groups; undefined if there are none. */
    readonly direct: DirectConversations | undefined;
};
/** The condition that a cell is none of some values. */
export declare const notOf: (values: readonly string[]) => object;
/** A map that is being made, and what is said about it. */
export type Draftable = {
    readonly map: Record<string, FieldSource | null>;
    readonly remarks: string[];
    /** Columns that are read, or that say which rows are. */
    readonly used: Set<string>;
};
export declare const draftable: () => Draftable;
/** Maps the fields that read a column of their own, besides those in `done`. */
export declare function mapFields(entity: EntityName, table: Table, fields: ReadonlyMap<string, string>, done: ReadonlySet<string>, draft: Draftable, known: Known): void;
/** Sets a field; nothing is written where the column has the name of the field. */
export declare function setField(draft: Draftable, field: string, source: FieldSource): void;
/** The source with what every table has: its paths, how it is read, what was found in it. */
export declare function finished(entity: EntityName, table: Table, draft: Draftable, options: readonly SourceOption[], filledFields: ReadonlySet<string>): DraftSource;
/** The reading of the files: the options of a source before those that choose and order its rows. */
export declare function inputOptions({ files, paths }: Table): SourceOption[];
