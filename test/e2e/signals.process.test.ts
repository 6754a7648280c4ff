import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Checkpoint } from '../../src/delivery/checkpoint.ts';
import type { Report } from '../../src/report/result/report.ts';
import { cli, startSandboxHere } from '../support/cli-here.ts';
import { startGate } from '../support/services/gate.ts';
import { checkMessages } from './checker.ts';
import { startCli } from './cli-process.ts';
import { serviceReader, untilStored } from './service-reader.ts';
import { FAST, targetOf, type Workspace, workspace } from './workspace.ts';

/** How many messages have come, as the checkpoint says; none before there is one. */
function messagesRead({ folder }: Workspace): number {
  try {
    const text = readFileSync(join(folder, '.chatferry/e2e/checkpoint.json'), 'utf8');
    return (JSON.parse(text) as { checkpoint: Checkpoint }).checkpoint.steps.messages?.counts.read ?? 0;
  } catch {
    return 0;
  }
}

async function untilSome(space: Workspace): Promise<void> {
  while (messagesRead(space) < 200) await sleep(20);
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s once drains, commits and exits %i; the next run finishes with exact counts',
  async (signal, code) => {
    using space = workspace(4_000);
    await using sandbox = await startSandboxHere(space.folder, ['--faults', 'delay=60']);
    await using gate = await startGate(sandbox.baseUrl, '/data_import/messages', 40);
    const pipeline = space.pipeline({ target: targetOf({ ...sandbox, baseUrl: gate.baseUrl }), rest: FAST });
    const { child, ended, said } = startCli(['run', pipeline, '--yes']);
    await untilSome(space);
    child.kill(signal);
    await expect.poll(said).toContain('Stopping');
    gate.open();
    const stopped = await ended;
    expect(stopped.code).toBe(code);
    expect(stopped.err).toContain('Stopping');
    const held: string[] = [];
    const reader = serviceReader(sandbox.baseUrl, sandbox.apiKey);
    for await (const { muid } of reader.messages()) held.push(muid);
    expect(held.length).toBeLessThan(4_000);
    const resumed = await cli(['run', pipeline, '--yes', '--json']);
    expect(resumed.code).toBe(0);
    expect(resumed.err).toMatch(/^continues the run of \d{4}-\S+Z, target http:\/\/127\.0\.0\.1:\d+\/v3$/m);
    const report = JSON.parse(resumed.out) as Report;
    expect(report.entities.messages).toMatchObject({ read: 4_000, created: 4_000, exists: 0 });
    const verdict = await checkMessages([join(space.folder, 'messages.ndjson')], () => true, reader);
    expect(verdict).toMatchObject({ ok: 4_000, lost: 0, duplicated: 0, orderViolations: 0 });
  },
);

test('SIGINT twice exits at once while the service does not answer, and the next run is correct', async () => {
  using space = workspace(1_000);
  const pipeline = (target: string): string =>
    space.pipeline({ target, rest: 'limits: { requestsPerMinute: 10000000 }' });
  let file = '';
  {
    await using sandbox = await startSandboxHere(space.folder, ['--faults', 'lost@/data_import/messages']);
    file = pipeline(targetOf(sandbox));
    const { child, ended, said } = startCli(['run', file, '--yes']);
    await untilStored(sandbox);
    child.kill('SIGINT');
    await expect.poll(said).toContain('Stopping');
    await sleep(300);
    expect(child.exitCode).toBe(null);
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
  }
  await using sandbox = await startSandboxHere(space.folder, []);
  const resumed = await cli(['run', pipeline(targetOf(sandbox)), '--yes', '--fresh', '--json']);
  expect(resumed.code).toBe(0);
  const verdict = await checkMessages(
    [join(space.folder, 'messages.ndjson')],
    () => true,
    serviceReader(sandbox.baseUrl, sandbox.apiKey),
  );
  expect(verdict).toMatchObject({ ok: 1_000, lost: 0, duplicated: 0, unexpected: 0, orderViolations: 0 });
});

test('SIGINT ends a wait for the rate limit within a second or so', async () => {
  using space = workspace(300);
  await using sandbox = await startSandboxHere(space.folder, ['--faults', '429=600@/data_import/messages']);
  const { child, ended } = startCli([
    'run',
    space.pipeline({ target: targetOf(sandbox), rest: FAST }),
    '--yes',
  ]);
  await new Promise<void>((done) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('waiting for the rate limit')) done();
    });
  });
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
});
