import { UserNames, type UserNamesDeps } from '../../../delivery/sending/user-names.ts';
import { entities } from '../../../input/entities/entities.ts';
import type { Data, EntityName, TimeRule } from '../../../input/entities/entity.ts';
import { NEVER } from '../../../input/entities/rights.ts';
import { writtenJson } from '../../../input/json/parse-json.ts';
import {
  mentionedIn,
  mentionStanding,
  messageText,
  withWords,
  wordsFor,
} from '../../../input/rows/markup/mentions.ts';
import { fingerprint64 } from '../../../keys/fingerprint64.ts';
import { isRecord } from '../../../service/transport/transport.ts';
import { ownRow, type SentMembers, sentPart } from './sent-members.ts';

/**
 * The compared values of a row, in the same form for both sides: empty members are absent, members that the service adds
 * by itself are left out, and defaults that it fills in are filled in.
 */
export type RowForm = {
  /** Values that must be equal. */
  readonly exact: ReadonlyMap<string, unknown>;
  /** Times with rules of their own, in the order of `timesOf`. */
  readonly times: readonly (number | undefined)[];
};

/** Which values of one entity are compared. */
export type FormRules = {
  readonly entity: EntityName;
  /** Fields that the pipeline's route carries. */
  readonly carries: ReadonlySet<string>;
  /**
   * True if a reply to a message is written live: then it is a reply in the service, too, and has the time of its call. Absent
   * if none is.
   */
  readonly isLive?: (parentMuid: string) => boolean;
  /** Rows were written by syncs: updates have no times, and within one second the order is that of writing. */
  readonly sync: boolean;
  /** The outcome of mentions in messages; absent for other entities. */
  readonly mentions?: ExpectedMentions;
};

/** Fields with ids, which the service lower-cases. */
const IDS = new Set(['role', 'owner', 'sender', 'receiver']);

/** The times of an entity that have their own comparison rule. */
export function timesOf({ entity, carries, sync }: FormRules): readonly TimeRule[] {
  const { times } = entities[entity].compared;
  return times.filter(({ field, rule }) => carries.has(field) && !(sync && rule === 'notEarlier'));
}

/**
 * The form of a valid row of the source.
 * @param unsaid fields of which the row says nothing
 */
export function sourceForm(data: Data, comparison: FormRules, unsaid: ReadonlySet<string>): RowForm {
  return withMentions(formOf(data, comparison, unsaid), data, comparison, undefined);
}

/**
 * The form of a row of the service.
 * @param sent what the row of the source has to say: the rest is no part of the form
 */
export function targetForm(row: Data, comparison: FormRules, sent: SentMembers): RowForm {
  const { mentions = {} } = isRecord(row['data']) ? row['data'] : {};
  const own = formOf(sentPart(comparison.entity, row, sent), comparison, sent.unsaid);
  const form = withMentions(own, row, comparison, mentions);
  const deletedAt = comparison.entity === 'messages' ? row['deletedAt'] : undefined;
  // A deleted message is emptied, so `deletedAt` always makes it differ.
  return isFilled(deletedAt)
    ? { exact: new Map([...form.exact, ['deletedAt', Number(deletedAt)]]), times: form.times }
    : form;
}

/**
 * Adds whom a text mentions, and compares the words for those who are not in the service as their mentions.
 * @param shown what the service shows of the mentioned users; undefined for a row of the source
 */
function withMentions(form: RowForm, row: Data, { mentions }: FormRules, shown: unknown): RowForm {
  const text = messageText(row);
  if (!mentions || mentionedIn(text).length === 0 || !form.exact.has('text')) return form;
  const { users, words } = mentions.of(text as string);
  const found =
    shown === undefined ? users : users.filter((uid) => isRecord(shown) && Object.hasOwn(shown, uid));
  return {
    ...form,
    exact: new Map([
      ...form.exact,
      ['text', words],
      ...(found.length > 0 ? [['mentions', [...found].sort()] as const] : []),
    ]),
  };
}

function formOf(whole: Data, comparison: FormRules, unsaid: ReadonlySet<string>): RowForm {
  const { entity, carries, isLive, sync } = comparison;
  const row = ownRow(entity, whole);
  const { exact: fields, defaults } = entities[entity].compared;
  const exact = new Map<string, unknown>();
  const { parentMuid } = row;
  const isReply =
    isLive !== undefined &&
    (typeof parentMuid === 'string' ? isLive(parentMuid) : isFilled(parentMuid ?? row['parentId']));
  if (isReply) exact.set('isReply', true);
  for (const field of fields) {
    if (!carries.has(field) || unsaid.has(field) || (isReply && field === 'sentAt')) continue;
    const value = comparable(field, row[field] ?? defaults[field], sync);
    if (value !== undefined) exact.set(field, value);
  }
  // The scope of a banned member has no meaning.
  if (exact.get('isBanned') === true) exact.delete('scope');
  if (entity === 'messages' && carries.has('data')) addContent(row['data'], exact);
  const times = timesOf(comparison).map(({ field }) => (isReply ? undefined : secondsOf(row[field])));
  return { exact, times };
}

function comparable(field: string, value: unknown, sync: boolean): unknown {
  if (!isFilled(value)) return undefined;
  if (field === 'isBanned') return value === true || value === 1;
  if (field === 'deactivatedAt') return value === NEVER ? undefined : sync ? true : secondsOf(value);
  if (field === 'sentAt') return secondsOf(value);
  // Tags are a set: order and repetition have no meaning.
  if (field === 'tags' && Array.isArray(value)) return [...new Set(value.map(String))].sort();
  if (IDS.has(field) && typeof value === 'string') return value.toLowerCase();
  return plain(value);
}

/** A message's data, member by member. */
function addContent(data: unknown, exact: Map<string, unknown>): void {
  if (!isRecord(data)) return;
  for (const [name, value] of Object.entries(data)) {
    if (!isFilled(value)) continue;
    const own = name === 'text' || name === 'metadata' || name === 'attachments';
    exact.set(own ? name : `data.${name}`, name === 'attachments' ? attachments(value) : plain(value));
  }
}

/** Converts the sizes of attachments to numbers: services write them as numbers or as digits in a string. */
function attachments(value: unknown): unknown {
  if (!Array.isArray(value)) return plain(value);
  return value.map((one) => {
    if (!isRecord(one)) return plain(one);
    const { size } = one;
    const digits = typeof size === 'string' && /^\d{1,15}$/.test(size);
    return plain(digits ? { ...one, size: Number(size) } : one);
  });
}

/** The value after writing it as JSON and reading it back, with all digits of its whole numbers. */
function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? writtenJson(JSON.stringify(value)) : value;
}

/** True if a value says anything: empty text, lists and objects are as good as absent. */
export function isFilled(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

function secondsOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : undefined;
}

/** A fingerprint of the values that must be equal, as a safe integer. */
export function formFingerprint({ exact }: RowForm): number {
  const text = [...exact.keys()]
    .sort()
    .map((field) => `${JSON.stringify(field)}:${stable(exact.get(field))}`)
    .join();
  return keyHash(text);
}

/** 53 bits of a text's fingerprint, as a safe integer. */
function keyHash(text: string): number {
  const { lo, hi } = fingerprint64(text);
  return hi * 0x20_0000 + (lo >>> 11);
}

/** JSON with the members of objects sorted by name. */
export function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${stable(value[name])}`);
  return `{${members.join()}}`;
}

/** So many users can be mentioned in one message; of more, the service may leave out some. */
const USERS_MAX = 10;

/** Mentions in a text as the service must have them. */
type MentionsOfText = {
  /** The users that it must show as mentioned. */
  readonly users: readonly string[];
  /** The text with words in place of the other mentions. */
  readonly words: string;
};

/**
 * Outcome of the mentions in messages: users who have landed are mentioned. Nobody knows whether the service has the
 * others, so words and markup count as the same.
 */
export class ExpectedMentions implements Disposable {
  readonly #deps: UserNamesDeps;
  readonly #names: UserNames;
  /** The words for those who have a row, and it was rejected: few, and nobody else needs a name. */
  readonly #words = new Map<string, string>();

  constructor(deps: UserNamesDeps) {
    this.#deps = deps;
    this.#names = new UserNames(deps);
  }

  /** Looks up what `of` needs for a message. */
  async prepare(message: Data): Promise<void> {
    for (const uid of mentionedIn(messageText(message))) {
      if (this.#words.has(uid) || mentionStanding(uid, this.#known) !== 'nobody') continue;
      const name = await this.#names.of(uid);
      if (name !== undefined) this.#words.set(uid, wordsFor(uid, name));
    }
  }

  of(text: string): MentionsOfText {
    const mentioned = mentionedIn(text);
    const users = mentioned.slice(0, USERS_MAX).filter((uid) => this.#hasLanded(uid));
    const others = mentioned.filter((uid) => !this.#hasLanded(uid));
    const words = new Map(others.map((uid) => [uid, this.#words.get(uid) ?? wordsFor(uid, undefined)]));
    return { users, words: withWords(text, words) };
  }

  get #known(): Parameters<typeof mentionStanding>[1] {
    return { keys: this.#deps.keys, closed: this.#deps.plan.closed };
  }

  #hasLanded(uid: string): boolean {
    return mentionStanding(uid, this.#known) === 'landed';
  }

  [Symbol.dispose](): void {
    this.#names[Symbol.dispose]();
  }
}
