import { isRemote } from './remote/is-remote.ts';

/** Parts of a pipeline in which `{ env: NAME }` is a key or the address of somebody who is told. */
const KEYED = ['target', 'targets', 'notify'];
/** Parts in which every `${NAME}` may be one: an address with a password, or with a key in it. */
const ADDRESSED = ['state', 'notify'];

/**
 * The variables that a pipeline names as secrets: of keys, of the addresses of notifications and of sources on servers, and of
 * the server of its state. No program that it starts gets them.
 * @param pipeline before `${NAME}` was replaced
 */
export function secretVariables(pipeline: unknown): readonly string[] {
  if (typeof pipeline !== 'object' || pipeline === null) return [];
  const part = (name: string): unknown => (pipeline as Readonly<Record<string, unknown>>)[name];
  return [
    ...new Set([
      ...KEYED.flatMap((name) => namedIn(part(name))),
      ...ADDRESSED.flatMap((name) => textsIn(part(name)).flatMap(filledIn)),
      ...textsIn(part('sources')).filter(mayBeAddress).flatMap(filledIn),
    ]),
  ];
}

/** What `env: NAME` says, at any depth. */
function namedIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'env' && typeof member === 'string' ? [member] : namedIn(member),
  );
}

const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** An address, also one that is a variable as a whole. */
const mayBeAddress = (text: string): boolean => isRemote(text) || /^\$\{\w+\}$/.test(text);

const filledIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g), ([, name = '']) => name);
