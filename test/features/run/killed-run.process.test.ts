import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { startCli } from '../../e2e/cli-process.ts';
import { serviceReader } from '../../e2e/service-reader.ts';
import { targetOf, type Workspace, workspace } from '../../e2e/workspace.ts';
import { cli, type SandboxHere, startSandboxHere } from '../../support/cli-here.ts';
import { type Gate, startGate } from '../../support/services/gate.ts';
import { acknowledgedKeys } from '../verify/acknowledged-keys.ts';
import { landed } from './stoppable-run.ts';

const FAST = 'limits: { requestsPerMinute: 60000, concurrency: 4, batch: 20 }';
const SOURCES = '  users: { path: users.csv }\n  messages: { path: messages.ndjson }';
const PEOPLE = 30;
const MESSAGES = 300;
/** Writes that the service takes before the run is killed. */
const ANSWERS = 7;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Messages of many conversations, so that batches fill at different times. */
function writeExport(space: Workspace): void {
  const users = numbers(PEOPLE).map((n) => `u-${n},User ${n}\n`);
  const messages = numbers(MESSAGES).map((n) => ({
    muid: `m-${n}`,
    sender: `u-${(n * n) % PEOPLE}`,
    receiver: `u-${(n * n + 1 + (n % 7)) % PEOPLE}`,
    receiverType: 'user',
    sentAt: 1_700_000_000 + n,
    text: `number ${n}`,
  }));
  space.write('users.csv', `uid,name\n${users.join('')}`);
  space.write('messages.ndjson', messages.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** How many rows the service holds. */
async function held({ baseUrl, apiKey }: SandboxHere): Promise<number> {
  const reader = serviceReader(baseUrl, apiKey);
  return (
    (await Array.fromAsync(reader.messages())).length + (await Array.fromAsync(reader.list('/users'))).length
  );
}

/** Kills a run when it has recorded what it was told, and the service has got no more. */
async function killWaiting(file: string, state: string, sandbox: SandboxHere, gate: Gate): Promise<void> {
  const { child, ended } = startCli(['run', file, '--yes']);
  while (gate.waiting() === 0 || gate.passing() > 0) await sleep(20);
  const taken = await held(sandbox);
  while (acknowledgedKeys(state).length < taken) await sleep(20);
  child.kill('SIGKILL');
  await ended;
}

/** What a run counts that reaches nobody and is interrupted. */
async function countedWithoutService(file: string): Promise<number> {
  const { child, ended } = startCli(['run', file, '--yes', '--json']);
  child.stderr?.on('data', (chunk: Buffer) => {
    if (chunk.toString().includes('trouble')) child.kill('SIGINT');
  });
  const { code, out } = await ended;
  expect(code).toBe(130);
  return landed(JSON.parse(out) as Report);
}

test('killed: what the service accepted is counted before anything is sent, and a sync then has nothing to do', async () => {
  using space = workspace(0);
  writeExport(space);
  let accepted = 0;
  let port = '';
  let file = '';
  {
    await using sandbox = await startSandboxHere(space.folder);
    await using gate = await startGate(sandbox.baseUrl, '/data_import/', ANSWERS);
    file = space.pipeline({
      target: targetOf({ ...sandbox, baseUrl: gate.baseUrl }),
      sources: SOURCES,
      rest: FAST,
    });
    port = new URL(gate.baseUrl).port;
    await killWaiting(file, join(space.folder, '.chatferry/e2e'), sandbox, gate);
    accepted = await held(sandbox);
  }
  expect(accepted).toBeGreaterThan(50);
  expect(await countedWithoutService(file)).toBe(accepted);

  await using sandbox = await startSandboxHere(space.folder, ['--port', port]);
  const target = targetOf(sandbox);
  space.pipeline({ target, sources: SOURCES, rest: FAST });
  const { code, out } = await cli(['run', file, '--yes', '--json']);
  const report = JSON.parse(out) as Report;
  expect([code, landed(report), report.balanced]).toEqual([0, PEOPLE + MESSAGES, true]);
  expect(report.requests.sent).toBe(report.requests.floor);
  space.pipeline({ target, sources: SOURCES, rest: `${FAST}\nsync: {}` });
  const sync = JSON.parse((await cli(['run', file, '--yes', '--json'])).out) as Report;
  expect([sync.exitCode, sync.requests.sent]).toEqual([0, 0]);
});
