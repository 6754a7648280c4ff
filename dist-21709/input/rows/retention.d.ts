/** The policies for messages that are older than the service keeps them. */
export declare const retentionPolicies: readonly ['reject', 'skip', 'archive', 'allow'];
export type RetentionPolicy = (typeof retentionPolicies)[number];
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
