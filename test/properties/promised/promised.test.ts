import { test } from 'vitest';
import { checkPromised } from './promised.ts';

// Rejects with the first history that fails. 200 others: `npm run test:promised`.
test('a dry run says of every row of a history with threads, reactions, pins and receipts what the run does', async () => {
  await checkPromised({ runs: Number(process.env['CHATFERRY_PROPERTY_RUNS'] ?? 12), seed: 1 });
}, 600_000);
