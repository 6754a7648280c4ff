/** The policies for messages that are older than the service keeps them. */
export const retentionPolicies = ['reject', 'skip', 'archive', 'allow'] as const;
export type RetentionPolicy = (typeof retentionPolicies)[number];

/** Days that a hosted service keeps messages, if nothing else is agreed with its operator: six months. */
export const RETENTION_DAYS = 183;

/** Which messages are older than the service keeps them, and what to do with these. */
export type Retention = {
  /** Epoch seconds; messages sent before this are too old. */
  readonly before: number;
  readonly policy: RetentionPolicy;
  /** The age in days that `before` was computed from. */
  readonly days: number;
  /** True if the target is a service on another machine. */
  readonly hosted: boolean;
};
