/** Usual meaning of the values of a column with the type of a conversation. */
export declare const usualTypes: Readonly<Record<string, 'public' | 'private' | 'direct'>>;
/** Meaning of a column of yes and no for a conversation. */
export declare const flagTypes: Readonly<Record<string, readonly ['public' | 'private' | 'direct', 'public' | 'private' | 'direct']>>;
/** Kinds of messages that nobody wrote. */
export declare const usualSystem: readonly ['system', 'system_*', 'event', 'service'];
/** Values of the status or the kind of a message which say that somebody took it back, or that it was never sent. */
export declare const deletedValues: ReadonlySet<string>;
export declare const unsentValues: ReadonlySet<string>;
