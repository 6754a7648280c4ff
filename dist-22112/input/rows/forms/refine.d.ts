import type { FieldKind } from '../../entities/entity.ts';
import type { Values } from '../row.ts';
import type { CellReader, LookupTable } from './context.ts';
import { type RefinedForm } from './field-source.ts';
import type { PatternUses } from './pattern-uses.ts';
import { type Columns } from './value-forms.ts';
/** An app's own id of a text, for the field of this row; undefined if it has none. */
export type OwnId = (text: string, values: Values) => string | undefined;
/** The things that the reader of a field needs. */
export type FieldDeps = {
    readonly field: string;
    readonly kind: FieldKind;
    /** True if the field is one member of a JSON field: then numbers and lists stay what they are. */
    readonly isMember: boolean;
    readonly columns: Columns;
    readonly lookups: ReadonlyMap<string, LookupTable> | undefined;
    readonly patterns: PatternUses;
    readonly ownId: OwnId | undefined;
    readonly uidOf: (id: string) => string;
    /** True if a value that is missing in a list keeps its place, because another list has values at the same places. */
    readonly keepsPlaces?: boolean;
};
/** Reads a field that has a form: its value, refined in the order that the documentation gives, then decoded. */
export declare function refinedReader(form: RefinedForm, deps: FieldDeps): CellReader;
/** Reads the refined value, without its default and before it is decoded. */
export declare function refinedValue(form: RefinedForm, deps: FieldDeps): CellReader;
