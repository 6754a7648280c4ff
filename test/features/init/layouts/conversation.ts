import { pick, type Random } from '../../../support/random.ts';
import type { Language } from './words.ts';

/** Somebody with all that a system may know them by. */
export type Person = {
  readonly name: string;
  readonly mail: string;
  readonly login: string;
  readonly number: string;
  readonly uuid: string;
  readonly code: string;
  readonly department: number;
};

type Scope = 'admin' | 'moderator' | 'participant';

/** A room with all that a system may know it by. */
export type Room = {
  readonly name: string;
  readonly number: string;
  readonly uuid: string;
  readonly code: string;
  readonly word: string;
  readonly type: 'public' | 'private';
  /** By their places in the list of people. */
  readonly owner: number;
  readonly members: ReadonlyMap<number, Scope>;
};

/** What somebody wrote; people and rooms by their places in the lists. */
export type Message = {
  readonly from: number;
  readonly to: { readonly room: number } | { readonly person: number };
  /** Epoch seconds. */
  readonly at: number;
  /** As people read it; each text ends in a number of its own, but for those that stand twice. */
  readonly text: string;
  readonly isDeleted: boolean;
  /** Somebody came or went: nobody wrote it. */
  readonly isNotice: boolean;
};

/** A chat system's content, of which every layout is a way to write it down. */
export type Conversation = {
  readonly people: readonly Person[];
  readonly rooms: readonly Room[];
  /** In the order in which they were written. */
  readonly messages: readonly Message[];
};

/** What is in a conversation besides plain messages in rooms. */
export type Contents = {
  readonly hasDirect: boolean;
  readonly hasDeleted: boolean;
  readonly hasNotices: boolean;
  /** Two people with one name. */
  readonly hasNamesakes: boolean;
  /** Messages that stand twice: same person, room, time and text. */
  readonly hasTwins: boolean;
  /** No day after the twelfth. */
  readonly isEarlyDays: boolean;
  /** Seconds that the layout can write: 1, or 60. */
  readonly stepS: number;
};

const below = (random: Random, end: number): number => Math.floor(random() * end);
const FROM = Date.UTC(2024, 1, 1) / 1_000;
const DAY_S = 86_400;

export function conversationOf(random: Random, language: Language, contents: Contents): Conversation {
  const people = peopleOf(random, language, contents);
  const rooms = roomsOf(random, language, people.length);
  return { people, rooms, messages: messagesOf(random, language, contents, { people, rooms }) };
}

function peopleOf(random: Random, { first, last }: Language, { hasNamesakes }: Contents): Person[] {
  const count = 6 + below(random, 8);
  const [firsts, lasts] = [shuffled(random, first.split(' ')), shuffled(random, last.split(' '))];
  const start = pick(random, [1, 1, 100, 4711]);
  const numbers = shuffled(random, [...Array(count + 4).keys()]).slice(0, count);
  return numbers.map((number, at) => {
    const isNamesake = hasNamesakes && at === count - 1;
    const name = `${firsts[isNamesake ? 0 : at]} ${lasts[isNamesake ? 0 : at]}`;
    const login = `${latin(firsts[at] as string) || 'user'}${latin(lasts[at] as string).slice(0, 3)}${number + start}`;
    return {
      name,
      login: login.toLowerCase(),
      mail: `${login}@${pick(random, ['acme', 'acme', 'partner'])}.example`,
      number: String(number + start),
      uuid: uuidOf(random),
      code: `U${String(number + start).padStart(4, '0')}`,
      department: 1 + below(random, 4),
    };
  });
}

function roomsOf(random: Random, { rooms }: Language, people: number): Room[] {
  const names = shuffled(random, rooms.split(', ')).slice(0, 3 + below(random, 4));
  const start = pick(random, [1, 1, 10, 900]);
  return names.map((name, at) => {
    const present = shuffled(random, [...Array(people).keys()]).slice(0, 3 + below(random, people - 3));
    const scopes = present.map((person, nth): [number, Scope] => [
      person,
      nth === 0 ? 'admin' : random() < 0.1 ? 'moderator' : 'participant',
    ]);
    return {
      name,
      number: String(start + at),
      uuid: uuidOf(random),
      code: `R-${start + at}`,
      word: latin(name).toLowerCase() || `room${at + 1}`,
      // One of each kind at least, so that both words are in the data.
      type: at === 0 ? 'public' : at === 1 || random() < 0.6 ? 'private' : 'public',
      owner: present[0] as number,
      members: new Map(scopes),
    };
  });
}

function messagesOf(
  random: Random,
  { texts, kinds }: Language,
  contents: Contents,
  { people, rooms }: Pick<Conversation, 'people' | 'rooms'>,
): Message[] {
  const words = texts.split(', ');
  const count = 60 + below(random, 60);
  const days = contents.isEarlyDays ? 11 : 80;
  const times = [...Array(count)].map(() => {
    const day = below(random, days);
    const at = FROM + day * DAY_S + 9 * 3_600 + below(random, 6 * 3_600);
    return at - (at % contents.stepS);
  });
  const ordered = [...new Set(times)].sort((one, other) => one - other);
  return ordered.flatMap((at, nth): Message[] => {
    const room = nth < rooms.length ? nth : below(random, rooms.length);
    const present = [...(rooms[room] as Room).members.keys()];
    const from = pick(random, present);
    const plain = { from, to: { room }, at, isDeleted: false, isNotice: false };
    const text = `${pick(random, words)} (${nth})`;
    // The first of each room stays as it is, so that every room has a message.
    if (nth < rooms.length) return [{ ...plain, text }];
    if (contents.hasNotices && random() < 0.08)
      return [{ ...plain, text: `${pick(random, kinds.slice(1))} (${nth})`, isNotice: true }];
    if (contents.hasDeleted && random() < 0.1) return [{ ...plain, text, isDeleted: true }];
    if (contents.hasDirect && random() < 0.3) {
      const person = pick(
        random,
        people.map((_, place) => place).filter((place) => place !== from),
      );
      return [{ ...plain, to: { person }, text }];
    }
    if (contents.hasTwins && random() < 0.04) return [plain, plain].map((each) => ({ ...each, text: 'ok' }));
    return [{ ...plain, text }];
  });
}

/** The same values in another order. */
export function shuffled<T>(random: Random, values: readonly T[]): T[] {
  return values
    .map((value) => [random(), value] as const)
    .sort(([one], [other]) => one - other)
    .map(([, value]) => value);
}

function uuidOf(random: Random): string {
  const hex = [...Array(32)].map(() => below(random, 16).toString(16)).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The Latin letters and digits of a text, without accents. */
const latin = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^A-Za-z0-9]/g, '');
