import type { Data } from '../../../input/entities/entity.ts';
import { type Changing, type ReadableName } from './change.ts';
/** The fields of a row of the service that a row would change. */
export type WouldChange = {
    readonly changed: readonly string[];
    readonly emptied: readonly string[];
    /** Fields that the row leaves empty and that keep their value. */
    readonly kept: readonly string[];
};
/** Finds what a row of a source makes of a user, group or role that exists, by the names of fields. */
export declare function wouldChange(entity: ReadableName, item: Changing, found: Data): WouldChange;
/** True if a change would leave a user, group or role of the service as it is. */
export declare function isEqual(entity: ReadableName, item: Changing, found: Data): boolean;
/** The fields that a change can empty and that a row of the service has a value in. */
export declare const clearableIn: (entity: ReadableName, found: Data) => readonly string[];
/** True if a row says that the user is deactivated. */
export declare const wantsInactive: (data: Data) => boolean;
export declare const isDeactivated: ({ deactivatedAt }: Data) => boolean;
