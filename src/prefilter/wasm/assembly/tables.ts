// Keys of rows of earlier entities, which do not change any more: tables of 8 bytes an entry, a power of two of them; an
// entry of 0 is free. wasm-screen.ts beside this folder writes them.
import { OTHER, USER } from './facts.ts';

let users: usize = 0;
let usersMask: u32 = 0;
let groups: usize = 0;
let groupsMask: u32 = 0;
let members: usize = 0;
let membersMask: u32 = 0;

/** Addresses of the tables, 0 if there is none, and their numbers of entries less one. */
export function useTables(
  toUsers: usize,
  toUsersMask: u32,
  toGroups: usize,
  toGroupsMask: u32,
  toMembers: usize,
  toMembersMask: u32,
): void {
  users = toUsers;
  usersMask = toUsersMask;
  groups = toGroups;
  groupsMask = toGroupsMask;
  members = toMembers;
  membersMask = toMembersMask;
}

@inline
function has(table: usize, mask: u32, key: u64): bool {
  if (table == 0 || key == 0) return false;
  let at = <u32>key & mask;
  let found = load<u64>(table + (<usize>at << 3));
  while (found != key) {
    if (found == 0) return false;
    at = (at + 1) & mask;
    found = load<u64>(table + (<usize>at << 3));
  }
  return true;
}

/** As pairLo and pairHi of facts.ts. */
@inline
function pairOf(a: u64, b: u64): u64 {
  const aLo = <u32>a;
  const aHi = <u32>(a >> 32);
  const bLo = <u32>b;
  const bHi = <u32>(b >> 32);
  const lo: u32 = ((aLo ^ (aHi >>> 15)) * 2246822507) ^ ((bLo ^ (bHi >>> 13)) * 3266489909);
  const hi: u32 = ((aHi ^ (aLo >>> 16)) * 668265263) ^ ((bHi ^ (bLo >>> 14)) * 374761393);
  return <u64>lo | (<u64>hi << 32);
}

/** True if the tables prove that a message is from a known user to another one, or to a group of which the user is a member. */
export function isKnown(row: usize, toGroup: bool): bool {
  const user = load<u64>(row, USER);
  const other = load<u64>(row, OTHER);
  if (!has(users, usersMask, user)) return false;
  if (!toGroup) return user != other && has(users, usersMask, other);
  return has(groups, groupsMask, other) && (members == 0 || has(members, membersMask, pairOf(other, user)));
}

/** True if the tables prove that a user, by the fingerprint of their id, is in the service. */
export function isUser(lo: u32, hi: u32): bool {
  return has(users, usersMask, <u64>lo | (<u64>hi << 32));
}
