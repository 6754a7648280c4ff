import { KeySet } from '../../keys/key-table.ts';
import type { AllPolicies } from '../export-rules.ts';
import type { ExportTally } from '../tally.ts';
import type { ExportTable } from './export-table.ts';
import type { GroupRows } from './group-rows.ts';
import { directGroupId, selfGroupId } from './ids.ts';
import type { Direct, Lone, Other } from './lone-conversations.ts';
import type { MemberRows } from './member-rows.ts';
import type { Author, People } from './people.ts';

/** Receiver of the messages of a conversation. */
export type Receiver =
  /** `row` of a group with a name of its own, whose guid is its id: its row in the table, from 0. */
  | { readonly type: 'group'; readonly guid: string; readonly row?: number }
  | { readonly type: 'user'; readonly users: readonly [string, string] }
  | { readonly type: 'none'; readonly reason: string };

/** The row of a group with an id of its own; undefined for all others. */
export const rowOf = (receiver: Receiver | undefined): number | undefined =>
  receiver?.type === 'group' ? receiver.row : undefined;

/** Parts needed to decide about conversations of their members alone. */
type KindDeps = {
  /** The table of groups. */
  readonly table: ExportTable;
  readonly people: People;
  readonly groups: GroupRows;
  readonly members: MemberRows;
  readonly policies: AllPolicies;
  readonly tally: ExportTally;
  uidOf(id: string): string;
  /** True if a group of its own has this id. */
  isGroup(id: string): boolean;
};

/** Says what becomes of conversations that are their members alone, and writes the groups that they become. */
export class DirectKinds {
  readonly #deps: KindDeps;
  /** The two of each conversation of two users. */
  readonly #pairs = new KeySet();
  /** The two, with the name that their conversation has. */
  readonly #named = new KeySet();

  constructor(deps: KindDeps) {
    this.#deps = deps;
  }

  /** One that lists all of its members: nobody, or several. */
  of(direct: Direct): Receiver {
    const users = [...direct.members.keys()];
    const [first, second, third] = users;
    if (first === undefined) return this.#drop(direct, 'withoutMembers');
    // With fewer people, it would become the conversation of those who are left.
    if (users.some((user) => this.#deps.people.isSkipped(user))) return this.#drop(direct, 'bot');
    if (second !== undefined && third === undefined) {
      const pair = [{ id: first }, { id: second }] as const;
      return this.#isOneMore(direct, pair) ? this.#apart(direct, pair) : this.#pair(direct, ...pair);
    }
    const name = users.map((user) => this.#deps.people.nameOf(user)).join(', ');
    const { id, hasChangingMembers } = direct.conversation;
    const guid = hasChangingMembers ? id : directGroupId(users.map((user) => this.#deps.uidOf(user)));
    return this.#group(guid, direct, name);
  }

  /** One of two who are members now: theirs, unless others have written in it, or an older one is theirs. */
  ofPair(id: string, pair: Lone): Receiver {
    const { members, others, hasExcluded } = pair;
    const users = [...members.keys()];
    if (users.some((user) => this.#deps.people.isSkipped(user))) return this.#drop(pair, 'bot');
    const [first, second] = users.map((user) => ({ id: user })) as [Other, Other];
    const isTheirs = others.length === 0 && !hasExcluded && !this.#pairs.has(this.#idsOf(first, second));
    if (isTheirs) return this.#pair(pair, first, second);
    const more = others.length > 2 ? ' and others' : '';
    const names = [first, second, ...others.slice(0, 2)].map((each) => this.#nameOf(each));
    return this.#group(id, pair, names.join(', ') + more);
  }

  /** True if its two people have an older conversation, and another one of theirs may be something else: an order, a ticket. */
  #isOneMore({ conversation }: Direct, pair: readonly [Other, Other]): boolean {
    const { name, mayBeOneOfSeveral } = conversation;
    const ids = this.#idsOf(...pair);
    if (ids.length < 2) return false;
    const isNamed = name !== undefined && name !== '' && !this.#named.has([...ids, name]);
    const isOneMore = (isNamed || mayBeOneOfSeveral === true) && this.#pairs.has(ids);
    if (isNamed && !isOneMore) this.#named.add([...ids, name]);
    return isOneMore;
  }

  #apart(direct: Direct, pair: readonly [Other, Other]): Receiver {
    return this.#group(direct.conversation.id, direct, pair.map((each) => this.#nameOf(each)).join(', '));
  }

  /** The ids of those who stand for two people; fewer if one of them is left out. */
  #idsOf(...pair: readonly [Other, Other]): readonly string[] {
    const authors = pair.map(({ id, name }) => this.#deps.people.author(id, name));
    return authors.flatMap((author) => ('id' in author ? author.id : [])).toSorted();
  }

  /**
   * The group of what somebody wrote to themselves.
   * @param own its id, where they have another one
   */
  ofNotes(lone: Lone, own?: string): Receiver {
    const { user } = lone;
    if (this.#deps.people.isSkipped(user)) return this.#drop(lone, 'bot');
    if (this.#deps.policies.self === 'drop') return this.#drop(lone, 'self');
    const guid = own ?? selfGroupId(user, this.#deps.isGroup);
    return this.#group(guid, lone, `Notes of ${this.#deps.people.nameOf(user)}`);
  }

  /** Others than its only member write in it: it is nobody's notes, and nobody becomes a member by writing. */
  ofShared(id: string, lone: Lone): Receiver {
    const { user, owner, others, hasExcluded, conversation } = lone;
    const [second, third] = others;
    if (hasExcluded) return this.#drop(lone, 'excluded');
    if (this.#deps.people.isSkipped(user)) return this.#drop(lone, 'bot');
    // Whoever has left may not read what came after that.
    const mayHaveLeft = conversation.hasChangingMembers === true;
    if (!mayHaveLeft && second && !third && (owner === undefined || owner === second.id)) {
      // What these two wrote elsewhere stays apart.
      if (!this.#pairs.has(this.#idsOf({ id: user }, second))) return this.#pair(lone, { id: user }, second);
    }
    const more = others.length > 2 ? ' and others' : '';
    const also = owner === undefined || others.some((each) => each.id === owner) ? [] : [{ id: owner }];
    const names = [{ id: user }, ...others.slice(0, 2), ...also].map((each) => this.#nameOf(each));
    return this.#group(id, lone, names.join(', ') + more);
  }

  #nameOf({ id, name }: Other): string {
    return this.#deps.people.isKnown(id) ? this.#deps.people.nameOf(id) : (name ?? id);
  }

  #drop({ members }: Direct, reason: string): Receiver {
    this.#deps.tally.ended('members', { dropped: reason }, members.size);
    return { type: 'none', reason };
  }

  /** The conversation of two. */
  #pair(direct: Direct, first: Other, second: Other): Receiver {
    const [one, other] = [first, second].map(({ id, name }) => this.#deps.people.author(id, name)) as [
      Author,
      Author,
    ];
    if ('dropped' in one) return this.#drop(direct, one.dropped);
    if ('dropped' in other) return this.#drop(direct, other.dropped);
    // One user stands for both, so nobody can tell who wrote what.
    if (one.id === other.id) return this.#drop(direct, 'unknownUser');
    this.#pairs.add([one.id, other.id].toSorted());
    this.#deps.tally.ended('members', 'converted', direct.members.size);
    return { type: 'user', users: [one.id, other.id] };
  }

  /** The private group of those who are members, with a name for one that has none. */
  #group(guid: string, { conversation, members, place }: Direct, name: string): Receiver {
    const row = this.#deps.table.rows;
    this.#deps.groups.add(guid, { ...conversation, name: conversation.name || name }, 'private', place);
    for (const [user, member] of members)
      this.#deps.tally.ended(
        'members',
        member.gone === undefined
          ? this.#deps.members.join(guid, { ...member, user }, place)
          : { dropped: member.gone },
      );
    return guid === conversation.id ? { type: 'group', guid, row } : { type: 'group', guid };
  }
}
