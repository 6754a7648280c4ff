import type { InspectedColumn } from '../../../input/columns/column.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { FieldSource } from '../../../input/rows/forms/field-source.ts';
import type { Known } from '../ask/answering.ts';
/** Translates a value of another system for a field; undefined if its word is not known, or the field takes any. */
export declare const translatedWord: (entity: EntityName, field: string, value: string) => string | undefined;
/** The way a field with a fixed set of values reads its column; asks about values that it does not know. */
export declare function wordSource(entity: EntityName, field: string, { name, values }: Pick<InspectedColumn, 'name' | 'values'>, { answers, ask }: Known, best?: (value: string) => string | undefined): FieldSource;
