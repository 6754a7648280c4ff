import { join } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { type StateStore, textIn } from '../../../files/state/state-store.ts';
import type { Random } from '../../../system/random.ts';
import type { Waiting } from '../inbox/inbox.ts';
import type { SharedDocuments } from '../shared/shared-documents.ts';
import { type Side, sides } from '../side.ts';
import type { AnswerTimes } from './answer-times.ts';
import type { SideCounts } from './tally.ts';

/** The folder of the receiver in the state, with its lock. */
const FOLDER = 'live/receiver';
const PATHS = `${FOLDER}/paths.json`;
const BEAT = `${FOLDER}/beat.json`;

export const receiverFolderOf = (stateFolder: string): string => join(stateFolder, FOLDER);
/** The lock of the receiver of a state: `run`, `verify` and `status` work beside it. */
export const receiverLockOf = (stateFolder: string): string => join(receiverFolderOf(stateFolder), 'lock');

/** A time in which events of a side were not taken, milliseconds since 1970. */
export type Gap = {
  readonly side: Side;
  readonly from: number;
  readonly to: number;
  /** `silent`: no receiver listened. `refused`: one did, and had no room, or its disk failed. */
  readonly why: 'silent' | 'refused';
};

/** Sign of life of a receiver, written each second while something happens and else each five. */
export type ReceiverDocument = {
  /** When it began to listen, and when it wrote this; milliseconds since 1970. */
  readonly since: number;
  readonly beat: number;
  readonly host: string;
  readonly port: number;
  /** Numbers since the first receiver of this state. */
  readonly sides: Readonly<Record<Side, SideCounts>>;
  readonly answers?: AnswerTimes;
  readonly waiting: Waiting;
  /** All since the first receiver, the oldest first. */
  readonly gaps: readonly Gap[];
};

/** More gaps are joined, the oldest first. */
const GAPS_MAX = 200;
/** Refusals with less time between them are one gap. */
const JOINED_MS = 60_000;

/**
 * The time in which nobody listened between two receivers; undefined if there is none. Where the clock was set back meanwhile, nobody
 * knows how long that was: it is the time that the clock shows twice.
 * @param before what the earlier one wrote last
 * @param since when the later one began to listen
 */
export function gapOf(
  before: Pick<ReceiverDocument, 'beat'> | undefined,
  since: number,
): Pick<Gap, 'from' | 'to'> | undefined {
  if (!before || before.beat === since) return undefined;
  return { from: Math.min(before.beat, since), to: Math.max(before.beat, since) };
}

/** The gaps with one more, joined with one of the same kind that has just ended. */
export function withGap(gaps: readonly Gap[], gap: Gap): readonly Gap[] {
  const at = gaps.findLastIndex(({ side, why }) => side === gap.side && why === gap.why);
  const last = gaps[at];
  if (last && gap.from - last.to < JOINED_MS) return gaps.with(at, joined(last, gap));
  const all = [...gaps, gap];
  const [first] = all;
  if (!first || all.length <= GAPS_MAX) return all;
  const next = all.findIndex(({ side }, index) => index > 0 && side === first.side);
  const second = all[next];
  return second ? all.with(next, joined(first, second)).slice(1) : all;
}

const joined = ({ side, from, why }: Gap, { to }: Gap): Gap => ({ side, from, to, why });

/** Reads the last sign of life of a receiver on files; undefined if there was none. @throws RunError `STATE.CORRUPT` */
export function readReceiver(kept: StateStore): ReceiverDocument | undefined {
  const text = textIn(kept, BEAT);
  return text === undefined ? undefined : receiverIn(text, kept.pathOf(BEAT));
}

const isReceiver = (value: object): value is ReceiverDocument => {
  const { since, beat, sides: counts, gaps } = value as Partial<ReceiverDocument>;
  return (
    typeof since === 'number' &&
    typeof beat === 'number' &&
    Array.isArray(gaps) &&
    sides.every((side) => typeof counts?.[side]?.received === 'number')
  );
};

/** @throws the error of the store */
export const saveReceiver = (kept: StateStore, document: ReceiverDocument): Promise<void> =>
  kept.save(BEAT, JSON.stringify(document));

/** The secret ends of the addresses at which events come in. */
type HookPaths = Readonly<Record<Side, string>>;

const isPaths = (value: object): value is HookPaths =>
  sides.every((side) => /^\/[a-z]+\/[\w-]{32}$/.test(String((value as Partial<HookPaths>)[side])));

/** Bytes of chance in a path. */
const PATH_BYTES = 24;

/**
 * The paths of a pipeline, which are made if it has none, or if they are of another system. On files, the lock of the receiver
 * is held; on a server, of several that make them one has made them for all.
 * @throws RunError `STATE.CORRUPT`, `STATE.SERVER_*`; the error of the store
 */
export async function ensurePaths(
  shared: SharedDocuments,
  systems: Readonly<Record<Side, string>>,
  random: Random,
): Promise<HookPaths> {
  for (;;) {
    const before = await shared.read(PATHS);
    const found = before === undefined ? undefined : checked(before, PATHS, isPaths);
    const pathOf = (side: Side): string => {
      const known = found?.[side];
      if (known?.startsWith(`/${systems[side]}/`)) return known;
      return `/${systems[side]}/${Buffer.from(random.hex(PATH_BYTES), 'hex').toString('base64url')}`;
    };
    const paths: HookPaths = { old: pathOf('old'), new: pathOf('new') };
    if (found && paths.old === found.old && paths.new === found.new) return paths;
    const text = JSON.stringify(paths);
    if ((await shared.settle(PATHS, before, text)) === text) return paths;
  }
}

/** The paths of a pipeline; undefined if it has none yet. @throws RunError `STATE.CORRUPT`, `STATE.SERVER_*` */
export async function readPaths(shared: SharedDocuments): Promise<HookPaths | undefined> {
  const text = await shared.read(PATHS);
  return text === undefined ? undefined : checked(text, PATHS, isPaths);
}

/** The document of a receiver in a text. @throws RunError `STATE.CORRUPT` */
export const receiverIn = (text: string, shown: string): ReceiverDocument => checked(text, shown, isReceiver);

/**
 * A document of one of our own forms; its bytes stay what we wrote unless the disk or somebody changes them.
 * @param shown what messages call it
 */
function checked<T extends object>(text: string, shown: string, isValid: (value: object) => value is T): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && isValid(value)) return value;
  throw new RunError('STATE.CORRUPT', `${shown} is damaged`);
}
