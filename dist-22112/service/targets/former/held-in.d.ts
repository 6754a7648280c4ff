import type { Data, EntityName } from '../../../input/entities/entity.ts';
import type { Held } from '../../../ledger/former/former-row.ts';
/** The name of a member of metadata as a field of its own. */
export declare const memberField: (member: string) => string;
/** The member of metadata that a field is; undefined for every other field. */
export declare const memberOfField: (field: string) => string | undefined;
/** The value of a field in a row as the service gives it, or as a source has it. */
export declare function heldIn(entity: EntityName, row: Data, field: string): Held;
/** A value of a field; the service leaves empty ones out. */
export declare const heldValue: (value: unknown) => Held;
