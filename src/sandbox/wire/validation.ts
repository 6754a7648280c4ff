import { type Details, invalid } from './api-error.ts';
import { isLongNumber } from './parse-json.ts';

/** A JSON object from a request, before its values are checked. */
export type Fields = Readonly<Record<string, unknown>>;

/** Limits of the service, in characters unless the name says bytes. */
export const LIMITS = {
  id: 100,
  name: 100,
  url: 3000,
  description: 255,
  password: 100,
  tags: 25,
  tag: 100,
  metadataBytes: 5 * 1024,
  dataBytes: 10 * 1024,
  muid: 1000,
  /** For one call that adds members, all lists together. */
  uidsAtOnce: 25,
  membersPerGroup: 100_000,
  groupsPerUser: 2000,
  /** For one user. */
  pinnedConversations: 5,
  messageJson: 65_536,
  /** Levels of objects within objects; not documented. The data file's own JSON functions allow 1,000. */
  nesting: 500,
  /** Distinct mentions of a sent message. */
  mentions: 10,
  /** Characters of a reaction; a longer one is refused, not cut. */
  reaction: 45,
  /** Distinct reactions of one message. */
  reactions: 25,
  /** A client's own description of itself; not documented. */
  userAgent: 1000,
  roles: 25,
  apiKeys: 25,
  authTokens: 100,
  webhooks: 25,
  webhookUrl: 255,
  /** Its id, its name and the name of its login. */
  webhookName: 50,
  friends: 1000,
} as const;

const ID = /^[A-Za-z0-9_-]{1,100}$/;

/** The id in lower case, as the service stores it. Undefined if it is not a valid id. */
export function normalId(value: unknown): string | undefined {
  // Check the charset first: some letters outside it have an ASCII lower-case form.
  return typeof value === 'string' && ID.test(value) ? value.toLowerCase() : undefined;
}

/** Whether a value is a JSON object (not null, not an array). */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLongNumber(value);
}

/** The members that are given: null and undefined are not. */
export const givenOf = (values: Fields): Fields =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

/** Whether a text has more than `max` code points. Cheap for short texts. */
function isLongerThan(text: string, max: number): boolean {
  return text.length > max && (text.length > max * 2 || [...text].length > max);
}

/** Whether objects and lists are nested more than `levels` deep. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeperThan(one, levels - 1));
}

function isUrl(text: string): boolean {
  return URL.canParse(text);
}

/** Reads the fields of one object and collects problems by field. */
export class FieldReader {
  readonly #fields: Fields;
  #problems: Map<string, string[]> | undefined;

  /** `fields` is the object to read. Unknown fields are ignored, and null counts as absent. */
  constructor(fields: Fields) {
    this.#fields = fields;
  }

  /** Records a problem of a field. */
  problem(field: string, text: string): void {
    this.#problems ??= new Map();
    const list = this.#problems.get(field);
    if (list) list.push(text);
    else this.#problems.set(field, [text]);
  }

  /** The unchanged value of a field. */
  value(field: string): unknown {
    return this.#fields[field];
  }

  /** Throws the collected problems, if any. `code` is the code of the refusal. */
  finish(code?: string): void {
    if (this.#problems) throw invalid(Object.fromEntries(this.#problems) as Details, code);
  }

  /** Whether the field is present and not null. */
  has(field: string): boolean {
    const value = this.#fields[field];
    return value !== undefined && value !== null;
  }

  /** A string of at most `max` characters; null when absent. */
  text(field: string, max: number): string | null {
    const value = this.#fields[field];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string') this.problem(field, `The ${field} must be a string.`);
    else if (!value.isWellFormed()) this.problem(field, `The ${field} is not valid Unicode.`);
    else if (isLongerThan(value, max)) {
      this.problem(field, `The ${field} may not be greater than ${max} characters.`);
    } else return value;
    return null;
  }

  /** A required string, not blank. If it is missing it is empty, and the problem is recorded. */
  requiredText(field: string, max: number): string {
    const value = this.text(field, max);
    if (value !== null && value.trim() !== '') return value;
    if (value !== null || !this.has(field)) this.problem(field, `The ${field} field is required.`);
    return '';
  }

  /** An id, lower-cased; null when absent. */
  id(field: string): string | null {
    const value = this.#fields[field];
    if (value === undefined || value === null) return null;
    const id = normalId(value);
    if (id === undefined) this.problem(field, `The ${field} format is invalid.`);
    return id ?? null;
  }

  /** A required id. If it is missing it is empty, and the problem is recorded. */
  requiredId(field: string): string {
    const value = this.id(field);
    if (value === null && !this.has(field)) this.problem(field, `The ${field} field is required.`);
    return value ?? '';
  }

  /** A URL; null when absent or empty. */
  url(field: string): string | null {
    const value = this.text(field, LIMITS.url);
    if (value === null || value === '') return null;
    if (!isUrl(value)) this.problem(field, `The ${field} format is invalid.`);
    return value;
  }

  /** Unix seconds of ten digits, as a number or a string of digits; null when absent. */
  seconds(field: string): number | null {
    const value = this.#fields[field];
    if (value === undefined || value === null) return null;
    const number = typeof value === 'string' && /^\d{10}$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isInteger(number) && number >= 1e9 && number < 1e10)
      return number;
    this.problem(field, `The ${field} must be a 10 digit UNIX timestamp.`);
    return null;
  }

  /** Required seconds. If they are missing they are 0, and the problem is recorded. */
  requiredSeconds(field: string): number {
    if (!this.has(field)) this.problem(field, `The ${field} field is required.`);
    return this.seconds(field) ?? 0;
  }

  /** An object as JSON text of at most `maxBytes`; null when absent. */
  object(field: string, maxBytes: number): string | null {
    const value = this.#fields[field];
    if (value === undefined || value === null) return null;
    // Many clients send an empty PHP-style array instead of an empty object.
    if (!isObject(value) && !(Array.isArray(value) && value.length === 0)) {
      this.problem(field, `The ${field} must be an object.`);
      return null;
    }
    if (!this.#isShallow(field, value)) return null;
    const json = JSON.stringify(isObject(value) ? value : {});
    if (json.length * 3 > maxBytes && Buffer.byteLength(json) > maxBytes) {
      this.problem(field, `The ${field} may not be greater than ${maxBytes} bytes.`);
    }
    return json;
  }

  /** Tags as JSON text; null when absent or empty. */
  tags(field = 'tags'): string | null {
    const value = this.#fields[field];
    if (value === undefined || value === null) return null;
    if (!Array.isArray(value) || !value.every((tag) => typeof tag === 'string')) {
      this.problem(field, `The ${field} must be an array of strings.`);
      return null;
    }
    if (value.length > LIMITS.tags)
      this.problem(field, `The ${field} may not have more than ${LIMITS.tags} items.`);
    if (value.some((tag) => !tag.isWellFormed() || isLongerThan(tag, LIMITS.tag))) {
      this.problem(field, `Each of the ${field} may not be greater than ${LIMITS.tag} characters.`);
    }
    return value.length === 0 ? null : JSON.stringify(value);
  }

  /** One of a few words; null when absent. */
  oneOf<const Word extends string>(field: string, words: readonly Word[]): Word | null {
    const value = this.#fields[field];
    if (value === undefined || value === null) return null;
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) this.problem(field, `The selected ${field} is invalid.`);
    return word ?? null;
  }

  /** Words out of a few, each once; empty when absent. */
  words<const Word extends string>(field: string, known: readonly Word[]): readonly Word[] {
    const value = this.#fields[field];
    if (value === undefined || value === null) return [];
    const found = Array.isArray(value) ? value.map((one) => known.find((word) => word === one)) : [undefined];
    if (found.includes(undefined)) this.problem(field, `The selected ${field} is invalid.`);
    return [...new Set(found.filter((word) => word !== undefined))];
  }

  /** A boolean; false when absent. */
  flag(field: string): boolean {
    const value = this.#fields[field];
    if (value === true || value === 1) return true;
    if (!(value === undefined || value === null || value === false || value === 0)) {
      this.problem(field, `The ${field} field must be true or false.`);
    }
    return false;
  }

  /** A list of ids, lower-cased, each kept once; empty when absent. */
  ids(field: string): readonly string[] {
    const value = this.#fields[field];
    if (value === undefined || value === null) return [];
    const ids = Array.isArray(value) ? value.map(normalId) : [undefined];
    if (ids.includes(undefined)) this.problem(field, `The ${field} must be an array of valid ids.`);
    return [...new Set(ids.filter((id) => id !== undefined))];
  }

  /** An object with fields of its own. Undefined when absent. */
  nested(field: string): Fields | undefined {
    const value = this.#fields[field];
    if (value === undefined || value === null) return undefined;
    if (!isObject(value)) this.problem(field, `The ${field} must be an object.`);
    else if (this.#isShallow(field, value)) return value;
    return undefined;
  }

  /** Whether a value can be written as JSON again, which is recursive. */
  #isShallow(field: string, value: unknown): boolean {
    if (!isDeeperThan(value, LIMITS.nesting)) return true;
    this.problem(field, `The ${field} may not be nested deeper than ${LIMITS.nesting} levels.`);
    return false;
  }
}
