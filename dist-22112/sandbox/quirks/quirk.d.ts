/** A choice where public sources leave behaviour open, or contradict each other. */
export type Quirk<T> = {
    /** The written form: a word, or `name=value`, with `|` between the values. */
    readonly form: string;
    /** The value without the switch. */
    readonly usually: T;
    /** Behaviour without the switch, and with it, for help and documentation. */
    readonly usual: string;
    readonly otherwise: string;
    /** The value for the text after `=`, empty without one. `before` is the value so far. Undefined if refused. */
    read(text: string, before: T): T | undefined;
};
/** The values that a group of quirks has. */
export type QuirkValues<G> = {
    readonly [K in keyof G]: G[K] extends Quirk<infer T> ? T : never;
};
/** A word with two values: without it and with it. */
export declare function word<const A, const B>(form: string, [usually, turned]: readonly [A, B], usual: string, otherwise: string): Quirk<A | B>;
/** A word that turns something on. */
export declare const toggle: (form: string, usual: string, otherwise: string) => Quirk<boolean>;
/** One of a few words or numbers. `usually` is the default; without it the first one is. */
export declare function choice<const W extends string | number>(name: string, words: readonly [W, ...W[]], usual: string, otherwise: string, usually?: W): Quirk<W>;
/** A whole number whose text matches `pattern`, which captures its digits. */
export declare function numberQuirk(form: string, pattern: RegExp, usually: number, usual: string, otherwise: string): Quirk<number>;
/** Pairs of an error code and something else, `CODE:VALUE`; given several times, all of them hold. */
export declare function byCode<T>(form: string, readValue: (text: string) => T | undefined, usual: string, otherwise: string): Quirk<ReadonlyMap<string, T>>;
/** Two whole numbers with a plus between them. */
export declare function pair(form: string, usually: readonly [number, number], usual: string, otherwise: string): Quirk<readonly [number, number]>;
