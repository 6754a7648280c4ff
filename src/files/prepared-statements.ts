import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** Statements on a database; all but those that return rows one by one are prepared once. */
export class PreparedStatements {
  readonly #db: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** The number of rows that a statement has changed. */
  run(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.#of(sql).run(...values).changes);
  }

  /** The first row that a statement returns; undefined if it returns none. */
  first<T>(sql: string, ...values: readonly SQLInputValue[]): T | undefined {
    return this.#of(sql).get(...values) as T | undefined;
  }

  /** The rows that a statement returns, at once. */
  all<T>(sql: string, ...values: readonly SQLInputValue[]): readonly T[] {
    return this.#of(sql).all(...values) as T[];
  }

  /** The one number that a statement returns; 0 if it returns none. */
  number(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(Object.values(this.first<object>(sql, ...values) ?? {})[0] ?? 0);
  }

  /** The rows that a statement returns, one by one: several such readings may be under way. */
  *rows<T>(sql: string, ...values: readonly SQLInputValue[]): Generator<T> {
    for (const row of this.#db.prepare(sql).iterate(...values)) yield row as T;
  }

  #of(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}
