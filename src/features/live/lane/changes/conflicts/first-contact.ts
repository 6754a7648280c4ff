import { APP_UID } from '../../../../../input/entities/limits.ts';
import { slug } from '../../../../../input/rows/forms/ids.ts';
import { digestsIn } from '../../../pass/field-digests.ts';
import type { RowThere } from '../../../pass/lane-writer.ts';
import { rowDigest } from '../../../pass/row-digest.ts';
import { otherSide } from '../../../side.ts';
import type { LaneDeps } from '../../lane-deps.ts';
import { GONE_DIGEST } from '../../links/link.ts';
import { askEach } from '../ask-side.ts';
import type { BothLedgers } from '../both-ledgers.ts';
import type { Candidate } from '../candidate.ts';
import type { ChangeEnd } from '../change-end.ts';
import type { MadeRow } from '../convert-changes.ts';
import { rowName } from '../settle-changes.ts';
import type { Conflict } from './conflict.ts';
import { idOfProfile, inPart, isProfile } from './merge-fields.ts';

/** When a change is taken again whose user or group the other direction is writing. */
const BUSY_MS = 100;

/** Changes after it was looked whether the other side has what they would make there. */
export type FirstContact = {
  /** Those that are written. */
  readonly left: readonly Candidate[];
  /** Rows that came along and that are written. */
  readonly context: readonly MadeRow[];
  readonly ends: ReadonlyMap<Candidate, ChangeEnd>;
  readonly conflicts: readonly Conflict[];
};

/**
 * Looks, before users and groups are made on the other side, whether somebody has made them there under the same ids, or removed
 * them. A group of somebody else stays apart from ours, with its members and its messages: they were never meant for the people in
 * that one. What was removed is not made again because something was still under way.
 * @param context rows that came along and that the other side does not have as far as the ledgers know
 */
export async function firstContact(
  candidates: readonly Candidate[],
  context: readonly MadeRow[],
  deps: LaneDeps,
  ledgers: BothLedgers,
  signal: AbortSignal,
): Promise<FirstContact> {
  const { writer, clock, shared, side } = deps;
  // The other direction is changing or removing it just now; it may be done after the first question.
  const busy = new Set(context.map(rowName).filter((name) => shared.inFlight.isTaken(side, name)));
  const ends = new Map<Candidate, ChangeEnd>();
  const conflicts: Conflict[] = [];
  const merged = new Map<Candidate, Candidate>();
  const gone = await goneHere(candidates, context, deps, signal);
  const created = candidates.filter(
    ({ folded: { hint }, rows: [made, more] }) =>
      made !== undefined &&
      more === undefined &&
      isProfile(hint.change.entity) &&
      ledgers.find(made.entity, made.key) === undefined,
  );
  const asked = new Map<string, MadeRow>();
  for (const made of [...created.flatMap(({ rows }) => rows), ...context])
    if (isProfile(made.entity) && !ledgers.find(made.entity, made.key) && !gone.has(rowName(made)))
      asked.set(rowName(made), made);
  const there = new Map<string, RowThere>();
  const answers = await askEach([...asked], ([, made]) =>
    isProfile(made.entity)
      ? writer.rowThere(made.entity, idOfProfile(made), signal)
      : Promise.resolve(undefined),
  );
  for (const [[name], answer] of answers)
    if ('answer' in answer && answer.answer) there.set(name, answer.answer);
  const apart = new Set<string>();
  for (const [name, made] of asked) {
    const found = there.get(name);
    if (made.entity === 'groups' && found && ownerOf(found.row) !== ownerOf(made.row)) apart.add(name);
  }
  for (const candidate of created) {
    const [made] = candidate.rows;
    const found = made && there.get(rowName(made));
    const { change } = candidate.folded.hint;
    if (!made || !found) continue;
    if (apart.has(rowName(made))) conflicts.push({ change, winner: 'neither', there: 'other' });
    else if (change.entity === 'users' && found.isWhole) {
      const [own, shown] = [made.row, found.row].map((row) => digestsIn(rowDigest('users', row)));
      const names = [...(own?.keys() ?? [])];
      if (names.some((each) => shown?.has(each) && shown.get(each) !== own?.get(each))) {
        conflicts.push({ change, winner: 'neither', there: 'other' });
        ends.set(candidate, conflictOf(made));
        keepBoth(candidate, made, found, deps, ledgers);
      } else
        merged.set(candidate, inPart(candidate, found, new Set(names.filter((each) => !shown?.has(each)))));
    }
  }
  const isKnown = (made: MadeRow): boolean => made.entity === 'users' && there.has(rowName(made));
  for (const made of context) if (isKnown(made)) writer.note(made.entity, made.key, {});
  const keptOut = (made: MadeRow): string | undefined =>
    namesIn(made, ledgers).find((name) => busy.has(name) || apart.has(name) || gone.has(name));
  for (const candidate of candidates) {
    if (ends.has(candidate)) continue;
    for (const made of candidate.rows) {
      const name = keptOut(made);
      if (name === undefined) continue;
      if (busy.has(name))
        ends.set(candidate, {
          end: 'waiting',
          until: clock.now() + BUSY_MS,
          holds: made.entity === 'messages',
        });
      else if (apart.has(name)) ends.set(candidate, conflictOf(asked.get(name) ?? made));
      else {
        ends.set(candidate, { end: 'skipped' });
        const { change } = candidate.folded.hint;
        conflicts.push({ change, winner: otherSide(side), there: 'gone' });
      }
      break;
    }
  }
  return {
    left: candidates.filter((each) => !ends.has(each)).map((each) => merged.get(each) ?? each),
    context: context.filter((made) => keptOut(made) === undefined && !isKnown(made)),
    ends,
    conflicts,
  };
}

/** A user whom both sides have made stays as they are on each; whatever is changed of them later is carried. */
function keepBoth(
  candidate: Candidate,
  made: MadeRow,
  found: RowThere,
  { shared: { links }, side, writer }: LaneDeps,
  ledgers: BothLedgers,
): void {
  const { version } = candidate.folded.hint.change;
  writer.note(made.entity, made.key, {});
  ledgers.noteSource(made.entity, made.key, made.row, undefined);
  links.note('users', made.key, side, { version, digest: rowDigest('users', made.row) });
  const digest = rowDigest('users', found.row);
  links.note('users', made.key, otherSide(side), { version: found.version, digest });
}

const conflictOf = ({ entity, row }: MadeRow): ChangeEnd => {
  const [noun, id] = entity === 'users' ? ['user', row['uid']] : ['group', row['guid']];
  return {
    end: 'dead',
    code: 'LIVE.CONFLICT',
    message: `the other system has a ${noun} with the id ${String(id)} of its own`,
  };
};

/** The owner of a group, as ledgers compare ids. */
const ownerOf = ({ owner }: MadeRow['row']): string => String(owner ?? APP_UID).toLowerCase();

/** The names of the users and the groups that a row belongs to, and its own if it is one. */
function namesIn({ entity, key, row }: MadeRow, ledgers: BothLedgers): readonly string[] {
  const user = (id: unknown): string =>
    rowName({ entity: 'users', key: ledgers.keyOf({ entity: 'users', key: String(id) }) });
  const group = (id: unknown): string =>
    rowName({ entity: 'groups', key: ledgers.keyOf({ entity: 'groups', key: String(id) }) });
  switch (entity) {
    case 'users':
    case 'groups':
      return [rowName({ entity, key })];
    case 'members':
      return [group(row['guid']), user(row['uid'])];
    case 'messages': {
      const { receiverType, receiver, sender } = row;
      return [receiverType === 'group' ? group(receiver) : user(receiver), user(sender)];
    }
    case 'reactions':
      return [user(row['uid'])];
    default:
      return [];
  }
}

/** Users and groups that came along and that one of the sides has removed: the side of the events has them no more. */
async function goneHere(
  candidates: readonly Candidate[],
  context: readonly MadeRow[],
  { lookups, shared: { links }, side }: LaneDeps,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const asked = context.filter(
    ({ entity, key }) =>
      isProfile(entity) &&
      [side, otherSide(side)].some((each) => links.find(entity, key, each)?.digest === GONE_DIGEST),
  );
  const answers = await askEach(asked, async (made) => {
    if (made.entity === 'groups') return (await lookups.conversation(sourceId(made), signal)) !== undefined;
    const row = (await lookups.user(sourceId(made), signal))?.row;
    return row !== undefined && !(Number(row['deactivatedAt'] ?? 0) > 0);
  });
  const isHere = (made: MadeRow): boolean => {
    const answer = answers.get(made);
    return answer !== undefined && 'answer' in answer && answer.answer === true;
  };
  return new Set(asked.filter((made) => !isHere(made)).map(rowName));

  /** The id as the side of the events has it. */
  function sourceId(made: MadeRow): string {
    const id = idOfProfile(made);
    for (const { folded } of candidates) {
      const { conversation, sender } = folded.hint.change;
      const given = made.entity === 'groups' ? conversation : sender;
      if (given !== undefined && slug(given) === id) return given;
    }
    return id;
  }
}
