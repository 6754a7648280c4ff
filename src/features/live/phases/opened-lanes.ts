import type { LiveHooks, LiveLookups } from '../../../origin/live/live-origin.ts';
import type { Lane } from '../lane/lane.ts';
import type { LaneWriter } from '../pass/lane-writer.ts';
import type { Side } from '../side.ts';

/** A side as phases see it. */
export type SideDoors = {
  readonly side: Side;
  /** What people call it, such as `sendbird`. */
  readonly name: string;
  /** Questions to it; undefined if no key for its API is given. */
  readonly lookups: LiveLookups | undefined;
  /** Its webhooks; undefined if no key for them is given. */
  readonly hooks: LiveHooks | undefined;
};

export type SidesOpened = Readonly<Record<Side, SideDoors>> & AsyncDisposable;

/** The directions that a pipeline has. */
export type LanesOpened = AsyncDisposable & {
  readonly forward: Lane;
  /** What the forward direction writes with. */
  readonly forwardWriter: LaneWriter;
  /** Undefined with `direction: forward`. */
  readonly back: Lane | undefined;
  readonly backWriter: LaneWriter | undefined;
};

export const lanesOf = ({ forward, back }: Pick<LanesOpened, 'forward' | 'back'>): readonly Lane[] =>
  back ? [forward, back] : [forward];
