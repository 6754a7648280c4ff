import { expect, test } from 'vitest';
import { Database } from '../../../src/files/server/database.ts';
import { StateServer } from '../../../src/files/server/state-server.ts';
import { realSystem } from '../../../src/system/system.ts';
import { rowsOf, startPostgres } from '../../support/postgres.ts';

test('a server of PostgreSQL keeps its data while it is stopped', async () => {
  await using server = await startPostgres();
  const url = await server.database();
  await rowsOf(url, 'CREATE TABLE kept (word text)');
  await rowsOf(url, 'INSERT INTO kept VALUES ($1)', ['stays']);
  await server.stop();
  await expect(rowsOf(url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  await server.start();
  expect(await rowsOf(url, 'SELECT word FROM kept')).toEqual([{ word: 'stays' }]);
  expect(await rowsOf(await server.database(), "SELECT to_regclass('kept') AS kept")).toEqual([
    { kept: null },
  ]);
});

test('a connection that is cut while nothing uses it is made again by the next statement', async () => {
  await using server = await startPostgres();
  const url = await server.database();
  await using database = new Database(new StateServer(url), realSystem.clock);
  const pid = 'SELECT pg_backend_pid() AS pid';
  const [before] = await database.rows(pid, []);
  await rowsOf(url, 'SELECT pg_terminate_backend($1)', [before?.['pid']]);
  const [after] = await database.rows(pid, []);
  expect(after?.['pid']).not.toBe(before?.['pid']);
});
