import type { OriginRow } from '../../origin/origin.ts';
import { digestOfUid, type Forgotten, standInOf } from '../forgotten.ts';

/** Leaves people who were forgotten out of a record; undefined if nothing of it stays. */
export type Redact = (record: OriginRow) => OriginRow | undefined;

/** What stands for the id of a person who was forgotten; undefined for any other text. */
type StandIn = (text: string) => string | undefined;

/** Lists in which people stay as stand-ins, so that a conversation of two is no conversation of one. */
const LISTING: ReadonlySet<string> = new Set(['conversations', 'members']);
/** Members of a record that say whose it is. */
const BY: ReadonlySet<string> = new Set(['author', 'sender', 'sender_id', 'user', 'user_id', 'receiver']);
/** Members that people write: an equal text there names nobody. */
const TEXTS =
  /^(?:text|message|body|html|data|attributes|title|subject|description|type|status|role|(?:nick|friendly_?|custom_?)?name|custom_?type|statusMessage)$/i;
const ID_CHARS_MAX = 255;
const KNOWN_MAX = 100_000;

/**
 * Leaves people who were forgotten out of records of the API of an old system: what is about them and what they wrote goes, and
 * other records lose what names them.
 */
export function withoutPeople({ digests, names = [], salt }: Forgotten): Redact {
  const theirs = new Map([...digests, ...names].map((digest) => [digest, standInOf(digest)]));
  const known = new Map<string, string | undefined>();
  const standIn: StandIn = (text) => {
    if (text.length > ID_CHARS_MAX) return undefined;
    if (known.has(text)) return known.get(text);
    const found = theirs.get(digestOfUid(text, salt));
    if (known.size < KNOWN_MAX) known.set(text, found);
    return found;
  };
  return (record) => {
    const { list, row } = record;
    if (LISTING.has(list)) {
      const isTheirs = list === 'members' && isOf(row, standIn);
      return { ...record, row: isTheirs ? reduced(row, standIn) : walked(row, standIn, true) };
    }
    const isTheirs = list === 'messages' ? isBy(row, standIn) : isOf(row, standIn);
    return isTheirs ? undefined : { ...record, row: walked(row, standIn, false) };
  };
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True if a member itself is the id of a person. */
const isPerson = (members: Members, standIn: StandIn): boolean =>
  Object.entries(members).some(
    ([key, value]) => typeof value === 'string' && !TEXTS.test(key) && standIn(value) !== undefined,
  );

/** True for what a person wrote. */
const isBy = (members: Members, standIn: StandIn): boolean =>
  Object.entries(members).some(
    ([key, value]) =>
      BY.has(key) &&
      (isMembers(value)
        ? isPerson(value, standIn)
        : typeof value === 'string' && standIn(value) !== undefined),
  );

const isOf = (members: Members, standIn: StandIn): boolean =>
  isPerson(members, standIn) || isBy(members, standIn);

/** What of a person stays where people are listed: the stand-in, and what is no text. */
function reduced(members: Members, standIn: StandIn): Members {
  const left = Object.entries(members).flatMap(([key, value]): [string, unknown][] => {
    if (typeof value === 'string') {
      const instead = standIn(value);
      return instead === undefined || TEXTS.test(key) ? [] : [[key, instead]];
    }
    if (isMembers(value)) return isPerson(value, standIn) ? [[key, reduced(value, standIn)]] : [];
    return Array.isArray(value) ? [] : [[key, value]];
  });
  return Object.fromEntries(left);
}

/**
 * A record of others without what names a person.
 * @param listing stand-ins stay in it
 */
function walked(members: Members, standIn: StandIn, listing: boolean): Members {
  const left = Object.entries(members).flatMap(([key, value]): [string, unknown][] => {
    if (standIn(key) !== undefined) return [];
    if (typeof value === 'string') {
      const instead = TEXTS.test(key) ? undefined : standIn(value);
      return instead === undefined ? [[key, value]] : listing ? [[key, instead]] : [];
    }
    if (Array.isArray(value)) return [[key, walkedList(value, standIn, listing)]];
    if (!isMembers(value)) return [[key, value]];
    if (isPerson(value, standIn)) return listing ? [[key, reduced(value, standIn)]] : [];
    return isBy(value, standIn) ? [] : [[key, walked(value, standIn, listing)]];
  });
  return Object.fromEntries(left);
}

function walkedList(list: readonly unknown[], standIn: StandIn, listing: boolean): readonly unknown[] {
  return list.flatMap((value): readonly unknown[] => {
    if (typeof value === 'string') {
      const instead = standIn(value);
      return instead === undefined ? [value] : listing ? [instead] : [];
    }
    if (Array.isArray(value)) return [walkedList(value, standIn, listing)];
    if (!isMembers(value)) return [value];
    if (!isOf(value, standIn)) return [walked(value, standIn, listing)];
    return listing ? [reduced(value, standIn)] : [];
  });
}
