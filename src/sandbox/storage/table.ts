import type { SQLInputValue } from 'node:sqlite';
import type { Database } from './database.ts';

const columnOf = (member: string): string =>
  member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A table whose rows have a column for each member, in snake case. Its statements are built once. */
export class Table<R extends object> {
  /** The columns, for statements that read rows. */
  readonly columns: string;
  readonly #members: readonly string[];
  readonly #changing: readonly string[];
  readonly #insert: string;
  readonly #update: string;

  /**
   * `members` are separated by commas; the first is the key. `fixed` are those that `update` leaves as they are. Where the key
   * is `taken`, `insert` keeps the row that is there, replaces it, or throws.
   */
  constructor(name: string, members: string, fixed = '', taken: 'keep' | 'replace' | 'throw' = 'throw') {
    this.#members = members.split(/,\s+/);
    const [key = ''] = this.#members;
    const changing = this.#members.filter((member) => member !== key && !fixed.split(', ').includes(member));
    this.#changing = [...changing, key];
    this.columns = this.#members.map((member) => `${name}.${columnOf(member)} AS ${member}`).join(', ');
    this.#insert =
      `INSERT ${taken === 'replace' ? 'OR REPLACE ' : ''}INTO ${name} (${this.#members.map(columnOf).join(', ')})` +
      ` VALUES (${this.#members.map(() => '?').join(', ')})${taken === 'keep' ? ' ON CONFLICT DO NOTHING' : ''}`;
    this.#update = `UPDATE ${name} SET ${changing.map((member) => `${columnOf(member)} = ?`).join(', ')} WHERE ${columnOf(key)} = ?`;
  }

  /** Adds a row; returns how many were added. */
  insert(db: Database, row: R): number {
    return db.run(this.#insert, ...valuesOf(row, this.#members));
  }

  /** Replaces everything about a row but its key and what is fixed; returns how many there were. */
  update(db: Database, row: R): number {
    return db.run(this.#update, ...valuesOf(row, this.#changing));
  }
}

const valuesOf = (row: object, members: readonly string[]): SQLInputValue[] =>
  members.map((member) => (row as Readonly<Record<string, SQLInputValue>>)[member] ?? null);
