import type { OriginRow } from '../../../origin/origin.ts';
import { digestOfUid, type Forgotten } from '../../forgotten.ts';

/** Leaves people who were forgotten out of a record; undefined if nothing of it stays. */
export type Redact = (record: OriginRow) => OriginRow | undefined;

/** True for the id of a person who was forgotten. */
type IsTheirs = (text: string) => boolean;

/** Lists in which the bare ids of people stay: which conversation one is follows from who is in it. */
const LISTING: ReadonlySet<string> = new Set(['conversations', 'members']);
/** Members of a record that say whose it is. */
const BY: ReadonlySet<string> = new Set(['author', 'sender', 'sender_id', 'user', 'user_id', 'receiver']);
/** Members that people write: an equal text there names nobody. */
const TEXTS =
  /^(?:text|message|body|html|data|attributes|title|subject|description|type|status|role|(?:nick|friendly_?|custom_?)?name|custom_?type|statusMessage)$/i;
/** Members with words of the system. */
const WORDS = /^(?:(?:channel_)?role|role_sid|scope|state|type)$/;
/** A message in the record of a conversation, such as the last one. */
const MESSAGE = /message/i;
const ID_CHARS_MAX = 255;
const KNOWN_MAX = 100_000;

/**
 * Leaves people who were forgotten out of records of the API of an old system: what is about them and what they wrote goes, and
 * other records lose what names them. Runs leave out the rows of an id that stays in the list of members of a conversation.
 */
export function withoutPeople({ digests, names = [], salt }: Forgotten): Redact {
  const theirs = new Set([...digests, ...names]);
  const known = new Map<string, boolean>();
  const isTheirs: IsTheirs = (text) => {
    if (text.length > ID_CHARS_MAX) return false;
    let is = known.get(text);
    if (is === undefined) {
      is = theirs.has(digestOfUid(text, salt));
      if (known.size < KNOWN_MAX) known.set(text, is);
    }
    return is;
  };
  return (record) => {
    const { list, row } = record;
    if (LISTING.has(list)) {
      if (!isNamedIn(row, isTheirs)) return record;
      const isMember = list === 'members' && isOf(row, isTheirs);
      return { ...record, row: isMember ? reduced(row, isTheirs) : walked(row, isTheirs, true) };
    }
    const isGone = list === 'messages' ? isBy(row, isTheirs) : isOf(row, isTheirs);
    return isGone ? undefined : { ...record, row: walked(row, isTheirs, false) };
  };
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True if a member itself is the id of a person. */
const isPerson = (members: Members, isTheirs: IsTheirs): boolean =>
  Object.entries(members).some(
    ([key, value]) => typeof value === 'string' && !TEXTS.test(key) && isTheirs(value),
  );

/** True for what a person wrote. */
const isBy = (members: Members, isTheirs: IsTheirs): boolean =>
  Object.entries(members).some(
    ([key, value]) =>
      BY.has(key) &&
      (isMembers(value) ? isPerson(value, isTheirs) : typeof value === 'string' && isTheirs(value)),
  );

/** True if a person is named anywhere in a value. */
const isNamedIn = (value: unknown, isTheirs: IsTheirs): boolean =>
  typeof value === 'string'
    ? isTheirs(value)
    : typeof value === 'object' &&
      value !== null &&
      Object.entries(value).some(([key, each]) => isTheirs(key) || isNamedIn(each, isTheirs));

const isOf = (members: Members, isTheirs: IsTheirs): boolean =>
  isPerson(members, isTheirs) || isBy(members, isTheirs);

/** The part of a person, or of a message, that stays in a list of conversations or members: the id, and what is no text of people. */
function reduced(members: Members, isTheirs: IsTheirs): Members {
  const left = Object.entries(members).flatMap(([key, value]): [string, unknown][] => {
    if (typeof value === 'string') {
      return WORDS.test(key) || (isTheirs(value) && !TEXTS.test(key)) ? [[key, value]] : [];
    }
    if (isMembers(value)) return isPerson(value, isTheirs) ? [[key, reduced(value, isTheirs)]] : [];
    return Array.isArray(value) ? [] : [[key, value]];
  });
  return Object.fromEntries(left);
}

/**
 * A record of others without what names a person.
 * @param listing bare ids stay in it
 */
function walked(members: Members, isTheirs: IsTheirs, listing: boolean): Members {
  const left = Object.entries(members).flatMap(([key, value]): [string, unknown][] => {
    if (isTheirs(key)) return [];
    if (typeof value === 'string') {
      return !listing && !TEXTS.test(key) && isTheirs(value) ? [] : [[key, value]];
    }
    if (Array.isArray(value)) return [[key, walkedList(value, isTheirs, listing)]];
    if (!isMembers(value)) return [[key, value]];
    if (listing && (MESSAGE.test(key) || isOf(value, isTheirs))) return [[key, reduced(value, isTheirs)]];
    return isOf(value, isTheirs) ? [] : [[key, walked(value, isTheirs, listing)]];
  });
  return Object.fromEntries(left);
}

function walkedList(list: readonly unknown[], isTheirs: IsTheirs, listing: boolean): readonly unknown[] {
  return list.flatMap((value): readonly unknown[] => {
    if (typeof value === 'string') return !listing && isTheirs(value) ? [] : [value];
    if (Array.isArray(value)) return [walkedList(value, isTheirs, listing)];
    if (!isMembers(value)) return [value];
    if (!isOf(value, isTheirs)) return [walked(value, isTheirs, listing)];
    return listing ? [reduced(value, isTheirs)] : [];
  });
}
