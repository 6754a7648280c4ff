import type { Checkpoint, CheckpointStore } from '../../../delivery/checkpoint.ts';
import type { DeadLetter } from '../../../delivery/dead-letter.ts';
import type { Settled } from '../../../delivery/in-flight.ts';
import { run } from '../../../delivery/run.ts';
import { openScratchFile } from '../../../files/scratch-file.ts';
import { type EntityName, entityNames, entityRecord } from '../../../input/entities/entity.ts';
import type { KeyFile } from '../../../keys/key-file.ts';
import type { FormerValues } from '../../../ledger/former/former-values.ts';
import { KnownKeys } from '../../../ledger/known-keys.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Forgotten } from '../../../pipeline/forgotten.ts';
import { type PlainRows, planOfRows } from '../../../pipeline/live/plan-of-rows.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { Route } from '../../../service/targets/target.ts';
import type { Transport } from '../../../service/transport/transport.ts';
import type { Connection } from '../../../session/connect.ts';
import type { Session } from '../../../session/open-session.ts';

/** The largest number of rows in the window, and how often it is committed: there are few rows, and the last commit is at once. */
const CAPACITY = 2_000;
const COMMIT_EVERY_MS = 250;
const LANES_PER_REQUEST = 2;
/** Time for which a request whose answer was lost may still take effect. */
const GRACE_MS = 2_000;

/** Parts that stay open between the calls of a lane. */
export type LaneParts = {
  readonly pipeline: Pipeline;
  readonly session: Session;
  readonly connection: Connection;
  readonly routes: Readonly<Record<EntityName, Route>>;
  readonly ledger: Ledger;
  readonly former: FormerValues;
  readonly forgotten: Forgotten | undefined;
  readonly transport: Transport;
  /** True if the ledger may have rows whose outcome nobody knows. */
  readonly isAnyUncertain: boolean;
};

/** A row with its outcome. */
export type LiveSettled = Pick<Settled, 'row' | 'outcome' | 'key'> & { readonly entity: EntityName };

/**
 * Sends rows down the line, as a sync of them alone: the ledger knows what the side has. Nothing of it is kept but the ledger, so a
 * call that was killed is repeated as a whole.
 * @throws RunError; the reason of the signal. What was accepted is recorded
 */
export async function deliverRows(
  rows: PlainRows,
  parts: LaneParts,
  signal: AbortSignal,
): Promise<readonly LiveSettled[]> {
  const { pipeline, session, connection, ledger, former, transport, routes, forgotten } = parts;
  const { system, state } = session;
  const nowMs = system.clock.now();
  const plan = await planOfRows(pipeline, rows, { routes, nowMs, forgotten, signal });
  const checkpoint = await session.openCheckpoint(connection, plan, nowMs, true);
  const until = connection.lost ? AbortSignal.any([signal, connection.lost]) : signal;
  const settled: LiveSettled[] = [];
  const known = new Set(entityNames.filter((name) => ledger.lastRow(name) > 0));
  ledger.times.beginSending(nowMs, parts.isAnyUncertain);
  ledger.checkpoint = checkpoint.lineage;
  using opened = new DisposableStack();
  const keys = entityRecord((name) => opened.use(new KnownKeys(ledger, name)));
  await run(plan, {
    receiver: {
      target: connection.target,
      transport,
      skewS: () => connection.skew.seconds,
      mayRefuseAll: true,
      graceMs: GRACE_MS,
    },
    stores: {
      checkpoint,
      store: inMemory(checkpoint),
      ledger,
      former,
      keys,
      keyFiles: entityRecord(() => NO_KEYS),
      openDeadLetter: () => NO_LETTERS,
      openArchive: () => undefined,
      openNames: () => openScratchFile(state.paths.folder, 'names', system),
    },
    bounds: {
      width: pipeline.limits.concurrency * LANES_PER_REQUEST,
      capacity: CAPACITY,
      commitEveryMs: COMMIT_EVERY_MS,
    },
    sync: { hasRows: (name) => known.has(name) },
    observe(event) {
      if (event.type !== 'committed') return;
      for (const { row, outcome, key } of event.rows)
        settled.push({ entity: event.entity, row, outcome, ...(key === undefined ? {} : { key }) });
    },
    system,
    signal: until,
  });
  return settled;
}

/** The ledger alone says where a call that was ended is repeated. */
const inMemory = (checkpoint: Checkpoint): CheckpointStore => ({
  load: async () => checkpoint,
  save: async () => {},
  clear: async () => {},
});

const NO_KEYS: KeyFile = { restore: async () => {}, append: async () => 0 };

/** Outcomes are returned, so no file has them. */
const NO_LETTERS: DeadLetter = { restore: async () => {}, append: async () => ({}), paths: [] };
