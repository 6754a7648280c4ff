/** The value of a text that should be JSON; undefined if it is not. */
export declare function jsonIn(text: string): unknown;
/** An object without its members that are undefined: in JSON they are not there. */
export declare const defined: <const T extends object>(members: T) => Defined<T>;
/** The same members; those that may be undefined may be absent instead. */
type Defined<T> = {
    readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
    readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};
export {};
