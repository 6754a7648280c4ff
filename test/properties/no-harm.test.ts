import { test } from 'vitest';
import { checkInLanes } from './no-harm/no-harm.ts';

// Rejects with the smallest scenario that it finds. Thousands of others: `npm run test:no-harm`.
test('runs over a service in use leave what no source maps as it is, and open nothing without a word', async () => {
  await checkInLanes({ runs: Number(process.env['CHATFERRY_PROPERTY_RUNS'] ?? 50), seed: 1 });
}, 600_000);
