import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { parseFaults } from '../../../src/sandbox/sandbox.ts';
import { FAST, targetOf, workspace } from '../../e2e/workspace.ts';
import { openSandbox } from '../../sandbox/sandbox-client.ts';
import { runHere } from '../../support/command-here.ts';
import { resultTrouble } from '../../support/schemas/run-schemas.ts';

test('the report of a run says when its rows landed, what held it back, how long requests took, and what was read', async () => {
  await using opened = await openSandbox({ faults: parseFaults('429x2,503x1') });
  using space = workspace(600);
  const { baseUrl, files } = opened.sandbox;
  const pipeline = space.pipeline({ target: targetOf({ baseUrl, keyFile: files.apiKey }), rest: FAST });
  const { exitCode, stdout } = await runHere(['run', pipeline, '--yes', '--json']);
  expect(exitCode).toBe(0);
  const { timeline, latency, inputs, requests } = JSON.parse(stdout) as Report;
  const sum = (list: readonly number[] = []): number => list.reduce((all, one) => all + one, 0);
  expect(sum(timeline?.rows)).toBe(606);
  expect(sum(timeline?.throttled)).toBe(requests.throttled);
  expect(sum(timeline?.retried)).toBe(requests.retried);
  expect([requests.throttled, requests.retried]).toEqual([2, 1]);
  expect(timeline?.paused).toContain(true);
  expect(timeline?.rows.length).toBe(timeline?.paused.length);
  expect(latency?.count).toBe(requests.sent);
  const { p50 = 0, p95 = 0, p99 = 0, max = 0 } = latency ?? {};
  expect([p50, p95, p99, max]).toEqual([p50, p95, p99, max].toSorted((a, b) => a - b));
  expect(inputs?.map(({ sha256 }) => sha256)).toEqual(
    inputs?.map(() => expect.stringMatching(/^[0-9a-f]{64}$/)),
  );
  const report = JSON.parse(readFileSync(join(space.folder, '.chatferry/e2e/report.json'), 'utf8')) as Report;
  expect(resultTrouble(report)).toBeUndefined();
  const page = readFileSync(join(space.folder, '.chatferry/e2e/report.html'), 'utf8');
  expect(page).toContain('The run over time');
  expect(page).toContain(inputs?.[0]?.sha256);
});
