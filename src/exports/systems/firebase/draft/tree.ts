import { ValueSet } from '../../../../input/columns/column.ts';
import { instant } from '../../../files/values.ts';

/** Further different values of a field are only counted. */
const VALUES_MAX = 1_000;
const LOOKED_MAX = 20_000;
const LOOKED_STEP = 16;
const WORDS_MAX = 12;
const WORD_CHARS = 40;
const NAMES_MAX = 2_000;
/** An object with more members is one of documents, if they are objects. */
const MEMBERS_MAX = 24;
/** So many names tell that a program has made them. */
const MADE_MIN = 3;

/** The times of chats. */
const [EARLIEST, LATEST] = [Date.UTC(2004, 0, 1), Date.UTC(2040, 0, 1)];
const SPOKEN = /\S\s+\S|[\u0e00-\u0eff]{8}|[\u3040-\u9fff]{4}/;
const ADDRESS = /^(?:https?|gs):\/\/\S+$/i;

/** An e-mail, or several, with commas for the dots that keys of the Realtime Database cannot have. */
const COMMA_MAIL = /@[^.,@]+,[^.]/;
const withoutCommas = (text: string): string =>
  COMMA_MAIL.test(text) && !text.includes('.') ? text.replaceAll(',', '.') : text;

/** The values at one place of a tree, in bounded memory. */
export class TreeValues {
  filled = 0;
  /** Values that are true or false. */
  flags = 0;
  /** Those of which the following are counted: of very many some. */
  looked = 0;
  texts = 0;
  /** Those with several words. */
  spoken = 0;
  addresses = 0;
  times = 0;
  /** Numbers that count something. */
  small = 0;
  readonly values = new ValueSet();
  /** The values of a field that has a few; undefined if it has many. */
  words: Map<string, number> | undefined = new Map();

  add(value: unknown): void {
    if (value === null || value === '') return;
    const text = String(value);
    this.filled++;
    if (typeof value === 'boolean') this.flags++;
    if (text.length > WORD_CHARS) this.words = undefined;
    this.#count(text, 1);
    if (this.looked > LOOKED_MAX && this.filled % LOOKED_STEP !== 0) return;
    this.looked++;
    if (typeof value === 'number' && Math.abs(value) < 1e6) this.small++;
    const time = typeof value === 'boolean' || text.length > WORD_CHARS ? undefined : instant(value);
    if (time !== undefined && time > EARLIEST && time < LATEST) this.times++;
    if (typeof value === 'string') {
      this.texts++;
      if (SPOKEN.test(text.slice(0, 200))) this.spoken++;
      if (ADDRESS.test(text.slice(0, 200))) this.addresses++;
    }
    if (typeof value !== 'boolean' && this.values.size < VALUES_MAX) this.values.add(withoutCommas(text));
  }

  merge(other: TreeValues): void {
    for (const name of [
      'filled',
      'flags',
      'looked',
      'texts',
      'spoken',
      'addresses',
      'times',
      'small',
    ] as const)
      this[name] += other[name];
    if (this.values.size < VALUES_MAX) this.values.addAll(other.values);
    if (!other.words) this.words = undefined;
    for (const [word, count] of other.words ?? []) this.#count(word, count);
  }

  #count(word: string, count: number): void {
    if (!this.words) return;
    this.words.set(word, (this.words.get(word) ?? 0) + count);
    if (word.length > WORD_CHARS || this.words.size > WORDS_MAX) this.words = undefined;
  }
}

/** Names that the database or a program makes: push keys, UUIDs, hashes, numbers, ids of an auth service. */
const MADE = /^(?:-[\w-]{15,}|\d{4,}|[0-9a-f]{8}-[0-9a-f-]{27}|(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{18,})$/i;
const PUSH = /^-[\w-]{19}$/;

/** The names in an object of documents. */
export class TreeNames {
  readonly all = new ValueSet();
  /** The first ones. */
  readonly first = new Set<string>();
  pushKeys = 0;
  /** Those that are e-mails with commas for dots. */
  dotted = 0;
  count = 0;

  /** @param name undefined for an element of a list, which has none */
  add(name: string | undefined): void {
    this.count++;
    if (name === undefined) return;
    const meant = withoutCommas(name);
    this.all.add(meant);
    if (meant !== name) this.dotted++;
    if (PUSH.test(name)) this.pushKeys++;
    if (this.first.size < NAMES_MAX) this.first.add(meant);
  }

  merge(other: TreeNames): void {
    this.all.addAll(other.all);
    this.count += other.count;
    this.pushKeys += other.pushKeys;
    this.dotted += other.dotted;
    for (const name of other.first) if (this.first.size < NAMES_MAX) this.first.add(name);
  }
}

/** Words that collections are called by, and by which nobody calls a document. */
const COLLECTION =
  /^(?:\w*(?:messages?|msgs?|chats?|users?|rooms?|members?|participants?|threads?|conversations?|channels?|groups?|posts?|people|profiles?|accounts?|contacts?|friends|replies|comments|notifications|inbox|dms?)|meta(?:data)?|info|details|settings|status|presence|tokens|typing)$/i;

/** A place in a tree, with everything that stands there; what stands under the ids of documents is one place. */
export class TreeNode {
  readonly children = new Map<string, TreeNode>();
  values: TreeValues | undefined;
  /** Objects and lists that stand there. */
  count = 0;
  /** Set if it is an object of documents, or a list: its only child is then any of them. */
  names: TreeNames | undefined;
  isList = false;
  /** True if the exporter says that it is a collection of documents. */
  isCollection = false;

  /** Any document of those that it has. */
  get each(): TreeNode | undefined {
    return this.names && this.children.get('');
  }

  /** @param budget how many further places may be told apart */
  child(name: string, isElement: boolean, budget: { left: number }): TreeNode {
    if (isElement && !this.names) this.collapse();
    if (isElement) this.isList = true;
    const known = this.names ? this.children.get('') : this.children.get(name);
    if (known) return known;
    if (!this.names && this.#isWide(budget)) {
      this.collapse();
      return this.child(name, isElement, budget);
    }
    budget.left--;
    const made = new TreeNode();
    this.children.set(this.names ? '' : name, made);
    return made;
  }

  /** True if it is certainly an object of documents, so that it takes no more room. */
  #isWide(budget: { readonly left: number }): boolean {
    const { size } = this.children;
    if (size !== MADE_MIN && size < MEMBERS_MAX && budget.left > 0) return false;
    const all = [...this.children];
    if (size === 0 || all.some(([, { values }]) => values)) return false;
    return size >= MEMBERS_MAX || budget.left <= 0 || all.every(([name]) => MADE.test(name));
  }

  /** Makes one place of all documents. */
  collapse(): void {
    const names = new TreeNames();
    const all = [...this.children];
    this.children.clear();
    this.names = names;
    const [, ...others] = all;
    for (const [name] of all) names.add(name);
    const [first] = all;
    if (!first) return;
    this.children.set('', first[1]);
    for (const [, node] of others) first[1].merge(node);
  }

  merge(other: TreeNode): void {
    this.count += other.count;
    this.isCollection ||= other.isCollection;
    this.isList ||= other.isList;
    if (other.values && this.values) this.values.merge(other.values);
    else this.values ??= other.values;
    if (this.names && !other.names) other.collapse();
    if (other.names && !this.names) this.collapse();
    if (this.names && other.names) this.names.merge(other.names);
    for (const [name, node] of other.children) {
      const known = this.children.get(name);
      if (known) known.merge(node);
      else this.children.set(name, node);
    }
  }
}

/** Finds out which objects are objects of documents, from the root on, and makes one place of these. */
export function settle(root: TreeNode): void {
  settleByForm(root, '', 0);
  const ids = [...root.children.values()].flatMap(({ names, isList }) => (names && !isList ? names.all : []));
  for (const child of root.children.values()) settleByIds(child, ids);
}

function settleByForm(node: TreeNode, name: string, depth: number): void {
  if (!node.names && isOfDocuments(node, name, depth)) node.collapse();
  for (const [each, child] of node.children) settleByForm(child, each, depth + 1);
}

/** An object whose names are all ids of one collection is one of documents, too. */
function settleByIds(node: TreeNode, ids: readonly ValueSet[]): void {
  if (!node.names && node.children.size > 0) {
    const own = new ValueSet();
    for (const name of node.children.keys()) own.add(withoutCommas(name));
    if (ids.some((all) => own.sharedWith(all).exact >= own.size)) node.collapse();
  }
  for (const child of node.children.values()) settleByIds(child, ids);
}

const share = (count: number, of: number): number => (of === 0 ? 0 : count / of);

/** True if an object has documents under their ids, and not fields or collections under their names. */
function isOfDocuments(node: TreeNode, name: string, depth: number): boolean {
  if (node.names) return true;
  const all = [...node.children];
  if (all.length === 0) return false;
  const isMade = share(all.filter(([each]) => MADE.test(each)).length, all.length) > 0.5;
  if (all.every(([, child]) => child.values && child.children.size === 0)) return isMade || areMarks(all);
  if (all.some(([, child]) => child.values)) return false;
  if (node.isCollection || isMade) return true;
  if (depth === 0 || all.some(([each]) => COLLECTION.test(each))) return false;
  if (depth === 1 || COLLECTION.test(name)) return true;
  return (
    all.every(([each, child]) => isOfDocuments(child, each, depth + 1)) ||
    areAlike(all.map(([, child]) => child))
  );
}

/** True if all values are only there to say that their names are. */
const areMarks = (all: readonly (readonly [string, TreeNode])[]): boolean =>
  all.every(
    ([, { values }]) => values?.words?.size === 1 && (values.words.has('true') || values.words.has('1')),
  );

/** True if at least two objects have the same members, but for a few. */
function areAlike(all: readonly TreeNode[]): boolean {
  const [first, second] = all.map(({ children }) => [...children.keys()]);
  if (!first || !second) return false;
  const shared = first.filter((name) => second.includes(name)).length;
  return shared > 0 && shared >= Math.max(first.length, second.length) / 2;
}
