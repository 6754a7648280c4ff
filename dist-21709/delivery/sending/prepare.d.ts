import type { Item } from '../../input/entities/entity.ts';
import type { FormerValues } from '../../ledger/former/former-values.ts';
import type { KeptChange } from '../../ledger/former/open-former.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Transport } from '../../service/transport/transport.ts';
import type { Step } from '../plan.ts';
import type { Complete } from './fallback.ts';
/** Things that keep what rows have that were there before us. */
export type KeepDeps = {
    readonly former: Pick<FormerValues, 'keep' | 'find' | 'settle'>;
    readonly ledger: Pick<Ledger, 'find' | 'mark'>;
    readonly transport: Transport;
    readonly signal: AbortSignal;
};
/**
 * Prepares rows that are about to be sent: what they replace or end in rows that were there before us is kept, and fields that they
 * lack are filled in.
 */
export declare const prepareOf: (step: Step, deps: KeepDeps, complete: Complete | undefined) => (items: readonly Item[]) => Promise<Prepared>;
/** Says of a changed user whom an earlier process may have left active that the last call of the change is not made. */
export declare const withHalfwayOf: ({ entity }: Step, former: Pick<FormerValues, 'isHalfway'>) => ((item: Item) => Item) | undefined;
/** Rows that are ready to be sent. */
export type Prepared = {
    readonly items: readonly Item[];
    /** By `seq`: what was kept for the change of a row. */
    readonly kept: ReadonlyMap<number, KeptChange>;
};
