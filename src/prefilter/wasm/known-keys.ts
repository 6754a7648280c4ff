import type { Areas } from './areas.ts';
import type { ScreenExports } from './engine.ts';

/** A table of keys in the memory of the screen: its address, 0 if there is none, and its number of entries less one. */
type KeyTable = { readonly at: number; readonly mask: number };

/** Keys to which rows refer, for the screen. They must not change any more. */
export type KnownKeys = { readonly users: KeyTable; readonly groups: KeyTable; readonly members: KeyTable };

/** A set of fingerprints: the first two words of the entries of some tables; an entry of two zeros is free. */
export type Keys = {
  readonly size: number;
  readonly tables: readonly Uint32Array[];
  /** Words of one entry. */
  readonly words: number;
  /** True if an entry counts. */
  readonly counts: (table: Uint32Array, at: number) => boolean;
};

const NO_KEYS: KeyTable = { at: 0, mask: 0 };
const LOAD_MAX = 0.8;
const ENTRY_BYTES = 8;

/**
 * Writes keys into the memory of the screen.
 * Of `members`, the fingerprints are those of groups and users together; undefined if senders need not be members.
 * @returns undefined if there is no room for them: then the screen knows none
 */
export function writeKnownKeys(
  areas: Areas,
  {
    users,
    groups,
    members,
  }: Readonly<Record<'users' | 'groups', Keys>> & { readonly members: Keys | undefined },
): KnownKeys | undefined {
  let at = areas.known;
  const write = (keys: Keys): KeyTable => {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(16, keys.size / LOAD_MAX)));
    const table = { at, mask: slots - 1 };
    at += slots * ENTRY_BYTES;
    if (at <= areas.known + areas.knownBytes) writeTable(areas.words, table, keys);
    return table;
  };
  const known = { users: write(users), groups: write(groups), members: members ? write(members) : NO_KEYS };
  return at <= areas.known + areas.knownBytes ? known : undefined;
}

function writeTable(words: Uint32Array, { at, mask }: KeyTable, keys: Keys): void {
  const first = at / 4;
  words.fill(0, first, first + (mask + 1) * 2);
  for (const table of keys.tables)
    for (let entry = 0; entry < table.length; entry += keys.words) {
      const lo = table[entry] as number;
      const hi = table[entry + 1] as number;
      if ((lo | hi) === 0 || !keys.counts(table, entry)) continue;
      let slot = lo & mask;
      while (((words[first + slot * 2] as number) | (words[first + slot * 2 + 1] as number)) !== 0)
        slot = (slot + 1) & mask;
      words[first + slot * 2] = lo;
      words[first + slot * 2 + 1] = hi;
    }
}

/** Lets an instance use the keys; without them, it knows none. */
export function useKnownKeys(exports: ScreenExports, known: KnownKeys | undefined): void {
  const { users, groups, members } = known ?? { users: NO_KEYS, groups: NO_KEYS, members: NO_KEYS };
  exports.useTables(users.at, users.mask, groups.at, groups.mask, members.at, members.mask);
}
