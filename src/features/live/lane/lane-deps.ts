import type { StateStore } from '../../../files/state/state-store.ts';
import type { EventReading, HookRequest, LiveLookups } from '../../../origin/live/live-origin.ts';
import type { LiveSpec } from '../../../pipeline/live-spec.ts';
import type { Clock } from '../../../system/clock.ts';
import type { InboxReader } from '../inbox/inbox.ts';
import type { LaneWriter } from '../pass/lane-writer.ts';
import type { Side } from '../side.ts';
import type { ExpectedEchoes } from './expected-echoes.ts';
import type { KeysInFlight } from './keys-in-flight.ts';
import type { Links } from './links/links.ts';

/** Things that both directions know together. */
type SharedByLanes = {
  readonly links: Links;
  readonly inFlight: KeysInFlight;
  readonly echoes: ExpectedEchoes;
};

/** Things that a direction works with; they stay those of the caller. */
export type LaneDeps = {
  /** The side whose events it takes. */
  readonly side: Side;
  /** Reads an event of that side. */
  readonly read: (request: Pick<HookRequest, 'headers' | 'body'>) => EventReading;
  /** Questions to that side. */
  readonly lookups: LiveLookups;
  /** Questions to the other side. */
  readonly there: LiveLookups;
  readonly inbox: InboxReader;
  /** Writes to the other side. */
  readonly writer: LaneWriter;
  /** The direction back: what writes to the side of the events, and questions to the other one. Undefined if there is none. */
  readonly back: { readonly writer: LaneWriter; readonly lookups: LiveLookups } | undefined;
  readonly shared: SharedByLanes;
  /** Beginnings of keys that are made of ids of messages, on the side of the events and on the other one; undefined where that side gives all keys. */
  readonly prefixes: { readonly here: string | undefined; readonly there: string | undefined };
  /** The state of the pipeline, whose lock is held. */
  readonly state: StateStore;
  readonly clock: Clock;
  readonly rules: Pick<LiveSpec, 'write' | 'freshForMs' | 'waitForParentMs' | 'onDead'> & {
    /** True if new messages are imported whatever the mode says, so that nobody is notified of them. */
    readonly isQuiet?: boolean;
  };
};
