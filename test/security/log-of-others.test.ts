import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { runHere } from '../support/command-here.ts';

test('a database with a link as its log shows nothing of the database that the log is of', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-log-'));
  try {
    const other = join(folder, 'other.db');
    const taken = join(folder, 'taken.sqlite');
    using database = new DatabaseSync(other);
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE users (id TEXT, name TEXT)');
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    copyFileSync(other, taken);
    database.exec("INSERT INTO users VALUES ('ann', 'CANARY_OF_OTHERS')");
    symlinkSync(`${other}-wal`, `${taken}-wal`);
    const { exitCode, stdout, stderr } = await runHere(['inspect', taken, '--json']);
    expect(stdout + stderr).not.toContain('CANARY_OF_OTHERS');
    expect([exitCode, stdout + stderr]).toEqual([2, expect.stringContaining('unable to open database file')]);
    // It is the log that could be read: with a copy of it, the row is there.
    rmSync(`${taken}-wal`);
    copyFileSync(`${other}-wal`, `${taken}-wal`);
    using read = new DatabaseSync(taken, { readOnly: true });
    expect(read.prepare('SELECT name FROM users').get()).toEqual({ name: 'CANARY_OF_OTHERS' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
