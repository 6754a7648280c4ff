import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { entities } from '../../input/entities/entities.ts';
import { FormerValues } from '../../ledger/former/former-values.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { openRunLog, type RunLog } from '../../report/events/run-log.ts';
import type { CreationDeps } from '../../service/targets/change/is-older.ts';
import type { Transport, TransportEvent } from '../../service/transport/transport.ts';
import type { Connection } from '../../session/connect.ts';
import type { KeptCopies } from '../../session/kept-copies.ts';
import { openSession, type Session } from '../../session/open-session.ts';
import { openTransport, untilLost } from '../../session/open-transport.ts';
import { isAnswered } from '../../state/claims.ts';
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
  /** The copies of files; undefined if there are none, or the pipeline copies none any more. */
  readonly copies: KeptCopies | undefined;
  readonly log: RunLog;
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
export async function openUndo(
  options: UndoOptions,
  pipeline: Pipeline,
  unlocked: State,
  context: Runtime & Stderr,
): Promise<UndoSession> {
  await using opened = new AsyncDisposableStack();
  const session = opened.use(await openSession(pipeline, unlocked, context));
  const { state, system } = session;
  state.requireJoined();
  const connection = await session.connect();
  const ledger = await session.openLedger(connection);
  await ledger.indexed();
  const former = opened.use(new FormerValues(state.former, system));
  const checkpoint = await state.store.load();
  const copies = await openCopies(pipeline, system, context);
  if (copies) opened.use(copies);
  const unlogged = new AbortController();
  const log = opened.use(openRunLog(state.paths.log, system, (error) => unlogged.abort(error)));
  let listener: ((event: TransportEvent) => void) | undefined;
  const base = openTransport(
    connection,
    pipeline.limits.timeoutSeconds * 1_000,
    (event) => {
      listener?.(event);
      if (event.type !== 'tried') log(event);
    },
    system,
    isAnswered(ledger),
  );
  const { transport } = opened.use(base);
  const signal = AbortSignal.any([untilLost(context.signal, connection), unlogged.signal]);
  const resources = opened.move();
  return {
    ...session,
    options,
    connection,
    ledger,
    former,
    checkpoint,
    copies,
    log,
    transport,
    signal,
    listen: (onEvent) => {
      listener = onEvent;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function openCopies(
  pipeline: Pipeline,
  system: Session['system'],
  access: Runtime,
): Promise<KeptCopies | undefined> {
  if (!pipeline.files) return undefined;
  // Loaded for those who copy files.
  const { KeptCopies } = await import('../../session/kept-copies.ts');
  return await KeptCopies.find({ pipeline, system, access });
}

/** Part of a session that `isOlder` needs. */
export const creationDeps = ({ ledger, transport, signal }: UndoSession): CreationDeps => ({
  ledger,
  transport,
  signal,
  fixedAt: (entity, createdAt) => ledger.versions.of(entities[entity], { createdAt }).fixed,
});
