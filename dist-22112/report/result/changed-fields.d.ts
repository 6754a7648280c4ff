import { type EntityName } from '../../input/entities/entity.ts';
/**
 * The texts about cells that are empty and that empty nothing.
 * @param kept number of rows by entity and field, such as `users.statusMessage`
 */
export declare const keptTexts: (kept: Readonly<Record<string, number>>) => readonly string[];
/** In how many rows of an entity a sync run changes its fields, by the name of the field. */
export type FieldChanges = {
    /** Rows that get another value; `content` where it is not known which field differs. */
    readonly changed: Readonly<Record<string, number>>;
    /** Rows that had a value and get none. */
    readonly emptied: Readonly<Record<string, number>>;
    /** Rows that had a value and say none, and that keep it: rights, and what the API cannot empty. */
    readonly kept: Readonly<Record<string, number>>;
};
/** The fields that a sync run changes, by entity; those without any change are absent. */
export type ChangedFields = Readonly<Partial<Record<EntityName, FieldChanges>>>;
/** As `metadata 40 changed, avatar 12 emptied`. */
export declare function fieldChangesText(fields: FieldChanges): string;
/** The same for several entities. */
export declare const changedFieldsText: (fields: ChangedFields) => string;
/** One conversation with new or changed messages. */
export type ChangedConversation = {
    readonly conversation: string;
    readonly new: number;
    readonly changed: number;
};
