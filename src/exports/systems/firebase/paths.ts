import { RunError } from '../../../errors/run-error.ts';

/**
 * Ways in which documents contain collections: `collections` in a member `__collections__`, `subCollection` in one with their whole
 * paths as names, `plain` side by side with their fields.
 */
export type Container = 'collections' | 'subCollection' | 'plain';

/** The names that stand for an id in a path. `peer` is the other one of two. */
const HELD = ['user', 'peer', 'conversation', 'message'] as const;
export type Held = (typeof HELD)[number];

/** A name that is made of the ids of two users, such as `{user}_{peer}`. */
export type PairName = { readonly before: string; readonly between: string; readonly after: string };

/** The ids of a path; `pair` is a name that is made of two. */
export type HeldIds = Readonly<Partial<Record<Held | 'pair', string>>>;

/** A step of a declared path. */
type Step = {
  /** True if it is a field of a document, not what a collection or the database has under a name. */
  readonly isField: boolean;
} & (
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'held'; readonly held: Held }
  | { readonly kind: 'pair'; readonly pair: PairName }
);

/** Place of documents in the text of a database. */
export type DocumentPath = {
  /** Their path in JSON, such as `$.rooms.*.messages.*`. */
  readonly rows: string;
  /** The places of ids among the names that lead to a document. */
  readonly ids: Readonly<Partial<Record<Held | 'pair', number>>>;
  /** The names that lead to a document, where they must be these; `/messages` is the end of one. */
  readonly names: readonly (string | undefined)[];
  /** Ids that stand in none of the names: those of the collection that a file has. */
  readonly fixed: HeldIds;
  /** The places of `*`: in the root, and before the id of the conversation, which is unique in each of them alone. */
  readonly stars: { readonly root?: number; readonly before: readonly number[] };
};

const COLLECTIONS = '__collections__';
const SUB = 'subCollection';
/** Members of a document that hold other documents. */
export const INNER: Readonly<Record<Container, string | undefined>> = {
  collections: COLLECTIONS,
  subCollection: SUB,
  plain: undefined,
};

const parsed = new Map<string, readonly Step[]>();
/** Pipelines have few. */
const PARSED_MAX = 200;

/**
 * The steps of a declared path such as `rooms/{conversation}/messages/{message}`; `{conversation}.messages.{message}` leads into
 * a document.
 * @throws RunError `EXPORT.SHAPE_INVALID`
 */
function stepsOf(path: string): readonly Step[] {
  const known = parsed.get(path);
  if (known) return known;
  const steps = path
    .split('/')
    .filter(Boolean)
    .flatMap((segment) => {
      const inside = /^([^.]*\})\.(?!\{peer\})(.+)$/.exec(segment);
      const [first = segment, ...fields] = inside ? [inside[1], ...(inside[2] ?? '').split('.')] : [segment];
      return [stepOf(first, false, path), ...fields.map((field) => stepOf(field, true, path))];
    });
  checkNames(steps, path);
  if (parsed.size >= PARSED_MAX) parsed.clear();
  parsed.set(path, steps);
  return steps;
}

const TWO = /^([^{}]*)\{(\w+)\}([^{}]*)\{(\w+)\}([^{}]*)$/;

function stepOf(segment: string, isField: boolean, path: string): Step {
  if (segment === '*') return { kind: 'any', isField };
  const held = /^\{(\w+)\}$/.exec(segment)?.[1];
  if (held !== undefined) return { kind: 'held', held: heldOf(held, path), isField };
  const [, before = '', first, between = '', second, after = ''] = TWO.exec(segment) ?? [];
  if (first === 'user' && second === 'peer')
    return { kind: 'pair', pair: { before, between, after }, isField };
  if (/[{}]/.test(segment))
    throw invalid(path, `${segment} is no name, no id in braces, and not {user} and {peer} in one name`);
  return { kind: 'name', name: segment, isField };
}

function checkNames(steps: readonly Step[], path: string): void {
  const names = steps.flatMap((step): Held[] =>
    step.kind === 'held' ? [step.held] : step.kind === 'pair' ? ['user', 'peer'] : [],
  );
  for (const [at, name] of names.entries())
    if (names.indexOf(name) !== at) throw invalid(path, `{${name}} occurs twice`);
  if (!names.includes('peer')) return;
  if (!names.includes('user'))
    throw invalid(path, '{peer} is the other one of two, so {user} stands before it');
  if (names.includes('conversation'))
    throw invalid(path, '{user} and {peer} are a conversation, so there is no {conversation}');
}

/**
 * Checks a declared path.
 * @throws RunError `EXPORT.SHAPE_INVALID`
 */
export const checkPath = (path: string): void => void stepsOf(path);

/** The name of two ids in a path; undefined if it has none. */
export const pairIn = (path: string | undefined): PairName | undefined =>
  stepsOf(path ?? '').find((step) => step.kind === 'pair')?.pair;

/** True if the documents of a path are of two users each: both of them may have their own copy. */
export const isPaired = (path: string | undefined): boolean =>
  stepsOf(path ?? '').some((step) => step.kind === 'pair' || (step.kind === 'held' && step.held === 'peer'));

/** The steps of a path without the names of ids, to compare it with other ones. */
export const plainSteps = (path: string): readonly string[] =>
  stepsOf(path).map((step) => (step.kind === 'name' ? step.name : '{}'));

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
  const rootSteps = root === undefined ? [] : stepsOf(root);
  const steps = [...rootSteps, ...stepsOf(path)];
  const begins = firefoo ?? [];
  if (begins.length >= steps.length && begins.length > 0) return undefined;
  const fixed: Partial<Record<Held | 'pair', string>> = {};
  for (const [index, name] of begins.entries()) {
    const step = steps[index];
    if (step?.kind === 'held') fixed[step.held] = name;
    else if (step?.kind === 'pair') fixed.pair = name;
    else if (step?.kind === 'name' && step.name !== name) return undefined;
  }
  const made = new MadePath(container);
  if (firefoo) made.add('.data', 'data');
  for (const [index, step] of steps.entries())
    if (index >= begins.length) made.step(step, index, index < rootSteps.length);
  return made.finished(fixed);
}

/** The place of documents, which is made step by step. */
class MadePath {
  readonly #container: Container;
  readonly #rows: string[] = [];
  readonly #names: (string | undefined)[] = [];
  readonly #ids: Partial<Record<Held | 'pair', number>> = {};
  readonly #before: number[] = [];
  #root: number | undefined;
  /** True after a step into a document: what follows is in it. */
  #isInside = false;

  constructor(container: Container) {
    this.#container = container;
  }

  add(row: string, name?: string): void {
    this.#rows.push(row);
    this.#names.push(name);
  }

  step(step: Step, index: number, isOfRoot: boolean): void {
    this.#isInside ||= step.isField;
    const isCollection = index % 2 === 0 && !this.#isInside;
    if (isCollection && this.#container === 'collections') this.add(`.${COLLECTIONS}`);
    if (isCollection && this.#container === 'subCollection' && index > 0) {
      this.add(`.${SUB}`);
      // The collection is named by its whole path.
      this.add('.*', step.kind === 'name' ? `/${step.name}` : undefined);
      this.#hold(step, isOfRoot, this.#rows.length - 1);
      return;
    }
    this.#hold(step, isOfRoot, this.#rows.length);
    this.add(step.kind === 'name' ? named(step.name) : '.*');
  }

  #hold(step: Step, isOfRoot: boolean, at: number): void {
    if (step.kind === 'held') this.#ids[step.held] = at;
    else if (step.kind === 'pair') this.#ids.pair = at;
    else if (step.kind === 'any' && isOfRoot) this.#root ??= at;
    else if (step.kind === 'any' && this.#ids.conversation === undefined) this.#before.push(at);
  }

  finished(fixed: HeldIds): DocumentPath {
    const stars = { before: this.#before, ...(this.#root === undefined ? {} : { root: this.#root }) };
    return { rows: `$${this.#rows.join('')}`, ids: this.#ids, names: this.#names, fixed, stars };
  }
}

const invalid = (path: string, reason: string): RunError =>
  new RunError('EXPORT.SHAPE_INVALID', `sources.export.shape: ${path}: ${reason}`);

/**
 * The name in braces in a path or in the name of a file.
 * @throws RunError `EXPORT.SHAPE_INVALID` if it stands for no id
 */
export function heldOf(name: string, path: string): Held {
  const found = HELD.find((one) => one === name);
  if (found) return found;
  throw invalid(path, `{${name}} is none of ${HELD.map((one) => `{${one}}`).join(', ')}`);
}

const named = (name: string): string => (name.includes("'") ? `["${name}"]` : `['${name}']`);

/** True if a document with these names before it is one of the path. */
export const isAt = ({ names }: DocumentPath, keys: readonly string[]): boolean =>
  names.every((name, at) => name === undefined || `/${keys[at] ?? ''}`.endsWith(name));
