import { RunError } from '../../../../errors/run-error.ts';
import type { ExportFiles } from '../../../files/export-files.ts';
import { type ExportObject, passJson } from '../../../files/export-rows.ts';
import { list } from '../../../files/values.ts';
import type { RecordPlace } from '../../../neutral.ts';
import type { DatabaseFile } from '../files.ts';
import { INNER } from '../paths.ts';
import { settle, TreeNode, TreeValues } from './tree.ts';

/** Reading of a tree, and how much of each file. */
type Reading = { readonly files: ExportFiles; readonly signal: AbortSignal; readonly bytesMax?: number };

const NODES_MAX = 20_000;
/** The most levels of something that is too long to be read at once. */
const LEVELS_MAX = 12;

/**
 * Reads the tree of some files in bounded memory: what is too long to be read at once in parts, level by level.
 * @throws RunError `SOURCE.*` if the only one cannot be read
 */
export async function treeOf(databases: readonly DatabaseFile[], reading: Reading): Promise<TreeNode> {
  const root = new TreeNode();
  const budget = { left: NODES_MAX };
  for (const database of databases) {
    const walk = new TreeWalk(database, root, budget, reading.bytesMax !== undefined);
    for (let level = 1; level <= LEVELS_MAX && walk.hasLevel(); level++)
      await walkLevel(walk, database, level, reading);
  }
  settle(root);
  return root;
}

async function walkLevel(
  walk: TreeWalk,
  { file }: DatabaseFile,
  level: number,
  { files, signal, bytesMax = Number.POSITIVE_INFINITY }: Reading,
): Promise<void> {
  const isEnough = ({ byte = 0 }: RecordPlace): boolean => byte > bytesMax;
  const row = ({ $keys, value }: ExportObject, place: RecordPlace): void => {
    if (isEnough(place)) throw new Enough();
    walk.add(list($keys).map(String), value);
  };
  const unreadable = (_bad: unknown, place: RecordPlace, { $keys }: ExportObject): void => {
    if (isEnough(place)) throw new Enough();
    walk.long(list($keys).map(String));
  };
  try {
    await passJson(file, { rows: `$${'.*'.repeat(level)}`, keyed: true, row, unreadable }, { files, signal });
  } catch (error) {
    // Of a file that is not read whole, what stands before a fault shows what it is.
    const isSome =
      error instanceof Enough || (error instanceof RunError && bytesMax < Number.POSITIVE_INFINITY);
    if (!isSome) throw error;
    if (error instanceof RunError) walk.cut();
  }
}

/** Ends the reading of a file of which only the beginning is looked at. */
class Enough extends Error {}

/** Adds the values of a file to a tree. */
class TreeWalk {
  readonly #inner: string | undefined;
  readonly #isFirefoo: boolean;
  readonly #budget: { left: number };
  readonly #from: TreeNode;
  /** Values that were too long on the level before, and on this one, by the names that lead there. */
  #outer: ReadonlySet<string> = new Set();
  #long = new Set(['']);
  /** Names that lead to what was read at once, of a file of which a fault may end the reading. */
  readonly #whole: Set<string> | undefined;
  #isCut = false;

  constructor(
    { container, firefoo }: DatabaseFile,
    root: TreeNode,
    budget: { left: number },
    isSome: boolean,
  ) {
    if (isSome) this.#whole = new Set();
    this.#inner = INNER[container];
    this.#isFirefoo = firefoo !== undefined;
    this.#budget = budget;
    let from = root;
    for (const [at, name] of (firefoo ?? []).entries()) {
      from = from.child(name, false, budget);
      from.isCollection = at % 2 === 0;
    }
    this.#from = from;
  }

  /** Goes on to the next level; false if nothing is left to read. */
  hasLevel(): boolean {
    this.#outer = this.#long;
    this.#long = new Set();
    return this.#outer.size > 0 || this.#isCut;
  }

  /** Notes that the file ends early: what it ends in is in parts of which the first ones are there. */
  cut(): void {
    this.#isCut = true;
  }

  add(keys: readonly string[], value: unknown): void {
    const node = this.#reached(keys);
    if (node) this.#whole?.add(keys.join('\0'));
    if (node) this.#fill(node, value, keys.at(-1) ?? '');
  }

  /** Notes what cannot be read at once: it is too long, or something in it is no JSON. */
  long(keys: readonly string[]): void {
    const node = this.#reached(keys);
    if (!node) return;
    node.count++;
    this.#long.add(keys.join('\0'));
  }

  /** The place of a value of this level; undefined if it was read with what it is in. */
  #reached(keys: readonly string[]): TreeNode | undefined {
    const isCut = this.#isCut && !keys.some((_, at) => this.#whole?.has(keys.slice(0, at).join('\0')));
    if (!isCut && !this.#outer.has(keys.slice(0, -1).join('\0'))) return undefined;
    if (this.#isFirefoo && keys[0] === 'meta') return undefined;
    let node = this.#from;
    for (const [at, key] of keys.entries()) {
      // Elements are numbered from 0.
      const isElement = /^\d+$/.test(key) && (node.isList || (key === '0' && node.children.size === 0));
      node = this.#childOf(node, { key, before: keys[at - 1], isElement }, at === keys.length - 1, at === 0);
    }
    return node;
  }

  /** The place of a member; what exporters put between is no step. */
  #childOf(
    node: TreeNode,
    {
      key,
      before,
      isElement,
    }: { readonly key: string; readonly before: string | undefined; readonly isElement: boolean },
    isNew: boolean,
    isFirst: boolean,
  ): TreeNode {
    if (key === this.#inner || (this.#isFirefoo && isFirst && key === 'data')) return node;
    const isCollection = before !== undefined && before === this.#inner;
    // A collection may be named by its whole path.
    const name = isCollection ? key.slice(key.lastIndexOf('/') + 1) : key;
    const child = node.child(name, isElement, this.#budget);
    if (isNew) node.names?.add(isElement ? undefined : name);
    if (isCollection) child.isCollection = true;
    return child;
  }

  #fill(node: TreeNode, value: unknown, key: string): void {
    if (typeof value !== 'object' || value === null) {
      node.values ??= new TreeValues();
      const isReference = typeof value === 'string' && REFERENCE.has(key);
      node.values.add(isReference ? value.slice(value.lastIndexOf('/') + 1) : value);
      return;
    }
    node.count++;
    const isElement = Array.isArray(value);
    for (const [name, each] of Object.entries(value))
      this.#fill(this.#childOf(node, { key: name, before: key, isElement }, true, false), each, name);
  }
}

/** Names under which exporters write a reference, as a path. */
const REFERENCE: ReadonlySet<string> = new Set(['value', '_value', '__ref__']);
