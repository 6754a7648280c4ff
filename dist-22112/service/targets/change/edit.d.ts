import type { Data } from '../../../input/entities/entity.ts';
import { type Changing } from './change.ts';
/** The content of a message. */
export declare const messageContent: ({ data }: Data) => Data;
/** The metadata of a user, group or role, or of the content of a message. */
export declare const membersIn: ({ metadata }: Data) => Data;
/** The fields that an edit of a message writes; fields that are absent stay as they are. */
export type Edit = {
    readonly data: {
        readonly text?: unknown;
        readonly metadata?: Data;
    };
    readonly tags?: unknown;
};
/**
 * Makes the edit of a message: the text, metadata and tags that the row has, and those that its source has and the row
 * has not. Members of metadata that are not ours stay as the service has them.
 */
export declare function editOf(item: Changing): Edit;
/** True if an edit must know what the service has: what is not ours in the metadata stays, and there may be none to empty. */
export declare const needsHeld: (item: Changing) => boolean;
/** True if a message of the service has what an edit would write. */
export declare function isEdited(found: Data, item: Changing): boolean;
