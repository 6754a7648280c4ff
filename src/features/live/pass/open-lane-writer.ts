import type { Lock } from '../../../files/lock.ts';
import { FormerValues } from '../../../ledger/former/former-values.ts';
import { readForgotten } from '../../../pipeline/forgotten.ts';
import { openRecords } from '../../../pipeline/open-records.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import { openSession } from '../../../session/open-session.ts';
import { temporaryWorkplace } from '../../../session/workplace/workplace.ts';
import { State } from '../../../state/state.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
import type { Side } from '../side.ts';
import { lanePipeline } from './lane-pipeline.ts';
import { laneTarget } from './lane-target.ts';
import type { LaneWriter } from './lane-writer.ts';
import { SessionWriter } from './session-writer.ts';

/** The lane that a writer is opened for. */
export type LanePlace = {
  /** The pipeline of the user. */
  readonly pipeline: Pipeline;
  /** The side that it writes to. */
  readonly to: Side;
  /** The lock of the pipeline, if the caller has taken it; it then stays the caller's. For the side `new` alone. */
  readonly lock?: Lock | undefined;
};

/**
 * Opens what one direction is written with: a session, a connection and a ledger that stay open until it is disposed of. The
 * direction to the old side has a state of its own in the folder of the pipeline.
 * @throws RunError `LIVE.ONE_WAY`, `STATE.*`, `AUTH.KEY_MISSING`, `SANDBOX.FAILED`
 */
export async function openLaneWriter(
  { pipeline: main, to, lock }: LanePlace,
  context: Runtime & Stderr,
): Promise<LaneWriter> {
  const lane = lanePipeline(main, to);
  const { pipeline } = lane;
  const { files } = context.system;
  await using opened = new AsyncDisposableStack();
  const state = new State(pipeline.stateFolder, files);
  const session = opened.use(await openSession(pipeline, state, context, lock));
  const target = laneTarget(pipeline, main, await session.connect());
  const ledger = await session.openLedger(target.connection);
  await ledger.indexed();
  const former = opened.use(new FormerValues(session.state.former, session.system));
  const forgotten = await readForgotten(main.stateFolder, files);
  const place = opened.use(temporaryWorkplace(context));
  const folder = await place.folder();
  const records = await openRecords(pipeline, { system: lane.system, prefix: lane.keysFrom, folder }, place);
  return new SessionWriter({
    lane,
    session,
    target,
    ledger,
    former,
    forgotten,
    records,
    opened: opened.move(),
  });
}
