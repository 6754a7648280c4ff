/** The value of a text that should be JSON; undefined if it is not. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An object without its members that are undefined: in JSON they are not there. */
export const defined = <const T extends object>(members: T): Defined<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;

/** The named members of an object, as far as they are defined. */
export const pick = <T extends object, K extends keyof T>(
  from: T,
  ...names: readonly K[]
): Defined<Pick<T, K>> => defined(Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>);

/** The same members; those that may be undefined may be absent instead. */
type Defined<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};
