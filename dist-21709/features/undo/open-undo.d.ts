import type { Logger } from 'pino';
import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { FormerValues } from '../../ledger/former/former-values.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { CreationDeps } from '../../service/targets/change/is-older.ts';
import type { Transport, TransportEvent } from '../../service/transport/transport.ts';
import type { Connection } from '../../session/connect.ts';
import { type Session } from '../../session/open-session.ts';
import type { State } from '../../state/state.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
/** Options of `chatferry undo`. */
export type UndoOptions = {
    readonly pipeline: string;
    /** The id printed with the plan; undefined only shows the plan. */
    readonly confirm: string | undefined;
    /** Also remove what others use. */
    readonly includeUsed: boolean;
};
type Opened = Pick<Session, 'pipeline' | 'state' | 'system' | 'requests' | 'traced'>;
/** Open parts of an undo; disposing it releases everything. */
export interface UndoSession extends Opened, AsyncDisposable {
    readonly options: UndoOptions;
    readonly connection: Connection;
    readonly ledger: Ledger;
    /** The values of rows that were there before, before they were changed. */
    readonly former: FormerValues;
    readonly checkpoint: Checkpoint | undefined;
    readonly log: Logger;
    readonly transport: Transport;
    /** Aborts on an interrupt, if the target is lost, or if the run log cannot be written. */
    readonly signal: AbortSignal;
    /** From now on, calls `onEvent` with every event of the transport; replaces an earlier listener. */
    listen(onEvent: (event: TransportEvent) => void): void;
}
/**
 * Connects to the target and opens the ledger.
 * @throws RunError `STATE.*`, `AUTH.KEY_MISSING`, `SANDBOX.FAILED`
 */
export declare function openUndo(options: UndoOptions, pipeline: Pipeline, unlocked: State, context: Runtime & Stderr): Promise<UndoSession>;
/** Part of a session that `isOlder` needs. */
export declare const creationDeps: ({ ledger, transport, signal }: UndoSession) => CreationDeps;
export {};
