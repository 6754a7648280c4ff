import type { Lock } from '../../../files/lock.ts';
import type { State } from '../../../state/state.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
import type { InboxReader } from '../inbox/inbox.ts';
import { ExpectedEchoes } from '../lane/expected-echoes.ts';
import { KeysInFlight } from '../lane/keys-in-flight.ts';
import type { Lane } from '../lane/lane.ts';
import { linksIndexPath } from '../lane/links/kept-links.ts';
import { openLinks } from '../lane/links/open-links.ts';
import { openLane } from '../lane/open-lane.ts';
import { lanePipeline } from '../pass/lane-pipeline.ts';
import type { LaneWriter } from '../pass/lane-writer.ts';
import { openLaneWriter } from '../pass/open-lane-writer.ts';
import { otherSide, type Side } from '../side.ts';
import type { LivePipeline, Sides } from '../sides/open-sides.ts';
import type { LanesOpened } from './opened-lanes.ts';
import { type SidesOpened, sideLookups } from './opened-lanes.ts';

/** Things that both directions are opened with; they stay those of the caller. */
export type LanesPlace = {
  readonly pipeline: LivePipeline;
  readonly state: State;
  /** The lock of the pipeline. */
  readonly lock: Lock;
  readonly sides: Sides;
  readonly doors: SidesOpened;
  readonly inbox: InboxReader;
};

/**
 * Opens both directions of a pipeline.
 * @throws RunError `LIVE.ONE_WAY`, `STATE.*`, `AUTH.KEY_MISSING`
 */
export async function openLanes(place: LanesPlace, context: Runtime & Stderr): Promise<LanesOpened> {
  const { pipeline, state, lock, sides, doors, inbox } = place;
  const { clock, files } = context.system;
  await using opening = new AsyncDisposableStack();
  const links = opening.use(await openLinks(state.kept, linksIndexPath(state.paths.folder), files));
  const shared = { links, inFlight: new KeysInFlight(), echoes: new ExpectedEchoes(clock) };
  const forwardWriter = opening.use(await openLaneWriter({ pipeline, to: 'new', lock }, context));
  const backWriter =
    pipeline.live.direction === 'both'
      ? opening.use(await openLaneWriter({ pipeline, to: 'old', lock }, context))
      : undefined;
  const { system, keysFrom, keysAt } = lanePipeline(pipeline, 'new');
  const prefixes = { old: system === 'service' ? keysFrom : undefined, new: keysAt };
  // People who have both apps have been notified by the new one. Stream's target is silent by itself.
  const isQuiet = system === 'service' && !pipeline.live.back.push;
  const laneOf = async (side: Side, writer: LaneWriter, other: LaneWriter | undefined): Promise<Lane> =>
    opening.use(
      await openLane({
        side,
        read: (request) => sides[side].origin.read(request, { names: sides[side].names }),
        lookups: sideLookups(doors[side]),
        there: sideLookups(doors[otherSide(side)]),
        inbox,
        writer,
        back: other && { writer: other, lookups: sideLookups(doors[otherSide(side)]) },
        shared,
        prefixes: { here: prefixes[side], there: prefixes[otherSide(side)] },
        state: state.kept,
        clock,
        rules: { ...pipeline.live, isQuiet: isQuiet && side === 'new' },
      }),
    );
  const forward = await laneOf('old', forwardWriter, backWriter);
  const back = backWriter && (await laneOf('new', backWriter, forwardWriter));
  const opened = opening.move();
  return {
    forward,
    forwardWriter,
    back,
    backWriter,
    links,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
