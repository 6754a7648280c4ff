import { RunError } from '../../../errors/run-error.ts';

/**
 * Ways in which documents contain collections: `collections` in a member `__collections__`, `subCollection` in one with their whole
 * paths as names, `plain` side by side with their fields.
 */
export type Container = 'collections' | 'subCollection' | 'plain';

/** The names that stand for an id in a path. */
const HELD = ['user', 'conversation', 'message'] as const;
export type Held = (typeof HELD)[number];

/** Place of documents in the text of a database. */
export type DocumentPath = {
  /** Their path in JSON, such as `$.rooms.*.messages.*`. */
  readonly rows: string;
  /** The places of ids among the names that lead to a document. */
  readonly ids: Readonly<Partial<Record<Held, number>>>;
  /** The names that lead to a document, where they must be these; `/messages` is the end of one. */
  readonly names: readonly (string | undefined)[];
  /** Ids that stand in none of the names: those of the collection that a file has. */
  readonly fixed: Readonly<Partial<Record<Held, string>>>;
};

const COLLECTIONS = '__collections__';
const SUB = 'subCollection';
/** Members of a document that hold other documents. */
export const INNER: Readonly<Record<Container, string | undefined>> = {
  collections: COLLECTIONS,
  subCollection: SUB,
  plain: undefined,
};

/**
 * The place of the documents of a declared path such as `rooms/{conversation}/messages/{message}`.
 * @param root a path before it, in which `*` is any name
 * @param firefoo the path of the collection that a file of Firefoo has; undefined for other files
 * @returns undefined if the file has another collection
 * @throws RunError `EXPORT.SHAPE_INVALID`
 */
export function documentPath(
  path: string,
  root: string | undefined,
  { container, firefoo }: { readonly container: Container; readonly firefoo?: readonly string[] | undefined },
): DocumentPath | undefined {
  const segments = [...(root === undefined ? [] : root.split('/')), ...path.split('/')].filter(Boolean);
  const fixed: Partial<Record<Held, string>> = {};
  const begins = firefoo ?? [];
  for (const [index, name] of begins.entries()) {
    const segment = segments[index] ?? '';
    const held = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (held !== undefined) fixed[heldOf(held, path)] = name;
    else if (segment !== name && segment !== '*') return undefined;
  }
  if (begins.length >= segments.length) return undefined;
  const steps: string[] = [];
  const ids: Partial<Record<Held, number>> = {};
  const names: (string | undefined)[] = [];
  const add = (step: string, name?: string): void => {
    steps.push(step);
    names.push(name);
  };
  if (firefoo) add('.data', 'data');
  for (const [index, segment] of segments.entries()) {
    if (index < begins.length) continue;
    const isCollection = index % 2 === 0;
    if (isCollection && container === 'collections') add(`.${COLLECTIONS}`);
    if (isCollection && container === 'subCollection' && index > 0) {
      add(`.${SUB}`);
      // The collection is named by its whole path.
      add('.*', `/${segment}`);
      continue;
    }
    const held = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (held !== undefined) ids[heldOf(held, path)] = steps.length;
    add(held === undefined && segment !== '*' ? named(segment) : '.*');
  }
  return { rows: `$${steps.join('')}`, ids, names, fixed };
}

/**
 * The name in braces in a path or in the name of a file.
 * @throws RunError `EXPORT.SHAPE_INVALID` if it stands for no id
 */
export function heldOf(name: string, path: string): Held {
  const found = HELD.find((one) => one === name);
  if (found) return found;
  throw new RunError(
    'EXPORT.SHAPE_INVALID',
    `sources.export.shape: ${path}: {${name}} is none of ${HELD.map((one) => `{${one}}`).join(', ')}`,
  );
}

const named = (name: string): string => (name.includes("'") ? `["${name}"]` : `['${name}']`);

/** True if a document with these names before it is one of the path. */
export const isAt = ({ names }: DocumentPath, keys: readonly string[]): boolean =>
  names.every((name, at) => name === undefined || `/${keys[at] ?? ''}`.endsWith(name));
