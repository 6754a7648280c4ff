import { RunError } from '../../../../errors/run-error.ts';
import { attachedOf } from '../../../../input/entities/attached-key.ts';
import { openRecords } from '../../../../pipeline/live/open-records.ts';
import { temporaryWorkplace } from '../../../../session/workplace/workplace.ts';
import { amount, printable } from '../../../../terminal/printable.ts';
import { HERE } from '../../lane/links/link.ts';
import { lanePipeline } from '../../pass/lane-pipeline.ts';
import type { LiveSession } from '../live-session.ts';
import type { LanesOpened } from '../opened-lanes.ts';
import { recordCounts, shownRecords } from './new-records.ts';
import { askedRecords, toldRecords } from './old-records.ts';
import type { TouchedRecord } from './touched-records.ts';

/** Differences between both systems. */
export type TouchedDifferences = {
  readonly differences: number;
  /** Sentences: what was compared and what was not, and the first differences. */
  readonly notices: readonly string[];
};

/** So many differences are named. */
const NAMED_MAX = 20;

/**
 * Compares what changed since capture began, as both systems show it now; an old side that cannot be asked counts as its last
 * events said. Marks: `+` only on the old side, `-` only on the new one, `*` differs.
 * @throws RunError `LIVE.UNSUPPORTED` if the service cannot be asked; what asking throws
 */
export async function compareTouched(
  alike: LiveSession,
  lanes: LanesOpened,
  signal: AbortSignal,
): Promise<TouchedDifferences> {
  const { sides, phase, spec, pipeline, context } = alike.parts;
  const { forwardWriter: writer, backWriter, back, links } = lanes;
  const older = sides.old.lookups;
  const newer = sides.new.lookups;
  if (!newer) throw new RunError('LIVE.UNSUPPORTED', 'the service cannot be asked: nothing can be compared');
  const span = { from: Date.parse(phase.now.captureSince) - spec.overlapMs, until: alike.now };
  const old = older ? await askedRecords(older, span, writer, signal) : toldRecords(links);
  // Those that the pipeline moves in another way, or not at all, are in no row of their own.
  const hasReactions = pipeline.policies.reactions === 'write';
  const isAlike = ({ entity }: TouchedRecord): boolean => entity !== 'reactions' || hasReactions;
  const expected = [...old.all()].filter(isAlike);
  await using opened = new AsyncDisposableStack();
  const place = opened.use(temporaryWorkplace(context));
  const { keysAt = '' } = lanePipeline(pipeline, 'new');
  const options = { system: 'service', prefix: keysAt, folder: await place.folder() };
  const reading = await openRecords(pipeline, options, place);
  const shown = await shownRecords(expected, span, { newer, reading, writer }, signal);
  const found: string[] = [];
  for (const each of expected) {
    if (shown.unknown.has(messageIn(each))) continue;
    const there = shown.records.find(each)?.digest;
    if (isSame(each.digest, there)) continue;
    // What never came over needs not go.
    if (each.digest === undefined && there === undefined) continue;
    found.push(named(markOf(each.digest, there), each));
  }
  for (const each of [...shown.records.all()].filter(isAlike)) {
    const { entity, key, digest } = each;
    if (digest === undefined || old.find(each)) continue;
    const held = writer.find(entity, key);
    const isLeft = entity === 'members' || entity === 'reactions' ? held?.origin === 'created' : false;
    const isUncarried =
      back !== undefined &&
      (entity === 'messages' || entity === 'reactions') &&
      held?.origin !== 'created' &&
      backWriter?.find(entity, key) === undefined;
    if ((older && isLeft) || isUncarried) found.push(named('-', each));
  }
  return { differences: found.length, notices: [...proven(alike, expected, shown.unknown.size, found)] };
}

function* proven(
  { parts: { sides, phase } }: LiveSession,
  expected: readonly TouchedRecord[],
  unknown: number,
  found: readonly string[],
): Generator<string> {
  const counts = recordCounts(expected, amount) || 'nothing';
  const since = phase.now.captureSince;
  if (sides.old.lookups)
    yield `compared as both sides show it now, what changed on the old side since ${since}: ${counts}; ${amount(found.length, 'difference')}`;
  else {
    yield `compared what the old side's events said last with what the service shows now: ${counts}; ${amount(found.length, 'difference')}`;
    yield 'not proven: what happened on the old side without an event that came in; it cannot be asked without  sources.export.api';
  }
  yield 'not compared: pins, and what nobody has touched since events are received';
  if (unknown > 0) yield `not proven: ${amount(unknown, 'message')} that the service cannot be asked for`;
  yield* found.slice(0, NAMED_MAX);
  if (found.length > NAMED_MAX) yield `and ${amount(found.length - NAMED_MAX, 'more difference')}`;
}

/** The key of the message that a record is, or that it goes with. */
const messageIn = ({ entity, key }: TouchedRecord): string =>
  entity === 'reactions' ? attachedOf(key).muid : entity === 'messages' ? key : '';

const named = (mark: string, { entity, key }: TouchedRecord): string =>
  `${entity.slice(0, -1)} ${mark} ${printable(key)}`;

const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one === other || (one === HERE && other !== undefined);

const markOf = (older: string | undefined, newer: string | undefined): string =>
  newer === undefined ? '+' : older === undefined ? '-' : '*';
