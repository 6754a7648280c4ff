import { dirname } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import type { Lock } from '../../../files/lock.ts';
import { FormerValues } from '../../../ledger/former/former-values.ts';
import { openStreamTarget } from '../../../origin/stream/target/stream-target.ts';
import { readForgotten } from '../../../pipeline/forgotten.ts';
import { openRecords } from '../../../pipeline/live/open-records.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import { ClockSkew } from '../../../service/transport/exchange/clock-skew.ts';
import { openSession } from '../../../session/open-session.ts';
import { temporaryWorkplace } from '../../../session/workplace/workplace.ts';
import { State } from '../../../state/state.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
import type { Side } from '../side.ts';
import { type LanePipeline, lanePipeline } from './lane-pipeline.ts';
import { laneTarget } from './lane-target.ts';
import type { LaneWriter } from './lane-writer.ts';
import { SessionWriter } from './session-writer.ts';
import { StreamWriter } from './stream-writer.ts';

/** The time in which nothing may succeed before a call ends. */
const OUTAGE_MS = 20_000;

/** The lane that a writer is opened for. */
export type LanePlace = {
  /** The pipeline of the user. */
  readonly pipeline: Pipeline;
  /** The side that it writes to. */
  readonly to: Side;
  /**
   * The lock of the pipeline, if the caller has taken it; it then stays the caller's, and protects the state of the direction to
   * the old side as well. Without it, each direction takes its own.
   */
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
  if (to === 'old' && main.pull?.system === 'stream')
    return await openStreamWriter(lane, { pipeline: main, lock }, context);
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
    hasOwnState: to === 'old',
    opened: opened.move(),
  });
}

/** The same where the old side is an app of Stream's. */
async function openStreamWriter(
  lane: LanePipeline,
  { pipeline: main, lock }: Pick<LanePlace, 'pipeline' | 'lock'>,
  context: Runtime & Stderr,
): Promise<LaneWriter> {
  const { pipeline } = lane;
  await using opened = new AsyncDisposableStack();
  const session = opened.use(
    await openSession(pipeline, new State(pipeline.stateFolder, context.system.files), context, lock),
  );
  const account = await main.pull?.account(context);
  if (!account) throw new RunError('LIVE.ONE_WAY', 'nothing is written to the old system without its API');
  const { target, identity, ...asking } = openStreamTarget(account, session.system, {
    push: main.live?.back.push ?? false,
    sharedIn: dirname(main.stateFolder),
    // A lane tries again.
    outageMs: OUTAGE_MS,
    firstAnswerMs: OUTAGE_MS,
  });
  opened.defer(() => asking[Symbol.asyncDispose]());
  const ledger = await session.openLedger({ identity, skew: new ClockSkew() });
  await ledger.indexed();
  const place = opened.use(temporaryWorkplace(context));
  const folder = await place.folder();
  const records = await openRecords(pipeline, { system: lane.system, prefix: lane.keysFrom, folder }, place);
  return new StreamWriter({ lane, session, ledger, target, records, opened: opened.move() });
}
