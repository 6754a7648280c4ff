import type { LiveHooks, LiveLookups } from '../../../origin/live/live-origin.ts';
import { OriginError } from '../../../origin/origin.ts';
import type { Lane } from '../lane/lane.ts';
import type { Links } from '../lane/links/links.ts';
import type { LaneWriter } from '../pass/lane-writer.ts';
import type { Side } from '../side.ts';

/** A side as phases see it. */
export type SideDoors = {
  readonly side: Side;
  /** The name that people call it, such as `sendbird`. */
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
  /** The writer of the forward direction. */
  readonly forwardWriter: LaneWriter;
  /** Undefined with `direction: forward`. */
  readonly back: Lane | undefined;
  readonly backWriter: LaneWriter | undefined;
  /** Records of what each side was last known to hold. */
  readonly links: Pick<Links, 'heldBy'>;
};

export const lanesOf = ({ forward, back }: Pick<LanesOpened, 'forward' | 'back'>): readonly Lane[] =>
  back ? [forward, back] : [forward];

/** Questions to a side; one that cannot be asked answers none. */
export const sideLookups = ({ name, lookups }: SideDoors): LiveLookups => lookups ?? unasked(name);

/** Questions to a side for which the pipeline names no API. */
function unasked(name: string): LiveLookups {
  const cannot = (): never => {
    throw new OriginError('forbidden', `${name} cannot be asked: the pipeline has no  sources.export.api`);
  };
  return {
    message: async () => cannot(),
    conversation: async () => cannot(),
    user: async () => cannot(),
    changedIn: cannot,
  };
}
