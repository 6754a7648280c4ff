// Keys of rows of earlier entities, which do not change any more, in the buckets of keys/key-table.ts.
import { FLAGS, IS_KNOWN, OTHER, ROW_BYTES, TO_GROUP, USER } from './facts.ts';

let users: usize = 0;
let userBuckets: u32 = 0;
let groups: usize = 0;
let groupBuckets: u32 = 0;
let members: usize = 0;
let memberBuckets: u32 = 0;

/** Addresses of the sets, 0 if there is none, and their numbers of buckets. */
export function useTables(
  toUsers: usize,
  toUserBuckets: u32,
  toGroups: usize,
  toGroupBuckets: u32,
  toMembers: usize,
  toMemberBuckets: u32,
): void {
  users = toUsers;
  userBuckets = toUserBuckets;
  groups = toGroups;
  groupBuckets = toGroupBuckets;
  members = toMembers;
  memberBuckets = toMemberBuckets;
}

/** All of a bucket is compared at once: how many entries come before the one that is looked for cannot be foreseen. */
@inline
function has(set: usize, buckets: u32, key: u64): bool {
  if (set == 0 || key == 0) return false;
  const wanted = i64x2.splat(key);
  let bucket = bucketOf(key, buckets);
  while (!isIn(set + (<usize>bucket << 6), wanted)) {
    // A bucket is filled from its first entry on.
    if (load<u64>(set + (<usize>bucket << 6), 56) == 0) return false;
    if (++bucket == buckets) bucket = 0;
  }
  return true;
}

@inline
function isIn(bucket: usize, wanted: v128): bool {
  return v128.any_true(
    v128.or(
      v128.or(i64x2.eq(v128.load(bucket), wanted), i64x2.eq(v128.load(bucket, 16), wanted)),
      v128.or(i64x2.eq(v128.load(bucket, 32), wanted), i64x2.eq(v128.load(bucket, 48), wanted)),
    ),
  );
}

/** The same of members, which have keys of one word. */
@inline
function hasMember(key: u64): bool {
  const high = <u32>(key >> 32);
  const wanted = i32x4.splat(high == 0 ? 1 : high);
  let bucket = bucketOf(key, memberBuckets);
  while (!isMemberIn(members + (<usize>bucket << 6), wanted)) {
    if (load<u32>(members + (<usize>bucket << 6), 60) == 0) return false;
    if (++bucket == memberBuckets) bucket = 0;
  }
  return true;
}

@inline
function isMemberIn(bucket: usize, wanted: v128): bool {
  return v128.any_true(
    v128.or(
      v128.or(i32x4.eq(v128.load(bucket), wanted), i32x4.eq(v128.load(bucket, 16), wanted)),
      v128.or(i32x4.eq(v128.load(bucket, 32), wanted), i32x4.eq(v128.load(bucket, 48), wanted)),
    ),
  );
}

@inline
function bucketOf(key: u64, buckets: u32): u32 {
  return <u32>((<u64>(<u32>key) * <u64>buckets) >> 32);
}

/** As pairLo and pairHi of facts.ts. */
@inline
export function pairOf(a: u64, b: u64): u64 {
  const aLo = <u32>a;
  const aHi = <u32>(a >> 32);
  const bLo = <u32>b;
  const bHi = <u32>(b >> 32);
  const lo: u32 = ((aLo ^ (aHi >>> 15)) * 2246822507) ^ ((bLo ^ (bHi >>> 13)) * 3266489909);
  const hi: u32 = ((aHi ^ (aLo >>> 16)) * 668265263) ^ ((bHi ^ (bLo >>> 14)) * 374761393);
  return <u64>lo | (<u64>hi << 32);
}

/** Marks the messages of which the tables prove that they are from a known user to another one, or to a group of which the user is a member. */
export function markKnown(rows: usize, count: i32): void {
  if (users == 0) return;
  const last = rows + <usize>count * ROW_BYTES;
  for (let row = rows; row < last; row += ROW_BYTES) {
    const flags = load<u32>(row, FLAGS);
    if (isKnown(row, (flags & TO_GROUP) != 0)) store<u32>(row, flags | IS_KNOWN, FLAGS);
  }
}

@inline
function isKnown(row: usize, toGroup: bool): bool {
  const user = load<u64>(row, USER);
  const other = load<u64>(row, OTHER);
  if (!has(users, userBuckets, user)) return false;
  if (!toGroup) return user != other && has(users, userBuckets, other);
  return has(groups, groupBuckets, other) && (members == 0 || hasMember(pairOf(other, user)));
}

/** True if the tables prove that a user, by the fingerprint of their id, is in the service. */
export function isUser(lo: u32, hi: u32): bool {
  return has(users, userBuckets, <u64>lo | (<u64>hi << 32));
}
