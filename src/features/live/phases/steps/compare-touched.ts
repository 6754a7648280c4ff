import type { LiveChange, LiveLookups } from '../../../../origin/live/live-origin.ts';
import { openRecords } from '../../../../pipeline/live/open-records.ts';
import { temporaryWorkplace } from '../../../../session/workplace/workplace.ts';
import { amount, printable } from '../../../../terminal/printable.ts';
import { lanePipeline } from '../../pass/lane-pipeline.ts';
import type { LaneWriter } from '../../pass/lane-writer.ts';
import { rowDigest } from '../../pass/row-digest.ts';
import type { LiveSession } from '../live-session.ts';
import type { LanesOpened } from '../opened-lanes.ts';

/** Differences between both systems. */
export type TouchedDifferences = {
  readonly differences: number;
  /** Sentences, the first differences among them. */
  readonly notices: readonly string[];
};

/** So many differences are named. */
const NAMED_MAX = 20;
/** So long a message of the service may be on its way to the old side, milliseconds. */
const MOVING_MS = 10_000;

/** A message as one side shows it: its digest, or that it is there no more. */
type Shown = { readonly digest: string | undefined; readonly change: LiveChange };

/**
 * Compares the messages that changed since capture began, in both directions, as both systems show them now. Marks: `+` only on
 * the old side, `-` only on the new one, `*` differs.
 * @throws what asking throws
 */
export async function compareTouched(
  alike: LiveSession,
  { forwardWriter, back, backWriter }: LanesOpened,
  signal: AbortSignal,
): Promise<TouchedDifferences> {
  const { sides, phase, spec, context, times } = alike.parts;
  const older = sides.old.lookups;
  const newer = sides.new.lookups;
  if (!older || !newer)
    return { differences: 0, notices: ['the old side cannot be asked: nothing is compared'] };
  const from = Date.parse(phase.now.captureSince) - spec.overlapMs;
  const found: string[] = [];
  const wanted = new Map<string, Shown>();
  for await (const [key, shown] of messagesOf(older, [from, alike.now], oldRows(forwardWriter), signal))
    wanted.set(key, shown);
  await using opened = new AsyncDisposableStack();
  const newRows = await serviceRows(alike, opened);
  const seen = new Set<string>();
  const moving = new Set<string>();
  for await (const [key, { digest }] of messagesOf(newer, [from, alike.now], newRows, signal)) {
    const expected = wanted.get(key);
    seen.add(key);
    if (!expected) {
      if (back && digest && !isKnown(key, forwardWriter, backWriter)) moving.add(key);
    } else if (expected.digest !== digest) found.push(`${markOf(expected.digest, digest)} ${key}`);
  }
  // Those that the service did not change since: asked one by one.
  for (const [key, { digest, change }] of wanted) {
    if (seen.has(key) || digest === undefined) continue;
    const { time } = change;
    const id = forwardWriter.find('messages', key)?.id;
    const now = await newer.message({ key, time, ...(id === undefined ? {} : { id }) }, signal);
    const rows = now && now.kind === 'upsert' ? await newRows(now, signal) : [];
    const there = rows.find((row) => row.key === key)?.digest;
    if (there !== digest) found.push(`${markOf(digest, there)} ${key}`);
  }
  // People may write in the service meanwhile: such a message is on its way to the old side.
  const isMoved = (key: string): boolean => isKnown(key, forwardWriter, backWriter);
  const end = alike.now + MOVING_MS;
  while (![...moving].every(isMoved) && alike.now < end)
    await context.system.clock.sleep(times.passEveryMs, signal);
  for (const key of moving) if (!isMoved(key)) found.push(`- ${key}`);
  const compared = `${amount(wanted.size, 'message')} that changed on the old side compared: ${amount(found.length, 'difference')}`;
  return {
    differences: found.length,
    notices: [compared, ...found.slice(0, NAMED_MAX).map((line) => `message ${printable(line)}`)],
  };
}

const markOf = (older: string | undefined, newer: string | undefined): string =>
  newer === undefined ? '+' : older === undefined ? '-' : '*';

/** True if a message of the service came from the old side, or is there. */
const isKnown = (key: string, forward: LaneWriter, back: LaneWriter | undefined): boolean =>
  forward.find('messages', key)?.origin === 'created' || back?.find('messages', key) !== undefined;

type RowsOf = (
  change: LiveChange,
  signal: AbortSignal,
) => Promise<readonly { readonly key: string; readonly digest: string | undefined }[]>;

/** The last state of each message that a side lists. */
async function* messagesOf(
  lookups: LiveLookups,
  [from, until]: readonly [number, number],
  rowsOf: RowsOf,
  signal: AbortSignal,
): AsyncIterable<readonly [string, Shown]> {
  for await (const change of lookups.changedIn(from, until, signal)) {
    if (change.entity !== 'messages') continue;
    if (change.kind === 'gone') yield [change.key, { digest: undefined, change }];
    else for (const { key, digest } of await rowsOf(change, signal)) yield [key, { digest, change }];
  }
}

/** Messages as the policies of the pipeline make them of records of the old side; those that it leaves out are none. */
const oldRows =
  (writer: LaneWriter): RowsOf =>
  async ({ rows: records }, signal) => {
    const { rows } = await writer.convert(records, signal);
    return (rows.messages ?? []).flatMap((row) => {
      const key = writer.keyOf('messages', row);
      return key === undefined ? [] : [{ key, digest: digestOf(row) }];
    });
  };

/** Messages as the service shows them. */
async function serviceRows(
  { parts: { pipeline, context } }: LiveSession,
  opened: AsyncDisposableStack,
): Promise<RowsOf> {
  const { keysAt = '' } = lanePipeline(pipeline, 'new');
  const place = opened.use(temporaryWorkplace(context));
  const folder = await place.folder();
  const reading = await openRecords(pipeline, { system: 'service', prefix: keysAt, folder }, place);
  return async ({ rows: records }, signal) => {
    const { rows } = await reading.rowsOf(records, signal);
    return (rows.messages ?? []).map((row) => ({ key: String(row['muid']), digest: digestOf(row) }));
  };
}

const digestOf = (row: Readonly<Record<string, unknown>>): string | undefined =>
  row['deletedAt'] ? undefined : rowDigest('messages', row);
