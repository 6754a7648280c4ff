import { fingerprint64 } from '../../keys/fingerprint64.ts';
import { type TimeEvidence, TimeFormCounter } from './time-evidence.ts';

const KEYS_MAX = 10_000;
/** A longer cell is no key. */
const KEY_CHARS = 200;

/** Fingerprints are below this. */
const ALL = 2 ** 53;

/**
 * The different values of a column in bounded memory, by fingerprint: all of them up to 10,000; of more, those whose
 * fingerprint is below a bound, which is halved whenever there are too many. Every set keeps by the same rule, so what two
 * of them share is known within some percent, however many values they have and in whatever order these came.
 */
export class ValueSet {
  /** Fingerprints, each with that of the value without case and blanks around, which decides if it is kept. */
  readonly #kept = new Map<number, number>();
  #folded: ReadonlySet<number> | undefined;
  #bound = ALL;
  #hasLong = false;

  add(cell: string): void {
    if (cell.length > KEY_CHARS) {
      this.#hasLong = true;
      return;
    }
    const key = keyOf(cell);
    if (this.#kept.has(key)) return;
    const plain = cell.trim().toLowerCase();
    this.#keep(key, plain === cell ? key : keyOf(plain));
  }

  addAll(other: ValueSet): void {
    this.#hasLong ||= other.#hasLong;
    if (other.#bound < this.#bound) this.#lower(other.#bound);
    for (const [key, folded] of other.#kept) this.#keep(key, folded);
  }

  #keep(key: number, folded: number): void {
    if (folded >= this.#bound) return;
    this.#folded = undefined;
    this.#kept.set(key, folded);
    while (this.#kept.size > KEYS_MAX) this.#lower(this.#bound / 2);
  }

  #lower(bound: number): void {
    this.#bound = bound;
    this.#folded = undefined;
    for (const [key, folded] of this.#kept) if (folded >= bound) this.#kept.delete(key);
  }

  get #foldedKeys(): ReadonlySet<number> {
    this.#folded ??= new Set(this.#kept.values());
    return this.#folded;
  }

  /** The number of values, without those of more than 200 characters; estimated if there are more than 10,000. */
  get size(): number {
    return Math.round(this.#kept.size * (ALL / this.#bound));
  }

  /** The standard error of `size` as a share of it; 0 if it is exact. */
  get error(): number {
    return this.#bound === ALL ? 0 : 1 / Math.sqrt(this.#kept.size);
  }

  /** True if some values differ only in case or blanks around. */
  get hasVariants(): boolean {
    return this.#foldedKeys.size < this.#kept.size;
  }

  /** True if a value was too long to be counted. */
  get hasLong(): boolean {
    return this.#hasLong;
  }

  /** True if it has every value that was added. */
  get isComplete(): boolean {
    return this.#bound === ALL && !this.#hasLong;
  }

  /**
   * Numbers of values of this set that `other` has too, of `size`; `folded`: without case and blanks around. Estimated
   * from what both keep.
   */
  sharedWith(other: ValueSet): { readonly exact: number; readonly folded: number } {
    const bound = Math.min(this.#bound, other.#bound);
    const counts = { compared: 0, exact: 0, folded: 0 };
    const others = other.#foldedKeys;
    for (const [key, folded] of this.#kept) {
      if (folded >= bound) continue;
      counts.compared += 1;
      if (other.#kept.has(key)) counts.exact += 1;
      if (others.has(folded)) counts.folded += 1;
    }
    const of = (count: number): number => (count === 0 ? 0 : (count * this.size) / counts.compared);
    return { exact: of(counts.exact), folded: of(counts.folded) };
  }
}

function keyOf(text: string): number {
  const { lo, hi } = fingerprint64(text);
  return (hi & 0x1fffff) * 2 ** 32 + lo;
}

/** Number of different values; `error` is the standard error as a share of the count, 0 if the count is exact. */
type DistinctEstimate = { readonly count: number; readonly error: number };

const EXACT_MAX = 2_048;
const HIGH_BITS = 21;
const INDEX_BITS = 12;
const REGISTERS = 1 << INDEX_BITS;

/**
 * Counts different texts in bounded memory: up to 2,048 exactly, by fingerprint; beyond that estimated by HyperLogLog
 * (Flajolet et al. 2007) with 4,096 registers (4 KB), standard error 1.6 %.
 */
export class DistinctCounter {
  /** Fingerprints of 53 bits; after them the registers, which a file with very many columns never needs. */
  #seen: Set<number> | undefined = new Set();
  #registers = new Uint8Array(0);

  add(text: string): void {
    const { lo, hi } = fingerprint64(text);
    const high = hi >>> (32 - HIGH_BITS);
    if (!this.#seen) this.#register(high, lo);
    else if (this.#seen.add(high * 2 ** 32 + lo).size > EXACT_MAX) {
      this.#registers = new Uint8Array(REGISTERS);
      for (const seen of this.#seen) this.#register(Math.floor(seen / 2 ** 32), seen % 2 ** 32);
      this.#seen = undefined;
    }
  }

  #register(high: number, lo: number): void {
    const index = high >>> (HIGH_BITS - INDEX_BITS);
    const rank = Math.clz32(lo) + 1;
    if (rank > (this.#registers[index] as number)) this.#registers[index] = rank;
  }

  get estimate(): DistinctEstimate {
    if (this.#seen) return { count: this.#seen.size, error: 0 };
    let sum = 0;
    let zeros = 0;
    for (const rank of this.#registers) {
      sum += 2 ** -rank;
      if (rank === 0) zeros += 1;
    }
    const raw = ((0.7213 / (1 + 1.079 / REGISTERS)) * REGISTERS ** 2) / sum;
    // For small counts, linear counting of the empty registers is more exact.
    const count = raw <= 2.5 * REGISTERS && zeros > 0 ? REGISTERS * Math.log(REGISTERS / zeros) : raw;
    return { count: Math.round(count), error: 1.04 / Math.sqrt(REGISTERS) };
  }
}

/** The most likely content of the cells of a column. */
export type ColumnType = 'id' | 'time' | 'integer' | 'boolean' | 'url' | 'json' | 'text' | 'empty';

/** A column, as judged from all its cells. */
export type InspectedColumn = {
  readonly name: string;
  readonly type: ColumnType;
  readonly filled: number;
  readonly empty: number;
  readonly distinct: DistinctEstimate;
  /** Characters of the shortest and of the longest filled cell. */
  readonly shortest: number;
  readonly longest: number;
  /** The first few different cells, at most 40 characters each. */
  readonly samples: readonly string[];
  /** Every value, if there are at most `LISTED_VALUES_MAX`. */
  readonly values?: readonly string[];
  readonly time?: TimeEvidence;
  /** For a column of times: how many are later, and how many earlier, than the one before. */
  readonly order?: { readonly rising: number; readonly falling: number };
  /** Filled cells of each look. */
  readonly looks: Readonly<Record<Look, number>>;
};

/** A look of a cell, besides its type: `legalId` is an id that the service takes as it is, `padded` has blanks around it. */
export type Look = keyof typeof looks;

const SAMPLES = 3;
const SAMPLE_CHARS = 40;
/** A column with more values has no list of them. */
export const LISTED_VALUES_MAX = 32;
const VALUE_CHARS = 40;
/** Longer cells cannot be ids, times or URLs that the service accepts. */
const FORM_CHARS = 3_000;

const forms = {
  integer: /^-?\d+$/,
  boolean: /^(?:true|false|yes|no)$/i,
  url: /^https?:\/\/\S+$/i,
  /** The beginning of an object or a list: `[b]` begins a text. */
  json: /^\s*\[[\s[]*(?:\{\s*["}]|[\]"]|-?\d+(?:\.\d+)?\s*[\],]|true|false|null)|^\s*\{\s*["}]/,
  id: /^[\w@.:#+/=-]{1,255}$/,
} as const;
type ValueForm = keyof typeof forms;

const looks = {
  legalId: /^[A-Za-z0-9_-]{1,100}$/,
  email: /^[^\s@,;<>]{1,64}@[^\s@,;<>]+\.[^\s@,;<>]{2,24}$/,
  html: /<\/?(?:p|br|div|span|b|i|u|a|em|strong|ul|ol|li|code|pre|blockquote|img|h[1-6])(?:\s[^<>]*)?\/?>|&(?:amp|lt|gt|quot|nbsp|#\d{2,5});/i,
  slack: /<@[UW][A-Z0-9]{4,}(?:\|[^<>]*)?>|<https?:\/\/[^|<>]+\|[^<>]+>|<!(?:here|channel|everyone)/,
  padded: /^\s|\s$/,
  clock: /^\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?$/i,
  path: /^(?!https?:)[^\s<>]{0,200}[^\s<>/]\.[a-z0-9]{2,5}$/i,
} as const;
const lookNames = Object.keys(looks) as Look[];
/** Texts are looked at up to here. */
const LOOK_CHARS = 1_000;

const TIME_NAME =
  /(?:^|[_.-])(?:ts|t|time|timestamp|date|since)$|(?:time|date|_?at|_on|seen|created|updated|joined|opened|sent)$|time|date/i;
const ID_NAME = /(?:^|[_.-])(?:id|uid|guid|muid|uuid|no|code|key)$|(?:Id|ID|_id)$/;

/** Counts the cells of one column, one after the other, in bounded memory. */
export class ColumnCounter {
  readonly name: string;
  readonly keys = new ValueSet();
  readonly #distinct = new DistinctCounter();
  readonly #times: TimeFormCounter;
  readonly #met: Record<ValueForm, number> = { integer: 0, boolean: 0, url: 0, json: 0, id: 0 };
  readonly #looks: Record<Look, number> = {
    legalId: 0,
    email: 0,
    html: 0,
    slack: 0,
    padded: 0,
    clock: 0,
    path: 0,
  };
  readonly #samples = new Set<string>();
  #values: Set<string> | undefined = new Set();
  #filled = 0;
  #shortest = 0;
  #longest = 0;

  readonly #isTime: boolean;

  /**
   * @param before epoch seconds; times before it are counted
   * @param isTime true if the column is called a time in another language than English
   */
  constructor(name: string, before?: number, isTime = false) {
    this.name = name;
    this.#isTime = isTime || TIME_NAME.test(name);
    this.#times = new TimeFormCounter(before);
  }

  add(cell: string): void {
    this.#filled += 1;
    this.#distinct.add(cell);
    this.keys.add(cell);
    this.#measure(cell);
    if (this.#samples.size < SAMPLES) this.#samples.add(cell.slice(0, SAMPLE_CHARS));
    if (this.#values && !this.#values.has(cell)) {
      this.#values.add(cell);
      if (this.#values.size > LISTED_VALUES_MAX || cell.length > VALUE_CHARS) this.#values = undefined;
    }
    for (const look of lookNames)
      if (looks[look].test(cell.length > LOOK_CHARS ? cell.slice(0, LOOK_CHARS) : cell))
        this.#looks[look] += 1;
    if (cell.length > FORM_CHARS) {
      if (forms.json.test(cell.slice(0, LOOK_CHARS))) this.#met.json += 1;
      return;
    }
    if (cell.length < 40) this.#times.add(cell);
    if (forms.id.test(cell)) {
      this.#met.id += 1;
      if (forms.integer.test(cell)) this.#met.integer += 1;
      else if (forms.boolean.test(cell)) this.#met.boolean += 1;
    }
    if (cell.charCodeAt(0) === 0x68 && forms.url.test(cell)) this.#met.url += 1;
    else if (forms.json.test(cell) && /[\]}]/.test(cell.trimEnd().slice(-1))) this.#met.json += 1;
  }

  /** @param rows number of rows, with or without this column */
  finished(rows: number): InspectedColumn {
    const estimate = this.#distinct.estimate;
    const distinct = { ...estimate, count: Math.min(estimate.count, this.#filled) };
    const time = this.#time();
    return {
      name: this.name,
      type: this.#type(distinct, time),
      filled: this.#filled,
      empty: rows - this.#filled,
      distinct,
      shortest: this.#shortest,
      longest: this.#longest,
      samples: [...this.#samples],
      ...(this.#values && this.#filled > 0 ? { values: [...this.#values] } : {}),
      ...(time ? { time, order: this.#times.order } : {}),
      looks: { ...this.#looks },
    };
  }

  /** Digits may be a time or an id: they count as a time only if the name of the column says so. */
  #time(): TimeEvidence | undefined {
    const time = this.#times.evidence;
    if (time === undefined || time.time === 'iso' || /[dM]/.test(time.time)) return time;
    return this.#isTime ? time : undefined;
  }

  #type(distinct: DistinctEstimate, time: TimeEvidence | undefined): ColumnType {
    const all = (form: ValueForm): boolean => this.#met[form] === this.#filled;
    if (this.#filled === 0) return 'empty';
    if (time) return 'time';
    if (all('boolean')) return 'boolean';
    if (all('url')) return 'url';
    if (all('json')) return 'json';
    const named = ID_NAME.test(this.name);
    const unique = distinct.count > this.#filled * 0.95 && !all('integer');
    const hash = this.#shortest === this.#longest && this.#longest >= 12;
    if (all('id') && (named || unique || hash)) return 'id';
    return all('integer') ? 'integer' : 'text';
  }

  #measure(cell: string): void {
    const units = cell.length;
    if (this.#filled > 1 && units >= this.#shortest * 2 && units <= this.#longest) return;
    const chars = /[\ud800-\udbff]/.test(cell) ? [...cell].length : units;
    if (this.#filled === 1 || chars < this.#shortest) this.#shortest = chars;
    if (chars > this.#longest) this.#longest = chars;
  }
}

/** A cell with every letter and digit replaced, which shows its form but not its content. */
export function masked(cell: string): string {
  return cell
    .replaceAll(/\p{Lu}/gu, 'X')
    .replaceAll(/[\p{L}\p{M}]/gu, 'x')
    .replaceAll(/\p{N}/gu, '9');
}
