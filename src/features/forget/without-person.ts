/** The rest of a JSON value without a person, and how many of its parts are gone. */
export type Redacted<T> = { readonly value: T; readonly removed: number };

type Names = (text: string) => boolean;

/**
 * Removes from a JSON value what names a person: elements of lists as a whole, with the objects in them, and members of
 * other objects. Lists in an element are looked at one by one, so that a problem loses a sample and not all of them. A
 * sample that has a value and no key may be anybody's, and goes as well.
 * @param names whether a text names the person
 */
export function withoutPerson<T>(value: T, names: Names): Redacted<T> {
  let removed = 0;
  const stays = (isTheirs: boolean): boolean => {
    if (isTheirs) removed++;
    return !isTheirs;
  };
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.filter((each) => stays(isOf(each, names))).map(walk);
    if (part === null || typeof part !== 'object') return part;
    const members = Object.entries(part).filter(([key, each]) => stays(names(key) || isText(each, names)));
    return Object.fromEntries(members.map(([key, each]) => [key, walk(each)]));
  };
  return { value: walk(value) as T, removed };
}

const isText = (part: unknown, names: Names): boolean =>
  (typeof part === 'string' || typeof part === 'number') && names(String(part));

/** True if an element of a list is about the person: by its texts and those of the objects in it, not by its lists. */
function isOf(part: unknown, names: Names): boolean {
  if (part === null || typeof part !== 'object') return isText(part, names);
  if (Array.isArray(part)) return false;
  const isNameless = 'line' in part && ('value' in part || 'raw' in part) && !('key' in part);
  const hasLists = (each: unknown): boolean => Array.isArray(each);
  return (
    isNameless ||
    Object.entries(part).some(([key, each]) => names(key) || (!hasLists(each) && isOf(each, names)))
  );
}
