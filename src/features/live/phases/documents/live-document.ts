import { type StateStore, textIn } from '../../../../files/state/state-store.ts';
import { defined, jsonIn } from '../../../../input/json/defined.ts';
import type { LiveResult } from '../../../../report/result/live-result.ts';
import type { DeadEvent, Lane, LaneCounts } from '../../lane/lane.ts';
import { type ReceiverNumbers, receiverNumbers } from '../../receive/receiver-numbers.ts';
import { type LiveGap, readGaps } from './gaps.ts';
import { type PhaseDocument, readPhase } from './phase-document.ts';

/** The member `live` of the result, and of `live status`. */
export type LiveDocument = LiveResult;

/** The numbers that the deliverer saved last. */
type LiveNumbers = {
  readonly at: string;
  readonly forward: LaneCounts;
  readonly back?: LaneCounts | undefined;
  readonly lag: Lane['lag'];
  /** When the oldest waiting event was received, milliseconds since 1970. */
  readonly oldest?: number | undefined;
  readonly badSignatures: number;
  readonly refused?: ReceiverNumbers['refused'];
  readonly dead: readonly DeadEvent[];
};

const NUMBERS_NAME = 'live/numbers';
/** So many of the last dead events are shown. */
const DEAD_SHOWN = 20;

export const zeroLaneCounts = (): LaneCounts => ({
  received: 0,
  duplicate: 0,
  unchanged: 0,
  folded: 0,
  created: 0,
  updated: 0,
  removed: 0,
  skipped: 0,
  dead: 0,
  waiting: 0,
  conflicts: 0,
  echoes: 0,
});

/** The things that the numbers are made of. */
export type LiveCounted = {
  readonly forward?: Pick<Lane, 'counts' | 'lag' | 'dead'> | undefined;
  readonly back?: Pick<Lane, 'counts' | 'lag' | 'dead'> | undefined;
  readonly oldest?: number | undefined;
} & Pick<ReceiverNumbers, 'badSignatures' | 'refused'>;

const NO_LAG = { p50: 0, p95: 0, max: 0 };

/** The numbers now. */
export function liveNumbersOf(
  { forward, back, oldest, badSignatures, refused }: LiveCounted,
  now: number,
): LiveNumbers {
  const [one, other] = [forward?.lag ?? NO_LAG, back?.lag ?? NO_LAG];
  const dead = [...(forward?.dead() ?? []), ...(back?.dead() ?? [])].sort((a, b) => a.at - b.at);
  return {
    at: new Date(now).toISOString(),
    forward: { ...(forward?.counts ?? zeroLaneCounts()) },
    ...(back ? { back: { ...back.counts } } : {}),
    lag: {
      p50: Math.max(one.p50, other.p50),
      p95: Math.max(one.p95, other.p95),
      max: Math.max(one.max, other.max),
    },
    ...(oldest === undefined ? {} : { oldest }),
    badSignatures,
    refused,
    dead: dead.slice(-DEAD_SHOWN),
  };
}

/** @throws RunError `STATE.UNWRITABLE` */
export const saveNumbers = (state: StateStore, numbers: LiveNumbers): Promise<void> =>
  state.save(NUMBERS_NAME, JSON.stringify(numbers));

/** The numbers that were saved last; undefined if there are none. */
export function readNumbers(state: StateStore): LiveNumbers | undefined {
  const found = jsonIn(textIn(state, NUMBERS_NAME) ?? '') as LiveNumbers | undefined;
  return found?.forward ? found : undefined;
}

/** The document of a phase with its numbers. */
export function liveDocument(
  { phase, since, captureSince, proven, isFrozen }: PhaseDocument,
  numbers: LiveNumbers | undefined,
  gaps: readonly LiveGap[],
  now: number,
): LiveDocument {
  const { forward, back, lag, oldest, badSignatures = 0, dead = [] } = numbers ?? {};
  const refused = numbers?.refused ?? receiverNumbers([]).refused;
  return {
    phase,
    since,
    captureSince,
    proven,
    ...(isFrozen ? { isFrozen } : {}),
    forward: forward ?? zeroLaneCounts(),
    ...(back ? { back } : {}),
    lagMs: defined({
      ...(lag ?? NO_LAG),
      oldestWaiting: oldest === undefined ? undefined : Math.max(0, now - oldest),
    }),
    badSignatures,
    refused,
    gaps: gaps.map(({ side, from, to, closed }) => ({
      side,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      closed: closed !== undefined,
    })),
    dead: dead.map(({ side, seq, code, message, about, at }) => ({
      side,
      seq,
      code,
      message,
      about,
      at: new Date(at).toISOString(),
    })),
  };
}

/** The document as the state alone gives it; undefined if the systems of the pipeline were never kept alike. */
export function savedDocument(state: StateStore, now: number): LiveDocument | undefined {
  const phase = readPhase(state);
  return phase && liveDocument(phase, readNumbers(state), readGaps(state), now);
}
