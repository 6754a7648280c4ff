import type { Plan, Step } from '../../delivery/plan.ts';
import { type EntityName, entityNames, entityRecord } from '../../input/entities/entity.ts';
import { pipelineTime, timeFieldOf } from '../../input/rows/forms/time-window.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import { mentionedIn, messageText } from '../../input/rows/markup/mentions.ts';
import type { Row } from '../../input/rows/row.ts';
import { readRows } from '../../input/sources/read-rows.ts';
import type { ChosenRows } from '../../input/sources/rows-at.ts';
import { KeySet } from '../../keys/key-table.ts';
import { Bitmap } from '../../ledger/bitmap.ts';
import type { KnownRows } from './known-rows.ts';

/** Rules that rows are chosen by. */
export type RowChoiceRules = {
  readonly since?: string | undefined;
  /** The most rows of each entity; `Infinity`: no limit. */
  readonly limit: number;
  readonly conversation: NamedConversation | undefined;
  /** The users and groups that are there; undefined without a limit. */
  readonly known: KnownRows | undefined;
};

/** From the last entity to the first; bans after members, because the service makes a member of whomever it bans. */
const ORDER: readonly EntityName[] = entityNames
  .toReversed()
  .flatMap((name) => (name === 'members' ? [name, 'bans'] : name === 'bans' ? [] : [name]));

/**
 * Chooses rows of a plan, from the last entity to the first, so that what a chosen row refers to is chosen as well. With a
 * limit, a row is taken in file order if it keeps every entity within the limit; what is left of the limit is filled up in
 * file order. Memory: one bit for each row, and the keys of chosen users and groups, and of chosen
 * messages where rows are attached to messages.
 */
export class RowChoice {
  readonly #plan: Plan;
  readonly #rules: RowChoiceRules;
  readonly #from: number;
  readonly #signal: AbortSignal;
  /** By entity and file: the numbers of the chosen rows. */
  readonly #rows = entityRecord((): FileRows[] => []);
  readonly #counts = entityRecord(() => 0);
  /** The users and groups that are chosen, or that chosen rows need. */
  readonly #needed = { users: new KeySet(), groups: new KeySet() };
  /** The chosen messages, where rows are attached to them. */
  readonly #muids = new KeySet();
  /** Group and user of chosen messages. */
  readonly #pairs = new KeySet();
  /** Group and user of bans: of all, of those with a row of members, and of those whose row of members is chosen. */
  readonly #banned = { all: new KeySet(), members: new KeySet(), chosen: new KeySet() };

  constructor(plan: Plan, rules: RowChoiceRules, signal: AbortSignal) {
    this.#plan = plan;
    this.#rules = rules;
    this.#signal = signal;
    this.#from = (rules.since === undefined ? undefined : pipelineTime(rules.since)) ?? -Infinity;
  }

  /** Reads the rows, and chooses. */
  async make(): Promise<void> {
    const { steps } = this.#plan;
    const hasMessages = steps.some(({ entity }) => entity.name === 'messages');
    const attached: Step[] = [];
    const ordered = ORDER.flatMap((name) => steps.find(({ entity }) => entity.name === name) ?? []);
    for (const step of ordered) {
      if (step.entity.name === 'members') await this.#readBans();
      if (hasMessages && step.entity.goesWith === 'message') attached.push(step);
      else if (step.entity.name === 'messages') await this.#messages(step, attached);
      else await this.#others(step);
    }
  }

  async #readBans(): Promise<void> {
    for (const step of this.#plan.steps.filter(({ entity }) => entity.name === 'bans'))
      for await (const rows of factsOf(step, this.#signal))
        for (const { facts } of rows) if (facts) this.#banned.all.add(pairOf(facts));
  }

  /** Takes note of a row of members if its user is banned. */
  #note(what: 'members' | 'chosen', facts: RowFacts): void {
    if (this.#banned.all.has(pairOf(facts))) this.#banned[what].add(pairOf(facts));
  }

  /** Number of rows of an entity that are chosen. */
  count(entity: EntityName): number {
    return this.#counts[entity];
  }

  /** The rows of a file of an entity that are chosen. */
  rowsOf(entity: EntityName, file: number): ChosenRows {
    return this.#rows[entity][file] ?? new FileRows();
  }

  /** Messages, and then what is attached to those that are chosen. */
  async #messages(step: Step, attached: readonly Step[]): Promise<void> {
    const note = ({ muid, groups: [group], users: [sender] }: RowFacts): void => {
      if (attached.length > 0 && muid !== undefined) this.#muids.add([muid]);
      if (group !== undefined && sender !== undefined) this.#pairs.add([group, sender]);
    };
    await this.#takeFitting(step, (facts) => this.#wants('messages', facts), note);
    for (const each of attached) await this.#takeFitting(each, ({ muid = '' }) => this.#muids.has([muid]));
  }

  /** Takes those rows of a step that are asked for and fit, in file order. */
  async #takeFitting(
    step: Step,
    isAsked: (facts: RowFacts) => boolean,
    note?: (facts: RowFacts) => void,
  ): Promise<void> {
    const { name } = step.entity;
    for await (const rows of factsOf(step, this.#signal))
      for (const { row, facts } of rows) {
        if (this.#counts[name] >= this.#rules.limit) return;
        if (!facts) this.#unreadable(name, row);
        else if (isAsked(facts) && this.#fits(facts)) {
          this.#take(name, facts);
          note?.(facts);
        }
      }
  }

  /** Members, groups or users: those that chosen rows need, then those that need no other row to be chosen, then the rest. */
  async #others(step: Step): Promise<void> {
    const { name } = step.entity;
    const { limit } = this.#rules;
    const taken = new KeySet();
    const complete: RowFacts[] = [];
    const others: RowFacts[] = [];
    for await (const rows of factsOf(step, this.#signal))
      for (const { row, facts } of rows) {
        if (!facts) {
          this.#unreadable(name, row);
          continue;
        }
        if (name === 'members') this.#note('members', facts);
        if (this.#isNeeded(name, facts)) {
          // A row that repeats it is none of a few.
          if (limit === Infinity || this.#isFirst(name, facts, taken)) this.#take(name, facts);
        } else if (!this.#wants(name, facts)) continue;
        else if (limit === Infinity) this.#take(name, facts);
        else if (this.#refersToKnown(facts)) {
          const list = this.#adds(facts) === 0 ? complete : others;
          if (list.length < limit) list.push({ ...facts, row: { ...row, values: [] } });
        }
      }
    for (const facts of [...complete, ...others])
      if (this.#counts[name] < limit && this.#fits(facts)) this.#take(name, facts);
  }

  #isNeeded(name: EntityName, { users: [user], groups: [group] }: RowFacts): boolean {
    if (name === 'users') return user !== undefined && this.#needed.users.has([user]);
    if (group === undefined) return false;
    return name === 'groups'
      ? this.#needed.groups.has([group])
      : user !== undefined && this.#pairs.has([group, user]);
  }

  #isFirst(name: EntityName, facts: RowFacts, taken: KeySet): boolean {
    const [group, user] = pairOf(facts);
    return taken.add(name === 'users' ? [user] : name === 'groups' ? [group] : [group, user]);
  }

  /** True if the selection asks for a row by itself, whatever other rows need it. */
  #wants(name: EntityName, facts: RowFacts): boolean {
    const { users, groups, at } = facts;
    if (at !== undefined && at < this.#from) return false;
    // The ban would make the membership without what its row says.
    const pair = pairOf(facts);
    if (name === 'bans' && this.#banned.members.has(pair) && !this.#banned.chosen.has(pair)) return false;
    const { conversation } = this.#rules;
    if (!conversation) return true;
    const [user = '', receiver = ''] = users;
    const [group] = groups;
    if (name === 'messages') return isOf(conversation, user, group ?? receiver, group !== undefined);
    if (name === 'users') return conversation.pairs.some((pair) => pair.includes(user));
    return group !== undefined && conversation.groups.has(group);
  }

  /** A row that cannot be read is rejected by the run; it is none of a few rows, nor of a conversation. */
  #unreadable(name: EntityName, row: Row): void {
    const { limit, conversation } = this.#rules;
    if (limit === Infinity && !conversation && row.fault) this.#mark(name, row);
  }

  #refersToKnown({ users, groups, isWhole }: RowFacts): boolean {
    const { known } = this.#rules;
    if (!known) return true;
    return (
      isWhole && users.every((id) => known.has('users', id)) && groups.every((id) => known.has('groups', id))
    );
  }

  /** True if a row refers to rows that are there, and keeps users and groups within the limit. */
  #fits(facts: RowFacts): boolean {
    const { limit } = this.#rules;
    if (limit === Infinity) return true;
    if (!this.#refersToKnown(facts)) return false;
    const fits = (name: 'users' | 'groups', ids: readonly string[]): boolean =>
      this.#needed[name].size + this.#missing(name, ids).length <= limit;
    return fits('users', this.#usersOf(facts)) && fits('groups', facts.groups);
  }

  /** Number of users and groups that a row would add to the chosen ones. */
  #adds(facts: RowFacts): number {
    return this.#missing('users', this.#usersOf(facts)).length + this.#missing('groups', facts.groups).length;
  }

  #missing(name: 'users' | 'groups', ids: readonly string[]): string[] {
    return [...new Set(ids)].filter((id) => !this.#needed[name].has([id]));
  }

  /** The users that a row needs, with the owners of its groups, and those that a message mentions and that are there. */
  #usersOf({ users, groups, mentioned }: RowFacts): string[] {
    const { known } = this.#rules;
    const there = mentioned.filter((uid) => known?.has('users', uid) ?? true);
    return [...users, ...there, ...groups.flatMap((guid) => known?.ownerOf(guid) ?? [])];
  }

  #take(name: EntityName, facts: RowFacts): void {
    for (const id of this.#usersOf(facts)) this.#needed.users.add([id]);
    for (const id of facts.groups) this.#needed.groups.add([id]);
    if (name === 'members') this.#note('chosen', facts);
    this.#mark(name, facts.row);
  }

  #mark(name: EntityName, { file, row }: Row): void {
    const files = this.#rows[name];
    files[file] ??= new FileRows();
    files[file].add(row);
    this.#counts[name]++;
  }
}

const pairOf = ({ users: [user = ''], groups: [group = ''] }: RowFacts): [group: string, user: string] => [
  group,
  user,
];

/** Numbers of rows of a file. */
class FileRows extends Bitmap implements ChosenRows {
  last = 0;

  override add(row: number): void {
    super.add(row);
    this.last = Math.max(this.last, row);
  }
}

/** Facts that decide whether a row is chosen; ids in lower case. */
type RowFacts = {
  readonly row: Row;
  /** The users and groups that the row names; of users and groups it has its own id as well. */
  readonly users: readonly string[];
  readonly groups: readonly string[];
  /** The users that a message mentions. */
  readonly mentioned: readonly string[];
  /** The message that it is, or is attached to. */
  readonly muid?: string;
  /** True if it names everybody whom such a row must name. */
  readonly isWhole: boolean;
  /** Epoch seconds; undefined if the row has none. */
  readonly at: number | undefined;
};

/** The fields that name users and groups, where these are more than the fields of the key; `receiver` may be either. */
const IDS: Readonly<Partial<Record<EntityName, readonly string[]>>> = {
  groups: ['guid', 'owner'],
  messages: ['muid', 'sender', 'receiver', 'receiverType', 'text', 'data'],
};

const NAMED: Readonly<Partial<Record<EntityName, readonly string[]>>> = {
  messages: ['sender', 'receiver'],
};

/** Reads the facts of the rows of a step, in file order; of a row that cannot be read or is left out, undefined. */
async function* factsOf(
  { entity, sources, mappings }: Step,
  signal: AbortSignal,
): AsyncGenerator<readonly { readonly row: Row; readonly facts: RowFacts | undefined }[]> {
  const time = timeFieldOf(entity);
  const fields = new Set([...(IDS[entity.name] ?? entity.keyFields), time]);
  const named = NAMED[entity.name] ?? entity.keyFields;
  const readers = mappings.map((mapping) => mapping.some(fields));
  for await (const rows of readRows(sources, undefined, signal))
    yield rows.map((row) => {
      const { leftOut } = mappings[row.file] as Mapping;
      if (row.fault || row.leftOut !== undefined || leftOut?.(row.values) !== undefined)
        return { row, facts: undefined };
      const found = readers[row.file]?.(row.values) ?? {};
      const id = (name: string): string[] => {
        const value = found[name];
        return typeof value === 'string' && value !== '' ? [value.toLowerCase()] : [];
      };
      const toGroup = found['receiverType'] === 'group';
      const at = found[time];
      const { muid } = found;
      const facts = {
        isWhole: named.every((name) => id(name).length > 0),
        row,
        at: typeof at === 'number' ? at : undefined,
        users: [
          ...id('sender'),
          ...id('uid'),
          ...id('friendUid'),
          ...id('blockedUid'),
          ...(toGroup ? [] : id('receiver')),
          ...id('owner'),
        ],
        ...(typeof muid === 'string' ? { muid } : {}),
        groups: [...id('guid'), ...(toGroup ? id('receiver') : [])],
        mentioned: mentionedIn(messageText(entity.shape?.(found) ?? {})),
      };
      return { row, facts };
    });
}

/** A conversation as a user names it, in lower case as ids are compared. */
type NamedConversation = {
  /** The groups that it can be. */
  readonly groups: ReadonlySet<string>;
  /** The pairs of users that it can be; both orders of a pair are the same. */
  readonly pairs: readonly (readonly [string, string])[];
};

/**
 * Reads the name of a conversation: a guid, two uids as `a,b`, the service's own `group_<guid>` or `<uid>_user_<uid>`, or as
 * `plan --conversations` lists it. Ids may contain `_user_`, so one name can be several conversations.
 */
export function namedConversation(text: string): NamedConversation {
  const name = text.trim().toLowerCase();
  const listed = /^u (\S+) (\S+)$/.exec(name) ?? /^([^,\s]+)\s*,\s*([^,\s]+)$/.exec(name);
  const [, first, second] = listed ?? [];
  if (first !== undefined && second !== undefined) return { groups: new Set(), pairs: [[first, second]] };
  const parts = name.split('_user_');
  const pairs = parts
    .slice(1)
    .map((_, at) => [parts.slice(0, at + 1).join('_user_'), parts.slice(at + 1).join('_user_')] as const);
  return { groups: new Set([name, name.replace(/^(?:group_|g )/, '')]), pairs };
}

/** True if a message belongs to the conversation. */
const isOf = (
  { groups, pairs }: NamedConversation,
  sender: string,
  receiver: string,
  toGroup: boolean,
): boolean =>
  toGroup
    ? groups.has(receiver)
    : pairs.some(
        ([one, other]) => (one === sender && other === receiver) || (one === receiver && other === sender),
      );
