import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { appOf, changes } from './stream-app.ts';
import { streamHere } from './stream-here.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.now();

test('a night by lists after one by export tasks keeps what the tasks have written', async () => {
  const person = (id: string) => ({
    type: 'user',
    item: { id, name: id, created_at: '2025-01-01T00:00:00Z' },
  });
  const app = appOf(['ann', 'bob'].map(person));
  const { open, write } = changes(app);
  open('messaging:quiet', ['ann', 'bob'], NOW - 300 * DAY);
  open('messaging:busy', ['ann', 'bob'], NOW - 200 * DAY);
  for (let at = 0; at < 4; at++) {
    write('messaging:quiet', `q-${at}`, 'ann', NOW - 250 * DAY + at * HOUR);
    write('messaging:busy', `b-${at}`, 'bob', NOW - 5 * DAY + at * HOUR);
  }
  await using night = await streamHere({
    app,
    api: ', by: export',
    rest: 'sync: { onMissing: delete, maxDelete: 1000 }',
  });
  const { here } = night;
  const first = await here.json('run', '--yes');
  expect([first.exitCode, first.result.entities.messages]).toMatchObject([0, { created: 8 }]);
  const byExport = readFileSync(here.pipeline, 'utf8');
  writeFileSync(here.pipeline, byExport.replace(', by: export', ''));
  const second = await here.json('run', '--yes');
  expect([second.exitCode, second.result]).toMatchObject([
    0,
    { entities: { messages: { created: 0, updated: 0 } } },
  ]);
  const living = (await Array.fromAsync(here.service.messages.list({ limit: 1000 }))).filter(
    ({ muid, deletedAt }) => muid !== undefined && deletedAt === undefined,
  );
  expect(living).toHaveLength(8);
});
