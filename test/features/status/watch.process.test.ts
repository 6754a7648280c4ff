import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startCli } from '../../e2e/cli-process.ts';
import { targetOf, workspace } from '../../e2e/workspace.ts';
import { cli, startSandboxHere } from '../../support/cli-here.ts';

type Shown = {
  readonly total: { readonly done: number; readonly total: number; readonly percent: number };
  readonly running?: { readonly pid: number };
  readonly progress?: {
    readonly etaSeconds?: number;
    readonly requests: { readonly allowedPerMinute: number };
  };
  readonly entities: { readonly messages: { readonly total: number; readonly estimated: boolean } };
};

test('another process watches a run: its rows of all, its pace, its time left; and it stops with the run', async () => {
  using space = workspace(60_000);
  await using sandbox = await startSandboxHere(space.folder);
  const pipeline = space.pipeline({ target: targetOf(sandbox), rest: 'limits: { requestsPerMinute: 360 }' });
  const run = startCli(['run', pipeline, '--yes']);
  const state = join(space.folder, '.chatferry/e2e');
  while (!existsSync(join(state, 'checkpoint.json'))) await sleep(50);
  const watched = startCli(['status', pipeline, '--watch', '--json']);
  let lines = 0;
  watched.child.stdout?.on('data', (chunk: Buffer) => {
    lines += chunk.toString().split('\n').length - 1;
  });
  while (!readFileSync(join(state, 'run.log'), 'utf8').includes('"progress"')) await sleep(200);
  const { out } = await cli(['status', pipeline]);
  expect(out).toMatch(/total {6}read [\d ]+\/~[\d ]+ \(\d+ %\) {2}imported [\d ]+\n/);
  expect(out).toMatch(
    /ETA [\d.]+ [sm] \(\d\d:\d\d\) · [\d ]+ rows\/min · [\d.]+ of 360 import requests\/min \((declared|set by the service)\)/,
  );
  await expect.poll(() => lines).toBeGreaterThan(4);
  run.child.kill('SIGINT');
  expect((await run.ended).code).toBe(130);
  const end = await watched.ended;
  expect([end.code, end.err]).toEqual([0, '']);
  const shown = end.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Shown);
  const [first, last] = [shown[0] as Shown, shown.at(-1) as Shown];
  expect([first.running?.pid, last.running]).toEqual([run.child.pid, undefined]);
  expect(last.total.done).toBeGreaterThan(first.total.done);
  expect(Math.abs(first.total.total / 60_006 - 1)).toBeLessThan(0.1);
  expect(first.entities.messages.estimated).toBe(true);
  expect(last.progress?.requests.allowedPerMinute).toBe(360);
  expect(last.progress?.etaSeconds).toBeGreaterThan(0);
});
