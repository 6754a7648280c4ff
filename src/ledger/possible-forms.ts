import type { Data } from '../input/entities/entity.ts';

/**
 * The ledger knows of what was sent no more than a digest. Whether a row of the service is what was sent is found by trying the
 * forms in which it may have been sent.
 */

/** More tags are not tried in every order. */
const TAGS_MAX = 4;
/** Of more members, it is not tried which of them others have added. */
const MEMBERS_MAX = 5;

/** True if a row has more tags than are tried in every order. */
export const hasManyTags = ({ tags }: Data): boolean => Array.isArray(tags) && tags.length > TAGS_MAX;

/** The other orders of tags: services show them in any order. */
export function otherOrders(tags: readonly unknown[]): readonly (readonly unknown[])[] {
  if (tags.length < 2) return [];
  if (tags.length > TAGS_MAX) return [[...tags].sort()];
  return permutations(tags).slice(1);
}

function permutations(values: readonly unknown[]): readonly (readonly unknown[])[] {
  if (values.length < 2) return [values];
  return values.flatMap((value, at) =>
    permutations([...values.slice(0, at), ...values.slice(at + 1)]).map((rest) => [value, ...rest]),
  );
}

/** The same without some of its members, those without the fewest first: others may have added them. */
export function withFewerMembers(members: Data): readonly Data[] {
  const names = Object.keys(members);
  if (names.length > MEMBERS_MAX) return [];
  const choices = Array.from({ length: 2 ** names.length }, (_, choice) =>
    names.filter((_name, at) => choice & (1 << at)),
  );
  return choices
    .sort((a, b) => b.length - a.length)
    .slice(1)
    .map((kept) => Object.fromEntries(kept.map((name) => [name, members[name]])));
}
