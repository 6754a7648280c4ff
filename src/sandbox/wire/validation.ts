import { type Details, invalid } from './api-error.ts';
import { isLongNumber } from './json-text.ts';

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

/** True if a value is a JSON object (not null, not an array). */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLongNumber(value);
}

/** The members that are given: null and undefined are not. */
export const givenOf = (values: Fields): Fields =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

/** True if objects and lists are nested more than `levels` deep. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeperThan(one, levels - 1));
}

/** The fields of one object, and the problems that are found in them. */
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

  /** Records a problem unless the field is present and not null. */
  mustHave(field: string): void {
    if (!this.has(field)) this.problem(field, `The ${field} field is required.`);
  }

  /** Throws the collected problems, if any. `code` is the code of the refusal. */
  finish(code?: string): void {
    if (this.#problems) throw invalid(Object.fromEntries(this.#problems) as Details, code);
  }

  /** True if the field is present and not null. */
  has(field: string): boolean {
    const value = this.#fields[field];
    return value !== undefined && value !== null;
  }
}
