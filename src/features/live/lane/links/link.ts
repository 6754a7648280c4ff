/** The digest of a record that is not there. */
export const GONE_DIGEST = 'gone';

/** The digest of a member, a reaction or a pin that is there: nothing of them but that is compared here. */
export const HERE = 'here';

/** A record as a side was last known to hold it. */
export type SideState = {
  /** Microseconds since 1970, by the clock of that side; 0 if it is not known. */
  readonly version: number;
  /** `LaneWriter.digestOf` of its row, or `GONE_DIGEST`. */
  readonly digest: string;
  /** Set if we wrote it, and nobody else has changed it since. */
  readonly isOurs?: boolean;
};

/** The place of a message among those of its conversation that are of the same side: by time, then by order. */
export type MessagePlace = {
  readonly key: string;
  /** When it was sent, by the clock of its side: milliseconds since 1970. */
  readonly at: number;
  /** Tells those of the same time apart: a number that its side gives to messages one after the other; 0 if it gives none. */
  readonly order: number;
};

/** A message that was written to the other side. */
export type SentMessage = MessagePlace & {
  /** Its time there: seconds since 1970, 0 if nobody knows it, also while it is being written; `NOT_SENT`. */
  readonly sentAt: number;
  /** False if that is only about its time: the other side has given it one, which nobody has asked for. */
  readonly isExact: boolean;
};

/** The time of a message that was to be written and is not there: no other one stands before or behind it. */
export const NOT_SENT = -1;
