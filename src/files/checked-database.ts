import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { RunError } from '../errors/run-error.ts';

/** Result code of SQLite for a failed read, write or sync, without its extension. */
const IO_FAILED = 10;

/**
 * Replaces the errors of a database by those that `named` gives. After a failed write or sync nothing is written any
 * more, because nobody knows what of the file is on the disk; a full disk may be written again once it has space.
 */
export function checkedDatabase(db: DatabaseSync, named: (error: unknown) => unknown): DatabaseSync {
  let broken: unknown;
  const checked = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      const failure = named(error);
      if (failure instanceof RunError && isIoFailure(error)) broken ??= failure;
      throw failure;
    }
  };
  const assertWhole = (): void => {
    if (broken !== undefined) throw broken;
  };
  const exec = db.exec.bind(db);
  const prepare = db.prepare.bind(db);
  db.exec = (sql) => {
    if (sql !== 'ROLLBACK') assertWhole();
    checked(() => exec(sql));
  };
  db.prepare = (sql, ...options) =>
    checkedStatement(
      checked(() => prepare(sql, ...options)),
      checked,
      assertWhole,
    );
  return db;
}

function checkedStatement(
  statement: StatementSync,
  checked: <T>(work: () => T) => T,
  assertWhole: () => void,
): StatementSync {
  const run = statement.run.bind(statement);
  const get = statement.get.bind(statement);
  const all = statement.all.bind(statement);
  const iterate = statement.iterate.bind(statement);
  const each = function* (rows: ReturnType<typeof iterate>): ReturnType<typeof iterate> {
    try {
      for (let next = checked(() => rows.next()); !next.done; next = checked(() => rows.next()))
        yield next.value;
    } finally {
      rows.return?.();
    }
    return undefined;
  };
  return Object.assign(statement, {
    run: (...values: Parameters<typeof run>) => {
      assertWhole();
      return checked(() => run(...values));
    },
    get: (...values: Parameters<typeof get>) => checked(() => get(...values)),
    all: (...values: Parameters<typeof all>) => checked(() => all(...values)),
    iterate: (...values: Parameters<typeof iterate>) => each(checked(() => iterate(...values))),
  });
}

const isIoFailure = (error: unknown): boolean =>
  ((error as { readonly errcode?: number }).errcode ?? 0) % 256 === IO_FAILED;
