import type { Logger } from 'pino';
import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { entities } from '../../input/entities/entities.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { Transport } from '../../service/transport/transport.ts';
import type { Connection } from '../../session/connect.ts';
import { openSession } from '../../session/open-session.ts';
import { openTransport, type TransportEvent } from '../../session/open-transport.ts';
import { openRunLog } from '../../session/run-log.ts';
import type { State } from '../../session/state-folder.ts';
import type { CommandContext } from '../../terminal/context.ts';
import type { CreationDeps } from '../removal/is-older.ts';

export type UndoOptions = {
  readonly pipeline: string;
  /** The id that was printed with what would be removed; undefined shows it. */
  readonly confirm: string | undefined;
  /** Remove what others use by now, too. */
  readonly includeUsed: boolean;
};

/** What an undo is made with; disposing of it gives everything back. */
export interface UndoSession extends AsyncDisposable {
  readonly options: UndoOptions;
  readonly pipeline: Pipeline;
  readonly state: State;
  readonly connection: Connection;
  readonly ledger: Ledger;
  readonly checkpoint: Checkpoint | undefined;
  readonly log: Logger;
  readonly transport: Transport;
  /** Aborted at an interrupt, or when the target is lost. */
  readonly signal: AbortSignal;
  /** Hears every event of the transport from now on. */
  listen(onEvent: (event: TransportEvent) => void): void;
}

/** @throws RunError `STATE.*`, `AUTH.KEY_MISSING`, `SANDBOX.FAILED` */
export async function openUndo(
  options: UndoOptions,
  pipeline: Pipeline,
  state: State,
  context: CommandContext,
): Promise<UndoSession> {
  await using opened = new AsyncDisposableStack();
  const session = opened.use(await openSession(pipeline, state, context));
  const connection = await session.connect();
  const ledger = session.openLedger(connection);
  const checkpoint = await state.store.load();
  const log = opened.use(openRunLog(state.paths.log));
  let listener: ((event: TransportEvent) => void) | undefined;
  const base = openTransport(connection, pipeline.limits.timeoutSeconds * 1_000, (event) => {
    listener?.(event);
    if (event.type !== 'tried') log.info(event);
  });
  const { transport } = opened.use(base);
  const signal = AbortSignal.any([context.signal, ...(connection.lost ? [connection.lost] : [])]);
  const whole = opened.move();
  return {
    ...{ options, pipeline, state, connection, ledger, checkpoint, log, transport, signal },
    listen: (onEvent) => {
      listener = onEvent;
    },
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  };
}

/** What says whether a user or group is older than this pipeline. */
export const creationDeps = ({ ledger, transport, signal }: UndoSession): CreationDeps => ({
  ledger,
  transport,
  signal,
  fixedAt: (entity, createdAt) => ledger.versionOf(entities[entity], { createdAt }).fixed,
});
