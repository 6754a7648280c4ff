import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { runCli } from '../../support/cli-here.ts';
import { copyOf } from '../../support/repository.ts';

test('what verify found last stands in the page that is written again, and in the report of the next run', async () => {
  await using folder = await copyOf('samples', 'pipelines');
  const pipeline = join(folder.path, 'pipelines/one-shot-migration.yaml');
  const first = await runCli('run', pipeline, '--json');
  expect(first.exitCode).toBe(0);
  expect(JSON.parse(first.stdout)).not.toHaveProperty('verification');
  expect((await runCli('verify', pipeline)).exitCode).toBe(0);
  expect((await runCli('report', pipeline)).exitCode).toBe(0);
  const page = readFileSync(join(folder.path, 'pipelines/.chatferry/one-shot-migration/report.html'), 'utf8');
  expect(page).toMatch(/<dt>Last verify<\/dt><dd>265 of 265 rows the same, [^<]* UTC, after this run</);
  const { verification } = JSON.parse((await runCli('run', pipeline, '--json')).stdout) as Report;
  expect(verification).toMatchObject({ mode: 'full', exitCode: 0, verified: { same: 265, of: 265 } });
});
