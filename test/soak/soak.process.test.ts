import { expect, test } from 'vitest';
import { faultless } from '../e2e/checker.ts';
import { soak } from './soak.ts';

// Half an hour with `npm run test:soak`.
test('a limited run against a service with faults delivers every row, and opens no more and more files', async () => {
  const { rows, report, verdict, openFiles } = await soak(0.2, 600, () => {});
  const rejected = report.entities.messages?.rejected ?? 0;
  expect(report.exitCode).toBe(rejected > 0 ? 4 : 0);
  expect(verdict).toEqual(faultless(rows - rejected));
  expect(report.balanced).toBe(true);
  const [early, late] = openFiles;
  expect(late).toBeLessThanOrEqual(early + 10);
});
