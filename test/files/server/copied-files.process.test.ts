import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PEOPLE, picture, withFiles } from '../../copied-files/copied-here.ts';
import { digestOf, fakeStore } from '../../copied-files/stores-here.ts';
import { sourceServer } from '../../pipeline/files/source-server.ts';
import { rowsOf, startPostgres } from '../../support/postgres.ts';
import { machinesWith } from './machines.ts';

const RUN = ['run', 'PIPELINE', '--yes', '--json'];

test('a second machine continues the copying of files of the first, and asks for nothing that it has', async () => {
  await using server = await startPostgres();
  await using source = await sourceServer();
  await using store = await fakeStore({ prefix: 'chat' });
  const url = await server.database();
  const from = [{ host: source.host, allowPrivate: true }];
  const files = { ...store.spec, from, concurrency: 1 };
  await using machines = await machinesWith({ url, messages: 10, rest: `files: ${JSON.stringify(files)}` });
  const { folder } = machines;
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  for (const [name, text] of Object.entries(store.keyFiles)) put(name, text);
  // The newest is copied first; the oldest is too large to be held in memory.
  const pictures = [picture('large', 5 * 2 ** 20), picture('one'), picture('two')];
  appendFileSync(join(folder, 'users.ndjson'), lines(PEOPLE));
  put(
    'messages.ndjson',
    lines(
      pictures.map((bytes, index) =>
        withFiles(`m${index}`, [source.put(`/${index}.png`, bytes, { type: 'image/png' })]),
      ),
    ),
  );
  store.fake.plant('PutObject', { status: 403, code: 'AccessDenied' }, 1, () => store.fake.objects.size >= 2);
  const stopped = await machines.on('a', ...RUN);
  expect([stopped.code, store.fake.objects.size], stopped.err).toEqual([10, 2]);
  const local = readdirSync(join(folder, 'cache of a'), { recursive: true, encoding: 'utf8' });
  expect(local.filter((name) => /prepared\/files\/./.test(name))).not.toEqual([]);
  const kept = (await rowsOf(url, 'SELECT path FROM chatferry_files')).map(({ path }) => String(path));
  expect(kept).toContain('files/map.ndjson');
  expect(kept.filter((path) => /^prepared|\.(?:sqlite|part)/.test(path))).toEqual([]);

  source.forget();
  const continued = await machines.on('b', ...RUN);
  expect(continued.code, continued.err).toBe(0);
  expect(JSON.parse(continued.out).fileCopies).toMatchObject({ known: 2, copied: 1, balanced: true });
  expect(source.counts()).toEqual({ '/0.png': 1 });
  expect(Object.values(await store.contents()).map((said) => said.split(' ')[0])).toEqual(
    pictures.map(digestOf).toSorted(),
  );

  source.forget();
  const writes = store.writes();
  const third = await machines.on('c', 'run', 'PIPELINE', '--only', 'files', '--json');
  expect(third.code, third.err).toBe(0);
  expect(JSON.parse(third.out).fileCopies).toMatchObject({
    known: 3,
    requests: { get: 0, put: 0, head: 0, parts: 0 },
  });
  expect([source.connections, store.writes()]).toEqual([0, writes]);
});
