/**
 * What a dry run needs to know about a valid row, whether the screen or the row check accepted it. One object is reused
 * for all rows, and each half of a 64-bit fingerprint has its own field, so that no object is made per row.
 */
export class Facts {
  file = 0;
  line = 0;
  byte = 0;
  keyLo = 0;
  keyHi = 0;
  content = 0;
  /** The user that a row refers to: a message's sender, a member's user, a group's owner. */
  userLo = 0;
  userHi = 0;
  /** A message's receiver, a member's group. */
  otherLo = 0;
  otherHi = 0;
  /** Whether `other` is a group. */
  toGroup = false;
  /** Whether the member is banned. */
  isBanned = false;
  isReply = false;
  /** The message that this one replies to, if it is a reply. */
  parentLo = 0;
  parentHi = 0;
  /** Epoch seconds; 0 if the row has no such time. */
  sentAt = 0;
  joinedAt = 0;
  createdAt = 0;
  /** An id was lower-cased. */
  wasUpper = false;
  /** The first field whose time had a fraction of a second, which was cut off. */
  cutField: string | undefined;
  /** The first field whose time occurs twice in its zone. Only rows have one: the screen takes no such record. */
  ambiguousField: string | undefined;
  hasControl = false;
  /** One bit per field, by its index in the entity's list: set if the field has a value that the API cannot carry. */
  lost = 0;
}

/** Low half of the fingerprint of a pair of fingerprints, such as a group and a user. */
export function pairLo(aLo: number, aHi: number, bLo: number, bHi: number): number {
  return (Math.imul(aLo ^ (aHi >>> 15), 2246822507) ^ Math.imul(bLo ^ (bHi >>> 13), 3266489909)) >>> 0;
}

/** High half of the same. */
export function pairHi(aLo: number, aHi: number, bLo: number, bHi: number): number {
  return (Math.imul(aHi ^ (aLo >>> 16), 668265263) ^ Math.imul(bHi ^ (bLo >>> 14), 374761393)) >>> 0;
}
