import type { Data, Item } from '../../../input/entities/entity.ts';
/** The content of a call that changes a user, group or role. */
export type Change = {
    readonly fields: Data;
    /** Fields that become empty. They are named, because the service keeps fields that a call leaves out. */
    readonly unset: readonly string[];
    /** Fields that become empty in the row and stay in the service: the API cannot empty them, or they grant or take rights. */
    readonly kept: readonly string[];
};
/** Entities whose rows can be read one by one. */
export type ReadableName = 'users' | 'groups' | 'roles';
/** The part of an item that a change needs. */
export type Changing = Pick<Item, 'data' | 'owned' | 'remote'>;
export declare const isReadable: (entity: string) => entity is ReadableName;
/** The body of a call that changes a row. */
export declare function bodyOf(entity: ReadableName, item: Changing): Data;
/**
 * The change that brings an existing row up to date: the values that the row has, and the owned fields that have become
 * empty. Fields that the source lacks, and members of metadata that are not ours, stay as they are.
 */
export declare function changeOf(entity: ReadableName, item: Changing): Change;
/** True if a change must know the metadata of the service: members that are not ours stay. */
export declare function needsMetadata({ data, owned, remote }: Changing): boolean;
/**
 * True if a member of metadata that a row does not have was written for it: it has a column of its own, or it comes from the
 * same source, and the row is not one that was there before us with other content.
 */
export declare function isOurs({ owned, remote }: Changing, member: string): boolean;
/** Members that are ours over those that the service has and that are not ours. */
export declare function mergedMembers(held: Data, own: Data | undefined, isOurs: (member: string) => boolean): Data;
