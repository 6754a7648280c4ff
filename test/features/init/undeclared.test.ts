import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';

const DUMP = `CREATE TABLE users (id int, name text);
INSERT INTO users VALUES (1,'Ann'),(2,'Ben');
CREATE TABLE messages (id int, sender_id int, receiver_id int, body text, created_at datetime);
INSERT INTO messages VALUES (1,1,2,'Hi','2025-07-01 10:00:00');
`;

test('inspect shows an export whose times have no zone, and says what must be declared; init says how', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'undeclared-'));
  const dump = join(folder.path, 'chat.sql');
  await writeFile(dump, DUMP);
  const shown = await runHere(['inspect', dump]);
  expect([shown.exitCode, shown.stdout]).toEqual([
    0,
    expect.stringContaining('messages      1 = 1 imported'),
  ]);
  expect(shown.stdout).toContain('must be declared  zone: the times of messages.created_at have no zone');
  expect(shown.stdout).toContain('--zone Europe/Berlin');
  const { stdout } = await runHere(['inspect', dump, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    files: [{ zoneMissing: expect.stringContaining('2025-07-01') }],
  });

  const file = join(folder.path, 'chat.yaml');
  const refused = await runHere(['init', dump, '--out', file]);
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('EXPORT.ZONE_MISSING')]);
  expect(refused.stderr).toMatch(/chatferry init \S+chat\.sql --zone Europe\/Berlin/);
  expect((await runHere(['init', dump, '--out', file, '--zone', 'Europe/Berlin'])).exitCode).toBe(0);
  expect(await readFile(file, 'utf8')).toContain('zone: Europe/Berlin');
  const declared = await runHere(['inspect', dump, '--zone', 'Europe/Berlin']);
  expect(declared.stdout).not.toContain('must be declared');
});
