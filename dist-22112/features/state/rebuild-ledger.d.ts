import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { type EntityName } from '../../input/entities/entity.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { State } from '../../state/state.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
/** Contents of a rebuilt ledger. */
export type RebuiltLedger = {
    readonly entities: Readonly<Record<EntityName, {
        readonly ours: number;
        readonly others: number;
    }>>;
    /** Rows that were written, but that no source names any more. */
    readonly unnamed: number;
};
/** Input of the rebuilding of a ledger. */
export type RebuildOptions = {
    readonly pipeline: Pipeline;
    readonly state: State;
    /** The checkpoint of the run, if there is a sound one. */
    readonly checkpoint: Checkpoint | undefined;
    readonly retry: Checkpoint | undefined;
    /** Rows of unknown origin count as created by this pipeline. */
    readonly ours: boolean;
};
/**
 * True if the ledger can be rebuilt without the service: a one-shot run keeps the key of every row that it has written.
 * A sync run keeps only those of the rows that it has sent.
 */
export declare const isRebuiltFromKeys: ({ sync }: Pipeline, checkpoint: Checkpoint | undefined) => boolean;
/**
 * Rebuilds a lost ledger: from the keys of a one-shot run and its sources, or by reading the rows of the sources back from
 * the service. A ledger that is only too old is brought up to date, so that it is not forgotten who created its rows.
 * Sends only reads. Until the end, the state stays as it was.
 * @throws RunError `SOURCE.*`, and the errors of reading the service
 */
export declare function rebuildLedger(options: RebuildOptions, context: Runtime & Stderr): Promise<RebuiltLedger>;
