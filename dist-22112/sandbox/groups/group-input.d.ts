import type { App } from '../app/app.ts';
import { type CountedGroup, type Group } from '../stores/group-store.ts';
import * as field from '../wire/field.ts';
import { type Fields } from '../wire/validation.ts';
/** The body of POST /groups. */
export declare const NEW_GROUP: field.Shape<field.FieldValues<{
    readonly type: field.Field<"password" | "private" | "public" | null>;
    readonly password: field.Field<string | null>;
    readonly icon: field.Field<string | null>;
    readonly metadata: field.Field<string | null>;
    readonly tags: field.Field<string | null>;
    readonly owner: field.Field<string | null>;
    readonly guid: field.Field<string>;
    readonly name: field.Field<string>;
    readonly description: field.Field<string | null>;
    readonly members: field.Field<Readonly<Record<string, unknown>> | undefined>;
}>>;
/** The body of PUT /groups/{guid}. */
export declare const GROUP_CHANGE: field.Shape<field.FieldValues<{
    readonly type: field.Field<"password" | "private" | "public" | null>;
    readonly password: field.Field<string | null>;
    readonly icon: field.Field<string | null>;
    readonly metadata: field.Field<string | null>;
    readonly tags: field.Field<string | null>;
    readonly owner: field.Field<string | null>;
    readonly name: field.Field<string | null>;
    readonly description: field.Field<string | null>;
    readonly unset: field.Field<readonly ("description" | "icon" | "metadata")[]>;
}>>;
/** A group in an import row or in the `*Details` of one. `description` is not part of that schema. */
export declare const IMPORTED_GROUP: field.Shape<field.FieldValues<{
    readonly password: field.Field<string | null>;
    readonly icon: field.Field<string | null>;
    readonly metadata: field.Field<string | null>;
    readonly tags: field.Field<string | null>;
    readonly owner: field.Field<string | null>;
    readonly guid: field.Field<string>;
    readonly name: field.Field<string>;
    readonly type: field.Field<"password" | "private" | "public">;
    readonly createdAt: field.Field<number | null>;
}>>;
/** A new group from the body of POST /groups. Without an owner it belongs to the actor, `actorUid`. */
export declare function newGroup(app: App, { members: _, ...given }: field.ShapeValues<typeof NEW_GROUP>, actorUid: string): Group;
/**
 * The group after a PUT /groups/{guid} by `actorUid`. Fields in `fields` replace, `unset` empties, all others
 * stay. The password is removed when the group needs none any more.
 */
export declare function changedGroup(app: App, group: CountedGroup, { unset, name, type, owner, ...given }: field.ShapeValues<typeof GROUP_CHANGE>, fields: Fields, actorUid: string): CountedGroup;
/** A group from an import row or from the `*Details` of one. */
export declare function readImportedGroup(app: App, fields: Fields): Group;
