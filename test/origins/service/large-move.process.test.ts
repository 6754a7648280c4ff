import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { chatService } from '../../../src/service/client/chat-service.ts';
import { startCli, startSandboxProcess } from '../../e2e/cli-process.ts';
import { sized } from '../../support/long-form.ts';
import { contentOf } from './content.ts';
import { fillApp } from './filled-app.ts';
import { folderHere, movePipeline } from './two-apps.ts';

const SIZE = sized(
  { users: 60, groups: 12, messages: 1_500 },
  { users: 1_000, groups: 200, messages: 100_000 },
);
/** Seconds for reading an app and checking its rows, on an idle machine; a busy one gets more. */
const SECONDS_MAX = 60 * 5;
/** As much as a validation of files of that size takes: reading keeps nothing but a page. */
const MEGABYTES_MAX = 230;

/** Runs a command; its seconds, and the most memory that it had, in megabytes. */
async function measured(...args: readonly string[]) {
  const begin = performance.now();
  const { child, ended } = startCli(args);
  let megabytes = 0;
  const status = `/proc/${child.pid}/status`;
  const watch = (async () => {
    while (child.exitCode === null && child.signalCode === null) {
      const [, peak = '0'] =
        (existsSync(status) && /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))) || [];
      megabytes = Math.max(megabytes, Number(peak) / 1_024);
      await sleep(50);
    }
  })().catch(() => undefined);
  const { code, out, err } = await ended;
  await watch;
  return { code, out, err, megabytes, seconds: (performance.now() - begin) / 1_000 };
}

test('an app moves between two sandboxes, in little memory', async () => {
  using here = folderHere();
  const { folder } = here;
  await Promise.all(['old', 'next'].map((name) => mkdir(join(folder, name))));
  await using old = await startSandboxProcess(join(folder, 'old'), ['--region', 'eu']);
  await using next = await startSandboxProcess(join(folder, 'next'));
  const requestsPerMinute = { core: 1e7, standard: 1e7, import: 1e7 };
  const open = ({ baseUrl, apiKey }: typeof old) => chatService({ baseUrl, apiKey, requestsPerMinute });
  await using from = open(old);
  await using to = open(next);
  await fillApp(from, SIZE);
  const pipeline = movePipeline(folder, old, next);
  const read = await measured('validate', pipeline);
  expect(read.code, read.out + read.err).toBe(0);
  const run = await measured('run', pipeline, '--yes');
  expect(run.code, run.out + run.err).toBe(0);
  const verify = await measured('verify', pipeline);
  expect(verify.code, verify.out).toBe(0);
  expect(await contentOf(to, 'old')).toEqual(await contentOf(from, 'old'));
  for (const [name, { seconds, megabytes }] of Object.entries({ validate: read, run, verify }))
    process.stderr.write(`${name}: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB\n`);
  expect(read.seconds).toBeLessThan(SECONDS_MAX);
  expect(read.megabytes).toBeLessThan(MEGABYTES_MAX);
});
