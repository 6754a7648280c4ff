import { plainColumnName, type RoleName, usual } from '../shape/usual-names.ts';
import { type Decisions, tableChoice } from './decisions.ts';
import {
  isRepeated,
  isTimeOfRows,
  linksOf,
  proseOf,
  type TableFacts,
  type TableLink,
} from './table-facts.ts';

/** Text, time and author. */
export const MESSAGE_PARTS = 3;

/** Finds out which tables are the parts of a chat, by what their values share. */
export class DraftTables {
  readonly #own: Decisions;
  readonly #links = new Map<TableFacts, readonly TableLink[]>();

  constructor(own: Decisions) {
    this.#own = own;
  }

  linksOf(own: TableFacts): readonly TableLink[] {
    const known = this.#links.get(own) ?? linksOf(own, this.#own.all);
    this.#links.set(own, known);
    return known;
  }

  /** The parts of messages that the columns of a table may be. */
  partsOf(facts: TableFacts): readonly string[] {
    return [
      proseOf(facts).length > 0 && 'text',
      facts.columns.some(isTimeOfRows) && 'time',
      (this.linksOf(facts).length > 0 || facts.columns.some(isRepeated)) && 'author',
    ].filter((part) => part !== false);
  }

  messages(): TableFacts | undefined {
    const asMessages = this.#own.all
      .map((facts) => {
        return { facts, parts: this.partsOf(facts), links: this.linksOf(facts) };
      })
      .sort((a, b) => b.parts.length - a.parts.length || b.facts.rows - a.facts.rows);
    const whole = asMessages.filter(({ parts, links }) => parts.length === MESSAGE_PARTS && links.length > 0);
    const linked = whole.filter(({ links }) => new Set(links.map(({ column }) => column)).size > 1);
    const called = asMessages.filter(
      ({ facts: { table }, parts }) => parts.length > 1 && isUsual('messages', table.name),
    );
    const similar = asMessages.filter(
      ({ facts, parts, links }) =>
        parts.length === MESSAGE_PARTS && (links.length > 1 || facts.columns.filter(isRepeated).length > 1),
    );
    // Comments on messages and their history refer to messages; messages refer to what has members.
    const rooted = linked.filter(({ facts, links }) => {
      const targets = new Set(links.map(({ target }) => target));
      return (
        !similar.some((other) => other.facts !== facts && targets.has(other.facts)) &&
        this.#own.all.some(
          (other) => other !== facts && proseOf(other).length === 0 && this.#joinsSome(other, targets) > 1,
        )
      );
    });
    const [only] =
      [called, rooted, similar.length === 1 ? linked : []].find(({ length }) => length === 1) ?? [];
    return this.#own.table('messages', {
      text: 'which table has the messages?',
      choices: asMessages
        .filter(({ parts }) => parts.length > 1)
        .map(({ facts, parts }) => tableChoice(facts, parts)),
      clear: only?.facts.table.path,
    });
  }

  users(targets: readonly TableFacts[]): TableFacts | undefined {
    const scored = (targets.length > 0 ? targets : this.#own.all)
      .map((facts) => ({ facts, score: this.#personScore(facts, targets) }))
      .filter(({ score }) => targets.length > 0 || score > 0)
      .sort((a, b) => b.score - a.score);
    const [best, second] = scored;
    const isClear = best && best.score >= 2 && best.score - (second?.score ?? 0) >= 1;
    return this.#own.table('users', {
      text: 'which table has the users?',
      choices: scored.map(({ facts }) => tableChoice(facts)),
      clear: isClear ? best.facts.table.path : undefined,
      isOptional: true,
    });
  }

  /** Evidence that a table is of people: e-mail addresses, the usual names; rooms refer to their owners. */
  #personScore(facts: TableFacts, targets: readonly TableFacts[]): number {
    const { columns, table } = facts;
    const hasMail = columns.some(({ looks, filled }) => filled > 0 && looks.email > filled * 0.9);
    const isOwner = targets.some(
      (other) =>
        other !== facts &&
        this.#joins(other, [facts], true) &&
        this.#joinsSome(facts, new Set([other])) === 0,
    );
    return (
      (hasMail ? 2 : 0) +
      (isOwner ? 2 : 0) +
      (isUsual('users', table.name) ? 2 : 0) -
      (isUsual('conversations', table.name) ? 2 : 0)
    );
  }

  rooms(
    messages: TableFacts,
    links: readonly TableLink[],
    targets: readonly TableFacts[],
    users: TableFacts | undefined,
  ): TableFacts | undefined {
    const scored = targets
      .filter((target) => target !== users)
      .map((target) => {
        const own = links.filter((link) => link.target === target);
        const isRoom = own.some(({ column }) => column.distinct.count < column.filled);
        const isShared = this.#own.all.some(
          (other) =>
            other !== messages &&
            other !== target &&
            other !== users &&
            this.#joins(other, [target, users], true),
        );
        const score =
          (own.some(({ isStrong, column }) => isStrong && column.empty === 0) ? 1 : 0) +
          (isShared ? 1 : 0) +
          (isUsual('conversations', target.table.name) ? 1 : 0);
        return { target, score: isRoom ? score : 0 };
      })
      .sort((a, b) => b.score - a.score);
    if (scored.length === 0) return this.#own.named(this.#own.answers.get('conversations.table'));
    const [best, second] = scored;
    const isClear = users && best && best.score >= 2 && best.score - (second?.score ?? 0) >= 1;
    return this.#own.table('conversations', {
      text: 'which table has the conversations?',
      choices: scored.map(({ target }) => tableChoice(target)),
      clear: isClear ? best.target.table.path : undefined,
      isOptional: true,
    });
  }

  #joins(table: TableFacts, targets: readonly (TableFacts | undefined)[], isStrong = false): boolean {
    const linked = this.linksOf(table).flatMap((link) => (link.isStrong || !isStrong ? link.target : []));
    return targets.every((target) => target !== undefined && linked.includes(target));
  }

  #joinsSome(table: TableFacts, targets: ReadonlySet<TableFacts>): number {
    const linked = this.linksOf(table).map(({ target }) => target);
    return new Set(linked.filter((target) => targets.has(target))).size;
  }

  members(
    others: readonly (TableFacts | undefined)[],
    users: TableFacts | undefined,
    rooms: TableFacts | undefined,
  ): TableFacts | undefined {
    // Messages between two people need no members.
    if (!rooms && !this.#own.isOpen('conversations') && !this.#own.answers.has('conversations.table'))
      return this.#own.named(this.#own.answers.get('participants.table'));
    const rest = this.#own.all.filter(
      (table) => !others.includes(table) && this.partsOf(table).length < MESSAGE_PARTS,
    );
    const found = rest.filter((table) => proseOf(table).length === 0 && this.#joins(table, [users, rooms]));
    const [only] = found.length === 1 ? found : [];
    const isStrong = only && this.linksOf(only).every((link) => link.isStrong);
    return this.#own.table('participants', {
      text: 'which table says who is in a conversation?',
      choices: (found.length > 0 ? found : rest).map((facts) => tableChoice(facts)),
      clear: isStrong ? only.table.path : undefined,
      isOptional: true,
    });
  }
}

const isUsual = (role: RoleName, name: string): boolean =>
  ['', 's'].some((end) => usual[role].tables.includes(plainColumnName(name.split('.').at(-1) ?? '') + end));
