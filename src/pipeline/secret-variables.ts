import { isRemote, pathsIn } from './reference.ts';

/** Parts of a pipeline in which `{ env: NAME }` is a key or the address of somebody who is told. */
const KEYED = ['target', 'targets', 'notify'];
/** Parts in which every `${NAME}` may be one: an address with a password, or with a key in it. */
const ADDRESSED = ['state', 'notify'];

/**
 * The variables that a pipeline names as secrets: of keys, of the addresses of notifications and of sources on servers, and of
 * the server of its state. No program that it starts gets them.
 * @param pipeline before `${NAME}` was replaced
 * @param env what a variable holds: one that is a path is no secret, one that is an address may be
 */
export function secretVariables(
  pipeline: unknown,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  if (typeof pipeline !== 'object' || pipeline === null) return [];
  const part = (name: string): unknown => (pipeline as Readonly<Record<string, unknown>>)[name];
  return [
    ...new Set([
      ...KEYED.flatMap((name) => namedIn(part(name))),
      ...ADDRESSED.flatMap((name) => textsIn(part(name)).flatMap(filledIn)),
      ...pathsIn(part('sources')).flatMap((path) => {
        const names = filledIn(path);
        return isRemote(path) ? names : names.filter((name) => isRemote(env[name] ?? ''));
      }),
    ]),
  ];
}

/** Names that `env: NAME` says, at any depth. */
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

const filledIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g), ([, name = '']) => name);
