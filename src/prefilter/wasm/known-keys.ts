import { type KeyTable, type KnownKeyTables, NO_KEYS } from './calls.ts';
import type { ScreenThread } from './wasm-screen.ts';

const KEYS_LOAD_MAX = 0.8;
const KEY_BYTES = 8;
/** Keys whose places are compared at once: as many as fit into a line of a cache. */
const BUCKET_KEYS = 8;

/** A set of fingerprints: the first two words of the entries of some tables; an entry of two zeros is free. */
export type Keys = {
  readonly size: number;
  readonly tables: readonly Uint32Array[];
  /** Words of one entry. */
  readonly words: number;
  /** True if an entry counts. */
  readonly counts: (table: Uint32Array, at: number) => boolean;
};

/**
 * Writes keys into the memory of the screen.
 * Of `members`, the fingerprints are those of groups and users together; undefined if senders need not be members.
 * @returns undefined if there is no room for them: then the screen knows none
 */
export function writeKnownKeys(
  { areas }: ScreenThread,
  {
    users,
    groups,
    members,
  }: Readonly<Record<'users' | 'groups', Keys>> & { readonly members: Keys | undefined },
): KnownKeyTables | undefined {
  let at = areas.known;
  const write = (keys: Keys): KeyTable => {
    const buckets = 2 ** Math.ceil(Math.log2(Math.max(1, keys.size / KEYS_LOAD_MAX / BUCKET_KEYS)));
    const table = { at, mask: buckets - 1 };
    at += buckets * BUCKET_KEYS * KEY_BYTES;
    if (at <= areas.known + areas.knownBytes) writeTable(areas.words, table, keys);
    return table;
  };
  const known = { users: write(users), groups: write(groups), members: members ? write(members) : NO_KEYS };
  return at <= areas.known + areas.knownBytes ? known : undefined;
}

function writeTable(words: Uint32Array, { at, mask }: KeyTable, keys: Keys): void {
  const first = at / 4;
  const last = first + (mask + 1) * BUCKET_KEYS * 2;
  words.fill(0, first, last);
  for (const table of keys.tables)
    for (let entry = 0; entry < table.length; entry += keys.words) {
      const lo = table[entry] as number;
      const hi = table[entry + 1] as number;
      if ((lo | hi) === 0 || !keys.counts(table, entry)) continue;
      // After the last entry of a full bucket comes the first of the next one.
      let slot = first + (lo & mask) * BUCKET_KEYS * 2;
      while (((words[slot] as number) | (words[slot + 1] as number)) !== 0) {
        slot += 2;
        if (slot === last) slot = first;
      }
      words[slot] = lo;
      words[slot + 1] = hi;
    }
}
