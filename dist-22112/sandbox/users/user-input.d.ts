import type { App } from '../app/app.ts';
import type { User } from '../stores/user-store.ts';
import * as field from '../wire/field.ts';
import { type Fields } from '../wire/validation.ts';
/** A required list of ids, not empty, with at most `max` ids. */
export declare function requiredIds(max: number): field.Field<readonly string[]>;
/** The body of POST /users. */
export declare const NEW_USER: field.Shape<field.FieldValues<{
    readonly avatar: field.Field<string | null>;
    readonly link: field.Field<string | null>;
    readonly role: field.Field<string | null>;
    readonly metadata: field.Field<string | null>;
    readonly tags: field.Field<string | null>;
    readonly uid: field.Field<string>;
    readonly name: field.Field<string>;
    readonly statusMessage: field.Field<string | null>;
    readonly withAuthToken: field.Field<boolean>;
}>>;
/** A user in an import row or in the `*Details` of one. `statusMessage` is not part of that schema. */
export declare const IMPORTED_USER: field.Shape<field.FieldValues<{
    readonly avatar: field.Field<string | null>;
    readonly link: field.Field<string | null>;
    readonly role: field.Field<string | null>;
    readonly metadata: field.Field<string | null>;
    readonly tags: field.Field<string | null>;
    readonly uid: field.Field<string>;
    readonly name: field.Field<string>;
    readonly createdAt: field.Field<number | null>;
    readonly lastActiveAt: field.Field<number | null>;
    readonly deactivatedAt: field.Field<number | null>;
}>>;
/** The body of PUT /users/{uid}. */
export declare const USER_CHANGE: field.Shape<field.FieldValues<{
    readonly avatar: field.Field<string | null>;
    readonly link: field.Field<string | null>;
    readonly role: field.Field<string | null>;
    readonly metadata: field.Field<string | null>;
    readonly tags: field.Field<string | null>;
    readonly name: field.Field<string | null>;
    readonly statusMessage: field.Field<string | null>;
    readonly unset: field.Field<readonly ("avatar" | "link" | "metadata")[]>;
}>>;
/** A new user from a POST /users body. */
export declare function newUser(app: App, { withAuthToken: _, ...given }: field.ShapeValues<typeof NEW_USER>): User;
/** A user from an import row or from the `*Details` of one. */
export declare function readImportedUser(app: App, fields: Fields): User;
/** The user after a PUT /users/{uid}. Fields in `fields` replace, `unset` empties, all others stay. */
export declare function changedUser(app: App, user: User, { unset, name, role, ...given }: field.ShapeValues<typeof USER_CHANGE>, fields: Fields): User;
/** The read values whose fields were given, and null for those to unset. */
export declare function changes<T extends Readonly<Record<string, unknown>>>(values: T, fields: Fields, unset: readonly string[]): Partial<T>;
