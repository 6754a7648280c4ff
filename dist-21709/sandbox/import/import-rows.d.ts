import type { App } from '../app/app.ts';
import { ApiError } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { type Fields } from '../wire/validation.ts';
/** One row of POST /data_import/users. */
export declare const importUser: ImportRow;
/**
 * Creates the user in the `*Details` of another row unless it exists. Documented: a row may carry the rows it
 * refers to. Assumed: a missing one is created and an existing one stays unchanged.
 */
export declare function importUserDetails(app: App, details: Fields | undefined): void;
/** Refuses a user that a row names and that does not exist. Assumed: a deactivated one may be named. */
export declare function checkUser({ users, quirks }: App, uid: string): void;
/**
 * Imports one row and returns its JSON. Throws an ApiError if it refuses the row. `checkKey` checks the row's key
 * against its id.
 */
export type ImportRow = (app: App, fields: Fields, checkKey: (id: string) => void) => string;
/** A refusal that `poison=batch500` turns into a failure of the whole request. */
export declare class PoisonError extends ApiError {
}
/** One row of POST /data_import/groups. */
export declare const importGroup: ImportRow;
/** Creates the group in the `*Details` of another row unless it exists (assumed). */
export declare function importGroupDetails(app: App, details: Fields | undefined): void;
/** The `*Details` of a row. */
export declare const DETAILS: field.Field<Readonly<Record<string, unknown>> | undefined>;
/** A row of POST /data_import/members. */
export declare const IMPORTED_MEMBER: field.Shape<field.FieldValues<{
    readonly memberId: field.Field<string>;
    readonly guid: field.Field<string>;
    readonly uid: field.Field<string>;
    readonly joinedAt: field.Field<number | null>;
    readonly scope: field.Field<"admin" | "moderator" | "participant" | null>;
    readonly isBanned: field.Field<boolean>;
    readonly groupDetails: field.Field<Readonly<Record<string, unknown>> | undefined>;
    readonly userDetails: field.Field<Readonly<Record<string, unknown>> | undefined>;
}>>;
/** One row of POST /data_import/members. */
export declare const importMember: ImportRow;
