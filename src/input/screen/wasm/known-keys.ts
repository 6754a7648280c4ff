import type { Areas } from './areas.ts';
import type { ScreenExports } from './engine.ts';

/** A table of keys in the memory of the screen: its address, 0 if there is none, and its number of entries less one. */
type KeyTable = { readonly at: number; readonly mask: number };

/** Keys to which rows refer, for the screen. They must not change any more. */
export type KnownKeys = { readonly users: KeyTable; readonly groups: KeyTable; readonly members: KeyTable };

/** A set of fingerprints. */
export interface Keys {
  readonly size: number;
  /** Calls `visit` with each of them. */
  each(visit: (lo: number, hi: number) => void): void;
}

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
  keys.each((lo, hi) => {
    let slot = first + (lo & mask) * 2;
    while (((words[slot] as number) | (words[slot + 1] as number)) !== 0)
      slot = slot === first + mask * 2 ? first : slot + 2;
    words[slot] = lo;
    words[slot + 1] = hi;
  });
}

/** Lets an instance use the keys; without them, it knows none. */
export function useKnownKeys(exports: ScreenExports, known: KnownKeys | undefined): void {
  const { users, groups, members } = known ?? { users: NO_KEYS, groups: NO_KEYS, members: NO_KEYS };
  exports.useTables(users.at, users.mask, groups.at, groups.mask, members.at, members.mask);
}
