import { expect, test } from 'vitest';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import { sourceServer } from '../../pipeline/files/source-server.ts';
import { runHere } from '../../support/command-here.ts';
import { copiesHere, messagesWith } from './copies-here.ts';

const KB = Buffer.alloc(1_000, 1);

test('a plan says how many files there are, how many bytes they have, and how long they take', async () => {
  await using here = await copiesHere({
    files: messagesWith(['https://cdn.example.com/a.png', 'https://cdn.example.com/b.png'], 2_000_000),
    rules: 'bytesPerSecond: 1MB',
  });
  const { result } = await here.json<PlanDocument>('plan');
  expect(result.fileAddresses).toMatchObject({ found: 2, addresses: 2, todo: 2, known: 0 });
  expect(result.fileAddresses?.copying).toEqual({
    sized: 2,
    sizedBytes: 4_000_000,
    bytes: { from: 4_000_000, to: 4_000_000 },
    bytesPerSecond: 1_000_000,
    minutes: 4 / 60,
    spoolBytes: 4_000_000,
  });
  const { stdout } = await runHere(['plan', here.pipeline]);
  expect(stdout).toContain('2 addresses in 2 places: 2 to copy');
  expect(stdout).toContain('4.0 MB · about 4.0 s at 1.0 MB a second');
});

test('sizes that no row says are asked online alone, by one byte of some addresses', async () => {
  await using source = await sourceServer();
  const addresses = Array.from({ length: 250 }, (_, at) =>
    source.put(`/${at}.png`, at % 2 === 0 ? KB : Buffer.concat([KB, KB, KB]), { type: 'image/png' }),
  );
  await using here = await copiesHere({
    files: messagesWith(addresses),
    rules: `from: [{ host: "${source.host}", allowPrivate: true }]`,
  });
  const offline = (await here.json<PlanDocument>('plan')).result.fileAddresses?.copying;
  expect(offline).toEqual({
    sized: 0,
    sizedBytes: 0,
    bytesPerSecond: 12_500_000,
    minutes: expect.any(Number),
    spoolBytes: 800_000_000,
  });
  expect(source.requests).toEqual([]);
  const online = (await here.json<PlanDocument>('plan', '--online')).result.fileAddresses?.copying;
  const { addresses: asked = 0, answered } = online?.asked ?? {};
  expect([asked >= 100 && asked <= 200, answered, source.requests.length]).toEqual([true, asked, asked]);
  expect(new Set(source.requests.map(({ headers }) => headers['range']))).toEqual(new Set(['bytes=0-0']));
  const { from = 0, to = 0 } = online?.bytes ?? {};
  // In truth it is half a megabyte.
  expect([from > 250_000, from < 600_000, to > 400_000, to < 750_000]).toEqual([true, true, true, true]);
});
