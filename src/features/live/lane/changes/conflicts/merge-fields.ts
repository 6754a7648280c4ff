import { jsonIn } from '../../../../../input/json/defined.ts';
import { isRecord } from '../../../../../service/transport/transport.ts';
import { differingFields, digestsIn } from '../../../pass/field-digests.ts';
import { isLocked } from '../../../pass/keep-password.ts';
import type { LiveRow, RowThere } from '../../../pass/lane-writer.ts';
import { factsOfSource, rowDigest, seenFields } from '../../../pass/row-digest.ts';
import { otherSide } from '../../../side.ts';
import type { LaneDeps } from '../../lane-deps.ts';
import { askEach } from '../ask-side.ts';
import type { BothLedgers } from '../both-ledgers.ts';
import type { Candidate } from '../candidate.ts';
import type { MadeRow } from '../convert-changes.ts';
import type { Conflict } from './conflict.ts';
import { type FoundConflicts, isLaterThere } from './find-conflicts.ts';

/** Changes of users and groups, with no more than what was changed. */
export type MergedFields = FoundConflicts & {
  /** All changes that are written; those of users and groups have the other fields as the other side has them. */
  readonly left: readonly Candidate[];
};

/** The entities that have fields. */
type Profile = 'users' | 'groups';

export const isProfile = (entity: string): entity is Profile => entity === 'users' || entity === 'groups';

/** The id of a user or a group on the side that is written to. */
export const idOfProfile = ({ entity, row }: MadeRow): string =>
  String(row[entity === 'users' ? 'uid' : 'guid']);

/**
 * Compares changes of users and groups with what the other side has: only fields that people have changed are written, so what
 * others have changed there meanwhile stays. Of a field that both sides have changed, the later value wins.
 */
export async function mergeFields(
  candidates: readonly Candidate[],
  deps: LaneDeps,
  ledgers: BothLedgers,
  signal: AbortSignal,
): Promise<MergedFields> {
  const { writer } = deps;
  const conflicts: Conflict[] = [];
  const lost: Candidate[] = [];
  const alike: { readonly candidate: Candidate; readonly version: number }[] = [];
  const merged = new Map<Candidate, Candidate>();
  const changed = candidates.filter(
    ({ folded: { hint }, isCreate, rows }) =>
      isProfile(hint.change.entity) && hint.change.kind === 'upsert' && !isCreate && rows.length === 1,
  );
  const answers = await askEach(changed, async ({ rows: [made] }) =>
    made && isProfile(made.entity)
      ? await writer.rowThere(made.entity, idOfProfile(made), signal)
      : undefined,
  );
  for (const [candidate, asked] of answers) {
    const [made] = candidate.rows;
    const there = 'answer' in asked ? asked.answer : undefined;
    // What is gone there goes here by its own event.
    if (!made || !there) continue;
    const { fields, conflict, isAlike } = compared(candidate, made, there, deps, ledgers);
    if (conflict) conflicts.push(conflict);
    if (isAlike) alike.push({ candidate, version: there.version });
    else if (fields.size === 0) lost.push(candidate);
    else merged.set(candidate, inPart(candidate, there, fields));
  }
  return { conflicts, lost, alike, left: candidates.map((each) => merged.get(each) ?? each) };
}

function compared(
  { folded }: Candidate,
  { entity, key, row }: MadeRow,
  there: RowThere,
  { shared: { links }, side }: LaneDeps,
  ledgers: BothLedgers,
): {
  readonly fields: ReadonlySet<string>;
  readonly conflict: Conflict | undefined;
  readonly isAlike: boolean;
} {
  const to = otherSide(side);
  const { change } = folded.hint;
  const [own, shown] = [rowDigest(entity, row), rowDigest(entity, there.row)];
  const differing = differingFields(shown, own) ?? new Set<string>();
  if (there.isWhole && differing.size === 0) return { fields: differing, conflict: undefined, isAlike: true };
  const isLater = isLaterThere(there.version, change.version, to);
  const ours = differingFields(links.find(change.entity, key, side)?.digest, own) ?? differing;
  const told = differingFields(links.find(change.entity, key, to)?.digest, shown);
  // Nobody saw it there before: others have changed it if it is not what we wrote.
  const isOther = isLater && !ledgers.isAsSent({ entity, key, row: there.row });
  const theirs = told ?? (there.isWhole && isOther ? differing : new Set<string>());
  const isKnown = (name: string): boolean => there.isWhole || there.row[name] !== undefined;
  const both = [...ours].filter((name) => theirs.has(name) && differing.has(name) && isKnown(name));
  const fields = isLater ? new Set([...ours].filter((name) => !both.includes(name))) : ours;
  const winner = isLater ? to : side;
  return {
    fields,
    conflict: both.length > 0 ? { change, winner, there: 'changed' } : undefined,
    isAlike: false,
  };
}

const isInactive = (row: LiveRow): boolean =>
  digestsIn(rowDigest('users', row))?.has('deactivatedAt') === true;

/** A change of which some fields alone are written: the others are as the other side has them. */
export function inPart(candidate: Candidate, there: RowThere, fields: ReadonlySet<string>): Candidate {
  const [made] = candidate.rows;
  if (!made || !isProfile(made.entity)) return candidate;
  const row: Record<string, unknown> = { ...made.row };
  for (const name of seenFields(made.entity)) {
    if (fields.has(name)) continue;
    const value = there.row[name];
    // A row needs a name, and says of who is active that they are.
    if (value !== undefined && value !== null) row[name] = value;
    else if (name !== 'name' && (name !== 'deactivatedAt' || isInactive(made.row))) delete row[name];
  }
  if (fields.has('metadata')) row['metadata'] = joinedMetadata(made.row['metadata'], there.row['metadata']);
  if (!fields.has('type')) {
    delete row['password'];
    if (isLocked(row['type'])) delete row['type'];
  }
  return { ...candidate, rows: [{ ...made, row }], part: { fields, whole: made } };
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Metadata of a row of the old system, with what people have added to it in the service: a fact that stands there by itself stays
 * in its place, with its new value.
 */
function joinedMetadata(given: unknown, there: unknown): unknown {
  const from = membersOf(given);
  const facts = factsOfSource(from);
  const { source: _, ...own } = membersOf(there);
  if (Object.keys(facts).length === 0 || Object.keys(own).length === 0) return given;
  const source = Object.entries(membersOf(from['source'])).filter(
    ([name]) => !(name in facts && name in own),
  );
  const added = Object.entries(own).map(([name, value]) => [name, name in facts ? facts[name] : value]);
  return Object.assign(Object.fromEntries(added), from, { source: Object.fromEntries(source) });
}

/** The members of a value, which may be JSON as text. */
function membersOf(value: unknown): Members {
  const found = typeof value === 'string' ? jsonIn(value) : value;
  return isRecord(found) ? found : {};
}
