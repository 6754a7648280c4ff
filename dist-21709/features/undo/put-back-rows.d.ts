import { type EntityName } from '../../input/entities/entity.ts';
import type { FormerValues } from '../../ledger/former/former-values.ts';
import type { UndoSession } from './open-undo.ts';
import { type PutBackResult } from './put-back-counts.ts';
/** A row of others that is done. */
export type PutBackEvent = {
    readonly type: 'putBack';
    readonly entity: EntityName;
    readonly key: string;
    /** The fields that were put back. */
    readonly fields: readonly string[];
    readonly isFailed: boolean;
};
/**
 * Puts back what our changes have replaced in rows that were there before us, where the service still has what we wrote. It can
 * be stopped at any time and repeated: what is put back is not kept any more, or is found to be as it was.
 * @throws RunError if nothing more can be put back
 */
export declare function putBackRows(former: FormerValues, session: UndoSession, observe: (event: PutBackEvent) => void): Promise<PutBackResult>;
