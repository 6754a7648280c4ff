import { openBytes } from '../../../../input/sources/bytes/bytes.ts';
import { keyIn, type Container as OpenContainer } from '../../../../input/sources/json/json-enclosing.ts';
import { JsonStructure } from '../../../../input/sources/json/json-structure.ts';
import type { ExportFiles } from '../../../files/export-files.ts';
import type { DatabaseFile } from '../files.ts';
import { INNER } from '../paths.ts';
import { settle, type TreeNames, TreeNode, TreeValues } from './tree.ts';

/** Reading of a tree: how much of it, and until when. */
type Reading = { readonly files: ExportFiles; readonly signal: AbortSignal; readonly bytesMax?: number };

const NODES_MAX = 20_000;

/**
 * Reads the tree of some files in one pass and in bounded memory, however long its documents are.
 * @throws RunError `SOURCE.*` if one of them is cut off or no JSON; not if only their beginnings are read
 */
export async function treeOf(
  databases: readonly DatabaseFile[],
  { files, signal, bytesMax }: Reading,
): Promise<TreeNode> {
  const root = new TreeNode();
  const budget = { left: NODES_MAX };
  for (const database of databases) {
    const bytes = await openBytes(database.file.path, undefined, files.system);
    const walk = new TreeWalk(database, root, budget);
    let read = 0;
    for await (const piece of bytes.read(bytes.start)) {
      signal.throwIfAborted();
      walk.push(piece);
      read += piece.length;
      if (bytesMax !== undefined && read >= bytesMax) break;
    }
    if (bytesMax === undefined) walk.end();
  }
  settle(root);
  return root;
}

/** No element has this number: the whole document is walked through, and none of its values is a row. */
const NOWHERE = [{ kind: 'index', index: -1 }] as const;

/** Adds the values of a file to a tree. */
class TreeWalk {
  readonly #structure: JsonStructure;
  readonly #inner: string | undefined;
  readonly #isFirefoo: boolean;
  readonly #budget: { left: number };
  /** The open objects and lists of the value before, each with its place, and the name that led on from it. */
  readonly #open: (OpenContainer | undefined)[] = [];
  readonly #names: string[] = [];
  readonly #nodes: TreeNode[];

  constructor({ file, container, firefoo }: DatabaseFile, root: TreeNode, budget: { left: number }) {
    this.#inner = INNER[container];
    this.#isFirefoo = firefoo !== undefined;
    this.#budget = budget;
    let from = root;
    for (const [at, name] of (firefoo ?? []).entries()) {
      from = from.child(name, false, budget);
      from.isCollection = at % 2 === 0;
    }
    this.#nodes = [from];
    this.#structure = new JsonStructure(
      file.path,
      NOWHERE,
      { wants: () => true, scalar: (json) => this.#value(JSON.parse(json)) },
      { byte: 0, line: 1 },
    );
  }

  push(piece: Buffer): void {
    this.#structure.window.push(piece);
    this.#structure.toNext(false);
  }

  end(): void {
    this.#structure.toNext(true);
  }

  #value(value: unknown): void {
    const { open } = this.#structure;
    for (const [at, container] of open.entries()) {
      const isNew = this.#open[at] !== container;
      const name = keyIn(container);
      if (isNew) {
        this.#open[at] = container;
        this.#open.length = at + 1;
        (this.#nodes[at] as TreeNode).count++;
      }
      if (!isNew && this.#names[at] === name && this.#open.length > at) continue;
      if (this.#isFirefoo && at === 0 && name === 'meta') return;
      this.#names[at] = name;
      this.#open.length = at + 1;
      this.#nodes[at + 1] = this.#childOf(this.#nodes[at] as TreeNode, container, at);
    }
    const node = this.#nodes[open.length];
    if (!node) return;
    node.values ??= new TreeValues();
    const isReference = typeof value === 'string' && REFERENCE.has(this.#names[open.length - 1] ?? '');
    node.values.add(isReference ? value.slice(value.lastIndexOf('/') + 1) : value);
  }

  /** The place of the value that an open object or list is at; what exporters put between is no step. */
  #childOf(node: TreeNode, container: OpenContainer, at: number): TreeNode {
    const name = keyIn(container);
    if (name === this.#inner || (this.#isFirefoo && at === 0 && name === 'data')) return node;
    const isCollection = at > 0 && this.#names[at - 1] === this.#inner && this.#inner !== undefined;
    const child = node.child(
      name.slice(isCollection ? name.lastIndexOf('/') + 1 : 0),
      container.isArray,
      this.#budget,
    );
    if (container.isArray) (node.names as TreeNames).count++;
    else node.names?.add(name);
    if (isCollection) child.isCollection = true;
    return child;
  }
}

/** Names under which exporters write a reference, as a path. */
const REFERENCE: ReadonlySet<string> = new Set(['value', '_value', '__ref__']);
