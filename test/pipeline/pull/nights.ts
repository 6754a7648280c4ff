import { pulledIn } from '../../../src/pipeline/pull/pull-origin.ts';
import { Disk } from '../../simulation/disk.ts';
import { type End, Life } from '../../simulation/life.ts';
import { pick, type Random, seeded } from '../../support/random.ts';
import { OldSystem } from './old-system.ts';
import { DAY, PullPlaceHere, START } from './place.ts';

/** What a message was, one after the other: its text, or undefined while it is deleted. */
type History = {
  readonly id: string;
  readonly of: string;
  readonly time: number;
  readonly states: { readonly change: number; readonly text: string | undefined }[];
};

/** An old system in which people write, edit, delete, come and go, also while it is read; it remembers what was when. */
class Town {
  readonly old = new OldSystem();
  readonly messages = new Map<string, History>();
  /** Counts changes. */
  change = 0;
  now = START;
  fullAt = 0;
  /** The messages of the last night, with their conversations. */
  read: ReadonlyMap<string, string> = new Map();
  readonly #random: Random;
  #made = 0;

  constructor(random: Random) {
    this.#random = random;
    for (let at = 0; at < 4; at++) this.#comeConversation();
  }

  /** Something that people do. */
  act(): void {
    this.change++;
    const random = this.#random;
    const [id] = this.old.conversations.size === 0 ? [] : [pick(random, [...this.old.conversations.keys()])];
    const choice = random();
    if (id === undefined || choice < 0.06) this.#comeConversation();
    else if (choice < 0.5) this.#write(id, this.now);
    else if (choice < 0.64) this.#edit(id);
    else if (choice < 0.78) this.#delete(id);
    // An old system without any is taken for the wrong one.
    else if (choice < 0.8 && this.old.conversations.size > 1) this.#leaveConversation(id);
    else if (choice < 0.88) this.#moveMember(id);
    else if (choice < 0.94) this.old.users.set(pick(random, PEOPLE), `name ${this.change}`);
    else if (this.old.users.size > 1) this.old.users.delete(pick(random, PEOPLE));
  }

  #comeConversation(): void {
    const id = `c${this.#made++}`;
    const members = PEOPLE.filter(() => this.#random() < 0.5);
    this.old.addConversation(id, members, 0, this.now);
    const count = Math.floor(this.#random() * 12);
    for (let at = 0; at < count; at++) this.#write(id, this.now - Math.floor(this.#random() * 30 * DAY));
  }

  #write(of: string, time: number): void {
    const message = {
      id: `m${this.#made++}`,
      time,
      sender: pick(this.#random, PEOPLE),
      text: `text ${this.change}`,
    };
    this.old.write(of, message);
    this.messages.set(message.id, {
      id: message.id,
      of,
      time,
      states: [{ change: this.change, text: message.text }],
    });
  }

  #edit(of: string): void {
    const conversation = this.old.conversation(of);
    if (conversation.messages.length === 0) return;
    const { id } = pick(this.#random, conversation.messages);
    const text = `edited ${this.change}`;
    conversation.messages = conversation.messages.map((each) => (each.id === id ? { ...each, text } : each));
    this.messages.get(id)?.states.push({ change: this.change, text });
  }

  #delete(of: string): void {
    const conversation = this.old.conversation(of);
    if (conversation.messages.length === 0) return;
    const { id } = pick(this.#random, conversation.messages);
    conversation.messages = conversation.messages.filter((each) => each.id !== id);
    this.messages.get(id)?.states.push({ change: this.change, text: undefined });
  }

  #leaveConversation(id: string): void {
    for (const { id: message } of this.old.conversation(id).messages)
      this.messages.get(message)?.states.push({ change: this.change, text: undefined });
    this.old.conversations.delete(id);
  }

  #moveMember(id: string): void {
    const conversation = this.old.conversation(id);
    const who = pick(this.#random, PEOPLE);
    conversation.members = conversation.members.includes(who)
      ? conversation.members.filter((each) => each !== who)
      : [...conversation.members, who];
    conversation.version++;
  }
}

const chance = (random: Random, share: number): boolean => random() < share;

const PEOPLE = ['ann', 'ben', 'cid', 'dan', 'eve', 'fay', 'gil'];

/** What differs from what a nightly pull promises; empty if nothing does. */
export async function liveNights(seed: number, nights: number): Promise<readonly string[]> {
  const random = seeded(seed);
  const town = new Town(random);
  const trouble: string[] = [];
  using place = new PullPlaceHere();
  for (let night = 0; night < nights; night++) {
    town.now += DAY * pick(random, [1, 1, 1, 1, 3, 9]);
    for (let acts = Math.floor(random() * 25); acts > 0; acts--) town.act();
    place.now = town.now;
    const begin = town.change;
    await pullInLives(town, place, random);
    trouble.push(...differences(town, place, begin).map((each) => `night ${night}: ${each}`));
    if (trouble.length > 0) break;
  }
  return trouble;
}

/** Pulls in processes that are ended, until one is not; people go on meanwhile. */
async function pullInLives(town: Town, place: PullPlaceHere, random: Random): Promise<void> {
  for (let tries = 0; ; tries++) {
    const at = tries < 4 && chance(random, 0.6) ? 1 + Math.floor(random() * 300) : 0;
    const end: End = { kind: chance(random, 0.5) ? 'kill' : 'power', at };
    const life = new Life(end);
    const disk = new Disk(life, random);
    town.old.onRequest = () => {
      if (chance(random, 0.02)) {
        town.now += 1_000;
        town.act();
      }
      if (!life.isAlive) return new Promise(() => {});
      try {
        life.point();
        return;
      } catch {
        return new Promise(() => {});
      }
    };
    const work = place.pull(town.old, 'again', disk.files);
    work.catch(() => {});
    const outcome = await Promise.race([work, life.death.promise]);
    life.die();
    disk.afterKill(end.kind === 'power');
    town.old.onRequest = () => {};
    if (outcome !== 'killed') return;
    const { files } = new Disk(new Life(undefined), random);
    if ((await pulledIn(place.prepared, files))?.until === place.now) return;
  }
}

type Members = Readonly<Record<string, unknown>>;

/** Compares the records with what was there while they were read. */
function differences(town: Town, place: PullPlaceHere, begin: number): readonly string[] {
  const trouble: string[] = [];
  const rowsOf = (list: string): readonly { readonly of?: string; readonly row: Members }[] =>
    place.rows(list) as readonly { readonly of?: string; readonly row: Members }[];
  const isQuiet = town.change === begin;
  const isFull = place.now - town.fullAt >= 30 * DAY;
  if (isFull) town.fullAt = place.now;
  const known = new Map<string, string>();
  for (const { of, row } of rowsOf('messages')) {
    const id = String(row['id']);
    if (known.has(id)) trouble.push(`${id} is there twice`);
    known.set(id, String(row['text']));
    const history = town.messages.get(id);
    if (history?.of !== of) trouble.push(`${id} is in ${of}`);
    if (!history?.states.some(({ text }) => text === row['text']))
      trouble.push(`${id} never was ${row['text']}`);
  }
  const gone = new Set(rowsOf('gone').map(({ row }) => String(row['id'])));
  for (const id of gone) {
    if (known.has(id)) trouble.push(`${id} is gone and there`);
    if (!isPossible(town.messages.get(id), undefined, begin)) trouble.push(`${id} is said to be gone`);
  }
  const conversations = new Set(rowsOf('conversations').map(({ row }) => String(row['id'])));
  for (const history of town.messages.values()) {
    const { id, of, time } = history;
    if (time > place.now || !conversations.has(of)) continue;
    const isThere = known.has(id);
    const isSeen = isFull || time >= place.now - 7 * DAY;
    if (isSeen && !isPossible(history, known.get(id), begin))
      trouble.push(
        `${id} of ${of} is ${known.get(id)}, and should be ${JSON.stringify(history.states.at(-1))}`,
      );
    if (!isThere && !isPossible(history, undefined, begin)) trouble.push(`${id} of ${of} is lost`);
  }
  for (const [id, of] of town.read) {
    const { time = 0 } = town.messages.get(id) ?? {};
    const isSeen = conversations.has(of) && time >= place.now - 7 * DAY;
    if (isSeen && !known.has(id) && !gone.has(id)) trouble.push(`${id} of ${of} went without a word`);
  }
  town.read = new Map(Array.from(known.keys(), (id) => [id, town.messages.get(id)?.of ?? '']));
  if (isQuiet) trouble.push(...exactly(town.old, rowsOf));
  return trouble;
}

/** True if it was so at any moment since a change. */
function isPossible(history: History | undefined, text: string | undefined, begin: number): boolean {
  if (!history) return false;
  const before = history.states.findLast(({ change }) => change <= begin);
  const states = [...(before ? [before] : []), ...history.states.filter(({ change }) => change > begin)];
  const first = history.states[0];
  return states.some((state) => state.text === text) || (text === undefined && (first?.change ?? 0) > begin);
}

/** What is always as it is: people, conversations, and who is in them. */
function exactly(
  old: OldSystem,
  rowsOf: (list: string) => readonly { readonly of?: string; readonly row: Members }[],
): readonly string[] {
  const trouble: string[] = [];
  const same = (what: string, found: readonly string[], wanted: readonly string[]): void => {
    const [a, b] = [[...found].sort().join(), [...wanted].sort().join()];
    if (a !== b) trouble.push(`${what}: ${a} in place of ${b}`);
  };
  const authors = new Set(rowsOf('messages').map(({ row }) => String(row['sender'])));
  same(
    'users',
    rowsOf('users').map(({ row }) => `${row['id']} ${row['name']}`),
    [
      ...Array.from(old.users, ([id, name]) => `${id} ${name}`),
      ...[...authors].filter((id) => !old.users.has(id)).map((id) => `${id} late ${id}`),
    ],
  );
  same(
    'conversations',
    rowsOf('conversations').map(({ row }) => String(row['id'])),
    [...old.conversations.keys()],
  );
  same(
    'members',
    rowsOf('members').map(({ of, row }) => `${of} ${row['user']}`),
    Array.from(old.conversations.values(), ({ id, members }) => members.map((who) => `${id} ${who}`)).flat(),
  );
  return trouble;
}
