/** Digests of the fields of a user or a group, joined to the digest of its row: they tell which of them somebody has changed. */
const PAIR = /^([a-zA-Z]+):([\w-]+)$/;

/** Joins digests of fields, each with its name. */
export const joinedDigests = (fields: readonly (readonly [name: string, digest: string])[]): string =>
  fields.map(([name, digest]) => `${name}:${digest}`).join(',');

/** The digests of the fields in one of a row; undefined for another digest, or none. */
export function digestsIn(digest: string | undefined): ReadonlyMap<string, string> | undefined {
  const pairs = (digest ?? '').split(',').map((part) => PAIR.exec(part));
  if (pairs.some((pair) => pair === null)) return undefined;
  return new Map(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
}

/** The names of fields that differ between two digests of rows; undefined if one of them tells nothing of fields. */
export function differingFields(one: string | undefined, other: string): ReadonlySet<string> | undefined {
  const [a, b] = [digestsIn(one), digestsIn(other)];
  if (!a || !b) return undefined;
  const names = [...new Set([...a.keys(), ...b.keys()])];
  return new Set(names.filter((name) => a.get(name) !== b.get(name)));
}

/** The digest of a row in which some fields are as in another one. */
export function mergedDigest(before: string | undefined, now: string, fields: ReadonlySet<string>): string {
  const [a, b] = [digestsIn(before), digestsIn(now)];
  if (!a || !b) return now;
  const names = [...new Set([...b.keys(), ...a.keys()])].sort();
  const pairs = names.map((name) => [name, (fields.has(name) ? b : a).get(name)] as const);
  return joinedDigests(pairs.flatMap(([name, digest]) => (digest === undefined ? [] : [[name, digest]])));
}
