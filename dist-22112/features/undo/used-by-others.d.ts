import type { UndoSession } from './open-undo.ts';
import type { GroupUse } from './undo-document.ts';
/** Parts that the checks of this file need. */
type UseDeps = Pick<UndoSession, 'ledger' | 'transport' | 'signal'>;
/**
 * Checks whether others use a group that the pipeline created: as members, or with new messages.
 * @returns undefined if nobody does, or if the group is gone
 * @throws RunError `SERVICE.OUTAGE` if the group cannot be read
 */
export declare function groupUse(guid: string, deps: UseDeps): Promise<GroupUse | undefined>;
/** True if a user has a message in the service; call it after the pipeline's messages are removed. */
export declare function hasWritten(uid: string, { transport, signal }: Omit<UseDeps, 'ledger'>): Promise<boolean>;
/** True if a user of the service has a role; call it after the pipeline's users are removed. */
export declare function hasUsers(role: string, { transport, signal }: Omit<UseDeps, 'ledger'>): Promise<boolean>;
export {};
