import type { ExportObject } from '../../files/export-rows.ts';

/** Levels of objects that have columns of their own; what is deeper is JSON in a column. */
const LEVELS_MAX = 6;
/** An object with more names in it is a map: its names are values. */
const NAMES_MAX = 100;
/** Fields of a collection; names that come after them are not taken. */
const FIELDS_MAX = 2_000;

/** Names that are ids, or marks of reactions, and no names of fields. */
const ID_NAME =
  /^(?:[0-9a-f]{24}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{1,20}|:.{1,60}:|\p{Extended_Pictographic}.{0,20})$/iu;

/** A place in the documents of a collection, and the kinds of values that stand there. */
export class FieldNode {
  /** Texts, numbers, yes and no; and nothing. */
  scalars = 0;
  /** Lists, and objects that are too deep to have columns. */
  lists = 0;
  objects = 0;
  /** By name; empty if the names are values. */
  readonly members = new Map<string, FieldNode>();
  /** The elements of lists, and what stands under the names of a map. */
  elements: FieldNode | undefined;
  /** True if its names are certainly values. */
  isMap = false;

  /** True if the names in it are values: then each is a row of a table. */
  get isOfKeys(): boolean {
    if (this.isMap) return true;
    if (this.members.size === 0) return false;
    for (const name of this.members.keys()) if (!ID_NAME.test(name)) return false;
    return true;
  }

  /** All values of a map as one. */
  get values(): FieldNode {
    if (this.isMap) return this.elements ?? new FieldNode();
    const all = new FieldNode();
    for (const member of this.members.values()) all.merge(member);
    return all;
  }

  /** Adds what stands at another place. */
  merge(other: FieldNode): void {
    this.scalars += other.scalars;
    this.lists += other.lists;
    this.objects += other.objects;
    this.isMap ||= other.isMap;
    if (other.elements) this.elementsNode().merge(other.elements);
    for (const [name, member] of other.members) {
      const own = this.members.get(name) ?? new FieldNode();
      own.merge(member);
      this.members.set(name, own);
    }
  }

  elementsNode(): FieldNode {
    this.elements ??= new FieldNode();
    return this.elements;
  }

  /** Takes its names as values from now on. */
  becomeMap(): void {
    const elements = this.elementsNode();
    for (const member of this.members.values()) elements.merge(member);
    this.members.clear();
    this.isMap = true;
  }
}

/** Finds out which fields the documents of a collection have: any document may have others than those before it. */
export class FieldTree {
  readonly root = new FieldNode();
  documents = 0;
  /** True if there were more fields than are taken. */
  isCut = false;
  #fields = 0;

  add(document: ExportObject): void {
    this.documents++;
    this.root.objects++;
    for (const name in document) {
      const member = this.#member(this.root, name);
      if (member) this.#add(member, document[name], 1);
    }
  }

  #add(node: FieldNode, value: unknown, level: number): void {
    if (typeof value !== 'object' || value === null) {
      // A list that is missing is no value in its place.
      if (value !== null && value !== undefined) node.scalars++;
    } else if (Array.isArray(value)) {
      node.lists++;
      if (level < LEVELS_MAX && value.length > 0) {
        const elements = node.elementsNode();
        for (const each of value) this.#add(elements, each, level + 1);
      }
    } else if (level >= LEVELS_MAX) node.lists++;
    else this.#object(node, value as ExportObject, level);
  }

  #object(node: FieldNode, value: ExportObject, level: number): void {
    node.objects++;
    for (const name in value) {
      if (!node.isMap && node.members.size >= NAMES_MAX && !node.members.has(name)) node.becomeMap();
      const member = node.isMap ? node.elementsNode() : this.#member(node, name);
      if (member) this.#add(member, value[name], level + 1);
    }
  }

  #member(node: FieldNode, name: string): FieldNode | undefined {
    const known = node.members.get(name);
    if (known) return known;
    if (this.#fields >= FIELDS_MAX) {
      this.isCut = true;
      return undefined;
    }
    this.#fields++;
    const member = new FieldNode();
    node.members.set(name, member);
    return member;
  }
}
