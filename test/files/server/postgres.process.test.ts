import { expect, test } from 'vitest';
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
