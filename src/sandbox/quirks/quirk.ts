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
export type QuirkValues<G> = { readonly [K in keyof G]: G[K] extends Quirk<infer T> ? T : never };

/** A word with two values: without it and with it. */
export function word<const A, const B>(
  form: string,
  [usually, turned]: readonly [A, B],
  usual: string,
  otherwise: string,
): Quirk<A | B> {
  return { form, usually, usual, otherwise, read: (text) => (text === '' ? turned : undefined) };
}

/** A word that turns something on. */
export const toggle = (form: string, usual: string, otherwise: string): Quirk<boolean> =>
  word(form, [false, true] as const, usual, otherwise);

/** One of a few words or numbers. `usually` is the default; without it the first one is. */
export function choice<const W extends string | number>(
  name: string,
  words: readonly [W, ...W[]],
  usual: string,
  otherwise: string,
  usually: W = words[0],
): Quirk<W> {
  return {
    form: `${name}=${words.join('|')}`,
    usually,
    usual,
    otherwise,
    read: (text) => words.find((known) => String(known) === text),
  };
}

/** A whole number whose text matches `pattern`, which captures its digits. */
export function numberQuirk(
  form: string,
  pattern: RegExp,
  usually: number,
  usual: string,
  otherwise: string,
): Quirk<number> {
  return {
    form,
    usually,
    usual,
    otherwise,
    read: (text) => {
      const digits = pattern.exec(text)?.[1];
      return digits === undefined ? undefined : Number(digits);
    },
  };
}

/** Pairs of an error code and something else, `CODE:VALUE`; given several times, all of them hold. */
export function byCode<T>(
  form: string,
  readValue: (text: string) => T | undefined,
  usual: string,
  otherwise: string,
): Quirk<ReadonlyMap<string, T>> {
  return {
    form,
    usually: new Map(),
    usual,
    otherwise,
    read: (text, before) => {
      const [, code, value] = /^((?:AUTH_)?ERR_[A-Z0-9_]{1,80}):(\w{1,90})$/.exec(text) ?? [];
      const read = value === undefined ? undefined : readValue(value);
      return code === undefined || read === undefined ? undefined : new Map([...before, [code, read]]);
    },
  };
}

/** Two whole numbers with a plus between them. */
export function pair(
  form: string,
  usually: readonly [number, number],
  usual: string,
  otherwise: string,
): Quirk<readonly [number, number]> {
  return {
    form,
    usually,
    usual,
    otherwise,
    read: (text) => {
      const [, first, second] = /^(\d{1,7})\+(\d{1,7})$/.exec(text) ?? [];
      return second === undefined ? undefined : ([Number(first), Number(second)] as const);
    },
  };
}
