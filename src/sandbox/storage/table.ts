import type { SQLInputValue } from 'node:sqlite';
import type { Database } from './database.ts';

/** The column of a member: its name in snake case. */
export const columnOf = (member: string): string =>
  member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A table whose rows have a column for each member, in snake case. Its statements are built once. */
export class Table<R extends object> {
  readonly name: string;
  /** The columns, for statements that read rows. */
  readonly columns: string;
  readonly #members: readonly string[];
  readonly #changing: readonly string[];
  readonly #insert: string;
  readonly #update: string;
  readonly #find: string;
  readonly #remove: string;

  /**
   * `members` are separated by commas; the first is the key. `fixed` are those that `update` leaves as they are. Where the key
   * is `taken`, `insert` keeps the row that is there, replaces it, or throws.
   */
  constructor(name: string, members: string, fixed = '', taken: 'keep' | 'replace' | 'throw' = 'throw') {
    this.name = name;
    this.#members = members.split(/,\s+/);
    const [key = ''] = this.#members;
    const isKey = `${columnOf(key)} = ?`;
    const fixedMembers = fixed.split(/,\s+/);
    const changing = this.#members.filter((member) => member !== key && !fixedMembers.includes(member));
    this.#changing = [...changing, key];
    this.columns = this.#members.map((member) => `${name}.${columnOf(member)} AS ${member}`).join(', ');
    this.#insert =
      `INSERT ${taken === 'replace' ? 'OR REPLACE ' : ''}INTO ${name} (${this.#members.map(columnOf).join(', ')})` +
      ` VALUES (${this.#members.map(() => '?').join(', ')})${taken === 'keep' ? ' ON CONFLICT DO NOTHING' : ''}`;
    this.#update = `UPDATE ${name} SET ${changing.map((member) => `${columnOf(member)} = ?`).join(', ')} WHERE ${isKey}`;
    this.#find = `SELECT ${this.columns} FROM ${name} WHERE ${isKey}`;
    this.#remove = `DELETE FROM ${name} WHERE ${isKey}`;
  }

  /** The row of a key. */
  find(db: Database, key: SQLInputValue): R | undefined {
    return db.get<R>(this.#find, key);
  }

  /** The rows that a clause selects, such as `WHERE uid = ? ORDER BY seq`. */
  all(db: Database, clause: string, ...params: SQLInputValue[]): R[] {
    return db.all<R>(`SELECT ${this.columns} FROM ${this.name} ${clause}`, ...params);
  }

  /** Adds a row; returns how many were added. */
  insert(db: Database, row: R): number {
    return db.run(this.#insert, ...valuesOf(row, this.#members));
  }

  /** Replaces everything about a row but its key and what is fixed; returns how many there were. */
  update(db: Database, row: R): number {
    return db.run(this.#update, ...valuesOf(row, this.#changing));
  }

  /** Removes the row of a key. */
  remove(db: Database, key: SQLInputValue): void {
    db.run(this.#remove, key);
  }
}

const valuesOf = (row: object, members: readonly string[]): SQLInputValue[] =>
  members.map((member) => (row as Readonly<Record<string, SQLInputValue>>)[member] ?? null);
