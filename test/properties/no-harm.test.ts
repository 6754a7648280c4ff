import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/repository.ts';
import { MUTANTS } from './no-harm/mutants.ts';
import { checkInLanes } from './no-harm/no-harm.ts';

// Rejects with the smallest scenario that it finds. Thousands of others: `npm run test:no-harm`.
test('runs over a service in use leave what no source maps as it is, and open nothing without a word', async () => {
  await checkInLanes({ runs: Number(process.env['CHATFERRY_PROPERTY_RUNS'] ?? 50), seed: 1 });
}, 600_000);

// Whether the scenarios find them: `npm run test:no-harm:mutants`.
test.each(MUTANTS)('the fault can be put in: $name', ({ file, from, test: found }) => {
  expect(readFileSync(join(repository, 'src', file), 'utf8').split(from)).toHaveLength(2);
  expect(found === undefined || existsSync(join(repository, found))).toBe(true);
});
