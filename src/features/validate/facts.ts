/**
 * What a dry run needs to know of a good row, whichever way it was found to be good. One object, filled anew for every
 * row: halves of 64-bit fingerprints stand in fields of their own.
 */
export class Facts {
  file = 0;
  line = 0;
  byte = 0;
  keyLo = 0;
  keyHi = 0;
  content = 0;
  /** Whom a row refers to: a message its sender, a member its user, a group its owner. */
  userLo = 0;
  userHi = 0;
  /** A message's receiver, a member's group. */
  otherLo = 0;
  otherHi = 0;
  /** Whether `other` is a group. */
  toGroup = false;
  /** The message that this one replies to. */
  isReply = false;
  parentLo = 0;
  parentHi = 0;
  /** Epoch seconds; 0 where the row has no such time. */
  sentAt = 0;
  joinedAt = 0;
  createdAt = 0;
  /** An id was lower-cased. */
  wasUpper = false;
  /** The first field whose time had a part of a second that was cut off. */
  cutField: string | undefined;
  /** The first field whose time comes twice; of rows only, as no record of this kind passes the screen. */
  ambiguousField: string | undefined;
  hasControl = false;
  /** By the place of a field in the entity's list, one bit each: it has a value that the API cannot carry. */
  lost = 0;
}

/** What a sample of a notice shows of a row; asked only for the few that are kept. */
export interface Shown {
  /** The row's key. */
  key(): string;
  /** A field's cell as it stands in the file. */
  cell(field: string): unknown;
  /** A field as the service will have it. */
  text(field: string): string;
}

/** One fingerprint of two, for pairs: a group with a user. */
export function pairLo(aLo: number, aHi: number, bLo: number, bHi: number): number {
  return (Math.imul(aLo ^ (aHi >>> 15), 2246822507) ^ Math.imul(bLo ^ (bHi >>> 13), 3266489909)) >>> 0;
}

/** The other half of the same. */
export function pairHi(aLo: number, aHi: number, bLo: number, bHi: number): number {
  return (Math.imul(aHi ^ (aLo >>> 16), 668265263) ^ Math.imul(bHi ^ (bLo >>> 14), 374761393)) >>> 0;
}
