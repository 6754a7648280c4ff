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
