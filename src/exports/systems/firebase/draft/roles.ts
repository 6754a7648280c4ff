import { ValueSet } from '../../../../input/columns/column.ts';
import { type Place, shareIn, type TreeField } from './places.ts';
import type { TreeNames } from './tree.ts';
import { calledBy, isCalledMessages, isCalledUsers, isHarmlessMark, rankOf } from './words.ts';

/** Most of the values: the others may be of those who are gone. */
const MOST = 0.8;
/** More ids than these are not tried one by one. */
const TRIED_MAX = 2_000;
const SIGNS = ['_', '-', ':', '|', '+', ',', '~', '@', '.', '__', '--', ' '] as const;

/** The fields of a place that may be messages; a part that is not clear is absent. */
export type MessageFields = {
  readonly text: TreeField | undefined;
  readonly sender: TreeField | undefined;
  readonly receiver: TreeField | undefined;
  readonly time: TreeField | undefined;
  /** True if the keys tell when they were made. */
  readonly isDatedByKey: boolean;
};

/** A place of users, and where their ids are. */
export type UsersPlace = {
  readonly place: Place;
  readonly id: TreeField | undefined;
  readonly ids: ValueSet;
};

const ofTexts = ({ plain }: TreeField): boolean => plain !== undefined && plain.texts > plain.looked / 2;
const isAddress = ({ plain }: TreeField): boolean =>
  plain !== undefined && plain.addresses > plain.looked / 2;
/** True if values are small numbers, which are equal to those of anything that is counted. */
const isSmall = ({ plain }: TreeField): boolean => plain !== undefined && plain.small > 0;

/** The fields of messages, by their values and then by their names. */
export function messageFields(place: Place, users: UsersPlace | undefined): MessageFields {
  const fields = place.fields.filter(({ name }) => !/^last|^userinfo/i.test(name));
  const keys = place.ids.at(-1) as TreeNames;
  const linked = fields.filter((field) => users !== undefined && refersTo(field, users.ids));
  const of = linked.length > 0 ? linked : fields.filter((field) => ofTexts(field) || field.plain?.small);
  const called = of.filter(({ name }) => rankOf('receiver', name) === undefined);
  const sender =
    calledBy('sender', called) ?? (linked.length > 0 && called.length === 1 ? called[0] : undefined);
  const receiver = calledBy('receiver', of);
  const times = fields.filter(
    ({ isTime, name }) => isTime && !/read|seen|edit|update|deliver|delete|modif/i.test(name),
  );
  const isOther = (field: TreeField): boolean =>
    field === sender || field === receiver || field.isTime || isAddress(field) || linked.includes(field);
  const texts = fields.filter((field) => ofTexts(field) && !isOther(field));
  const spoken = texts.filter(isSpoken);
  return {
    text: calledBy('text', texts) ?? (spoken.length === 1 ? spoken[0] : undefined),
    sender,
    receiver,
    time: calledBy('time', times) ?? (times.length === 1 ? times[0] : undefined),
    isDatedByKey: keys.count > 0 && keys.pushKeys > keys.count * MOST,
  };
}

/** True if most values of a field are ids of some. */
const refersTo = (field: TreeField, ids: ValueSet): boolean =>
  !field.isTime &&
  (!isSmall(field) || /user|sender|from|to|author|uid/i.test(field.name)) &&
  shareIn(field.values, ids) >= MOST;

/** The places that may be messages: those that have a text, an author and a time first, then those that are called so. */
export function messagePlaces(all: readonly Place[], users: UsersPlace | undefined): readonly Place[] {
  const found = all.flatMap((place) => {
    const { text, sender, time, isDatedByKey } = messageFields(place, users);
    const isWhole = time !== undefined || isDatedByKey;
    const isCalled = isCalledMessages(place);
    if (place === users?.place || !text || !sender || !(isWhole || isCalled)) return [];
    return [{ place, isWhole, isCalled }];
  });
  const called = found.filter(({ isCalled }) => isCalled);
  const some = called.length > 0 ? called : found;
  const whole = some.filter(({ isWhole }) => isWhole);
  return (whole.length > 0 ? whole : some).map(({ place }) => place).sort((a, b) => b.count - a.count);
}

/** The users: a place that is called so, or whose ids others refer to. */
export function usersPlace(all: readonly Place[]): UsersPlace | undefined {
  const single = all.filter(({ ids, fields }) => ids.length === 1 && fields.length > 0);
  const found = single.filter(
    (place) =>
      isCalledUsers(place) && (calledBy('userName', place.fields) || calledBy('avatar', place.fields)),
  );
  const [place] = found.map((each) => withIds(each, all)).sort((a, b) => b.used - a.used);
  if (place) return place.users;
  // Where no name tells, it is the only place to whose ids what has words and times refers.
  const talks = all.filter(({ fields }) => fields.some(({ isTime }) => isTime) && fields.some(isSpoken));
  const meant = single.filter(({ ids: [own], isList }) =>
    talks.some(({ fields }) => own && !isList && fields.some((field) => refersTo(field, own.all))),
  );
  const [only, ...others] = meant;
  return only && others.length === 0
    ? { place: only, id: undefined, ids: (only.ids[0] as TreeNames).all }
    : undefined;
}

const isSpoken = ({ plain }: TreeField): boolean =>
  plain !== undefined && plain.spoken >= plain.looked * 0.2 && plain.spoken > 0;

/** A place of users with that of its fields, or of its keys, which others refer to. */
function withIds(place: Place, all: readonly Place[]): { readonly users: UsersPlace; readonly used: number } {
  const others = all.filter((each) => each !== place);
  const usesOf = (ids: ValueSet): number =>
    others.reduce((sum, { fields, count }) => {
      const isUsed = fields.some(
        (field) => rankOf('sender', field.name) !== undefined && refersTo(field, ids),
      );
      return sum + (isUsed ? count : 0);
    }, 0);
  const keys = (place.ids[0] as TreeNames).all;
  const own = place.fields.filter(({ name, values, filled, plain }) => {
    const isUnique =
      plain !== undefined && values.size >= Math.min(filled, 1_000) * 0.99 && filled >= place.count * MOST;
    return isUnique && ['id', 'sender', 'userName'].some((role) => rankOf(role as 'id', name) !== undefined);
  });
  const byKey = place.isList ? 0 : usesOf(keys);
  const fields = own
    .map((field) => ({ field, used: usesOf(field.values) }))
    .sort(
      (a, b) => b.used - a.used || (rankOf('id', a.field.name) ?? 99) - (rankOf('id', b.field.name) ?? 99),
    );
  const [best] = fields;
  if (best && (place.isList || (byKey === 0 && best.used > 0)))
    return { users: { place, id: best.field, ids: best.field.values }, used: best.used };
  return { users: { place, id: undefined, ids: keys }, used: byKey };
}

/** The conversation that the path of messages is of. */
export type PathRole =
  /** An id of each conversation, or none: then it is a field. */
  | { readonly kind: 'conversation'; readonly names: TreeNames; readonly isList: boolean }
  | { readonly kind: 'none' }
  /** Two names that are ids of users, or one that is made of two, with a sign between. */
  | { readonly kind: 'peers' }
  | { readonly kind: 'pair'; readonly between: string }
  /** Ids of users, one of each. */
  | { readonly kind: 'user'; readonly names: TreeNames }
  | { readonly kind: 'unclear' };

/**
 * Finds out what the names stand for that lead to messages.
 * @param known the ids of all people; absent if they are not kept
 */
export function pathRole(
  { ids, steps }: Place,
  people: ValueSet,
  known: ReadonlySet<string> | undefined,
): PathRole {
  const outer = ids.slice(0, -1);
  const [first, second, ...more] = outer;
  if (!first) return { kind: 'none' };
  const arePeople = (names: TreeNames): boolean => names.count > 0 && shareIn(names.all, people) >= MOST;
  if (second && more.length === 0 && arePeople(first) && arePeople(second)) return { kind: 'peers' };
  if (second) return { kind: 'unclear' };
  const isList = steps.some((step) => 'names' in step && step.names === first && step.isList);
  if (isList) return { kind: 'conversation', names: first, isList };
  const between = signBetween(first, people, known);
  if (between !== undefined) return { kind: 'pair', between };
  return arePeople(first) ? { kind: 'user', names: first } : { kind: 'conversation', names: first, isList };
}

/** Finds what stands between the ids of two users in nearly all of some names; undefined if they are made of something else. */
function signBetween(
  names: TreeNames,
  people: ValueSet,
  known: ReadonlySet<string> | undefined,
): string | undefined {
  const some = [...names.first];
  const found = [...SIGNS, ''].map((sign) => ({ sign, share: pairsShare(some, sign, people, known) }));
  const [best] = found.sort((a, b) => b.share - a.share);
  return best && best.share >= MOST ? best.sign : undefined;
}

function pairsShare(
  names: readonly string[],
  sign: string,
  people: ValueSet,
  known: ReadonlySet<string> | undefined,
): number {
  if (names.length === 0) return 0;
  if (known && known.size <= TRIED_MAX)
    return names.filter((name) => isOfTwo(name, sign, known)).length / names.length;
  // Of many users only the ends of names are compared.
  const halves = new ValueSet();
  let split = 0;
  for (const name of names) {
    const at = sign === '' ? name.length / 2 : name.indexOf(sign);
    if (at <= 0 || !Number.isInteger(at) || (sign !== '' && name.indexOf(sign, at + 1) >= 0)) continue;
    split++;
    halves.add(name.slice(0, at));
    halves.add(name.slice(at + sign.length));
  }
  return (split / names.length) * shareIn(halves, people);
}

function isOfTwo(name: string, sign: string, known: ReadonlySet<string>): boolean {
  for (let at = 1; at < name.length - sign.length; at++)
    if (name.startsWith(sign, at) && known.has(name.slice(0, at)) && known.has(name.slice(at + sign.length)))
      return true;
  return false;
}

/** The fields that mark some of the documents, for a reason that their names do not tell. */
export const unknownMarks = (
  fields: readonly TreeField[],
  taken: ReadonlySet<string>,
): readonly TreeField[] =>
  fields.filter(
    ({ name, plain }) =>
      plain !== undefined &&
      plain.flags > 0 &&
      plain.flags === plain.filled &&
      !taken.has(name) &&
      !isHarmlessMark(name),
  );
