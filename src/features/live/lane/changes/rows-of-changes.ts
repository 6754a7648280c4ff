import type { LiveChange } from '../../../../origin/live/live-origin.ts';
import type { OriginRow } from '../../../../origin/origin.ts';
import type { LaneDeps } from '../lane-deps.ts';
import { askEach } from './ask-side.ts';
import type { BothLedgers } from './both-ledgers.ts';
import type { Read } from './candidate.ts';
import type { ChangeEnd } from './change-end.ts';
import { convertChanges, type MadeRow } from './convert-changes.ts';
import type { Folded } from './fold.ts';

/** Changes with their rows, and those that gave none. */
export type RowsOfChanges = {
  readonly reads: readonly Read[];
  readonly ends: ReadonlyMap<Folded, ChangeEnd>;
  /** Rows of what came along and of what was looked up. */
  readonly context: readonly MadeRow[];
};

/**
 * Makes rows of changes. Whoever writes a message, and its conversation, is looked up if nobody knows them.
 * @param asked changes whose side was asked just now
 */
export async function rowsOfChanges(
  folded: readonly Folded[],
  asked: ReadonlySet<Folded>,
  deps: LaneDeps,
  ledgers: BothLedgers,
  signal: AbortSignal,
): Promise<RowsOfChanges> {
  const ends = new Map<Folded, ChangeEnd>();
  const named = folded
    .filter(({ hint }) => hint.change.kind === 'upsert')
    .map((each) => ({ id: each.id, change: each.hint.change, folded: each }));
  let made = await convertChanges(deps.writer, named, [], signal);
  const rows = [...made.about.values()].flat();
  const missing = strangers(named, made.about, [...rows, ...made.context], ledgers);
  if (missing.users.size + missing.conversations.size > 0) {
    const records = await recordsOf(missing, deps, signal);
    if (records.length > 0) made = await convertChanges(deps.writer, named, records, signal);
  }
  const reads = folded.flatMap((each): Read[] => {
    const own = made.about.get(each.id) ?? [];
    if (each.hint.change.kind === 'gone' || own.length > 0)
      return [{ folded: each, rows: own, isAsked: asked.has(each) }];
    const fault = made.faults.get(each.id);
    ends.set(each, fault ? { end: 'dead', ...fault } : { end: 'skipped' });
    return [];
  });
  return { reads, ends, context: made.context };
}

/** Users and conversations that neither side's ledger knows, and no record tells. */
function strangers(
  named: readonly { readonly id: string; readonly change: LiveChange }[],
  about: ReadonlyMap<string, readonly MadeRow[]>,
  rows: readonly MadeRow[],
  ledgers: BothLedgers,
): { readonly users: ReadonlySet<string>; readonly conversations: ReadonlySet<string> } {
  const [users, conversations] = [new Set<string>(), new Set<string>()];
  const told = new Set(rows.map(({ entity, key }) => `${entity} ${key}`));
  const known = new Map<string, boolean>();
  // The same people and groups are asked for again and again.
  const isKnown = (entity: 'users' | 'groups' | 'members', id: string): boolean => {
    const name = `${entity} ${id}`;
    const before = known.get(name);
    if (before !== undefined) return before;
    const key = ledgers.keyOf({ entity, key: id });
    const isThere = told.has(`${entity} ${key}`) || ledgers.has(entity, key);
    known.set(name, isThere);
    return isThere;
  };
  for (const { id, change } of named) {
    if (change.entity !== 'messages') continue;
    const made = about.get(id) ?? [];
    const { conversation, sender } = change;
    if (made.length === 0 && conversation !== undefined) conversations.add(conversation);
    for (const { row } of made) {
      const [from, to] = [String(row['sender']), String(row['receiver'])];
      const isGroup = row['receiverType'] === 'group';
      if (sender !== undefined && !isKnown('users', from)) users.add(sender);
      if (conversation === undefined) continue;
      const lacks = isGroup
        ? !isKnown('groups', to) || !isKnown('members', JSON.stringify([to, from]))
        : !isKnown('users', to);
      if (lacks) conversations.add(conversation);
      if (lacks && !isGroup) users.add(to);
    }
  }
  return { users, conversations };
}

async function recordsOf(
  { users, conversations }: ReturnType<typeof strangers>,
  { lookups }: LaneDeps,
  signal: AbortSignal,
): Promise<readonly OriginRow[]> {
  const rooms = await askEach([...conversations], (id) => lookups.conversation(id, signal));
  const people = await askEach([...users], (id) => lookups.user(id, signal));
  const told = [...rooms.values()].flatMap((asked) => ('answer' in asked ? (asked.answer ?? []) : []));
  for (const asked of people.values()) if ('answer' in asked && asked.answer) told.push(asked.answer);
  return told;
}
