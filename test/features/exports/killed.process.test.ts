import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { cli, startCli, startSandboxProcess } from '../../e2e/cli-process.ts';
import { serviceReader } from '../../e2e/service-reader.ts';
import { targetOf, workspace } from '../../e2e/workspace.ts';
import { type SmallMessage, sendbirdExport, sendbirdId, zipped } from './small-exports.ts';

const MESSAGES = 600;
const REST = [
  'limits: { requestsPerMinute: 6000, concurrency: 4, batch: 20, timeoutSeconds: 2 }',
  'retention: { messagesOlderThanDays: 36500 }',
].join('\n');
/** Milliseconds after its start at which a run is killed: while the tables are written, and before. */
const EARLY_MS = [150, 300, 450] as const;
/** Requests that the service has taken when a run is killed. */
const KILLS = [1, 3, 2, 5, 4] as const;

/** Messages out of order, with copies of some of them: the tables bring them into order. */
function messages(): SmallMessage[] {
  const all = Array.from({ length: MESSAGES }, (_, n) => ({ n: n + 1 }));
  return [...all.filter(({ n }) => n % 3 === 0), ...all];
}

test('a run of an export is killed again and again, with answers lost: every message is there once, in the order of time', async () => {
  using space = workspace(0);
  space.write('export.zip', zipped(sendbirdExport(messages())));
  await using sandbox = await startSandboxProcess(space.folder, [
    '--verbose',
    '--faults',
    'delay=20,lostx2@/data_import',
  ]);
  const file = space.pipeline({
    target: targetOf(sandbox),
    rest: REST,
    sources: '  export: { system: sendbird, path: export.zip }',
  });
  let log = '';
  sandbox.child.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const posts = (): number => log.split(' POST ').length - 1;
  const killedWhen = async (isTime: () => boolean): Promise<void> => {
    const { child, ended } = startCli(['run', file, '--yes']);
    while (!isTime() && child.exitCode === null) await sleep(5);
    child.kill('SIGKILL');
    await ended;
  };
  for (const after of EARLY_MS) {
    const until = performance.now() + after;
    await killedWhen(() => performance.now() > until);
  }
  for (const more of KILLS) {
    const enough = posts() + more;
    await killedWhen(() => posts() >= enough);
  }
  const { code, out } = await cli(['run', file, '--yes', '--json']);
  const report = JSON.parse(out) as Report;
  expect([code, report.balanced, report.entities.messages]).toMatchObject([
    0,
    true,
    { read: MESSAGES, created: MESSAGES },
  ]);
  const { baseUrl, apiKey } = sandbox;
  const found = await Array.fromAsync(serviceReader(baseUrl, apiKey).messages());
  const inOrder = found.filter(({ muid }) => muid).sort((a, b) => Number(a.id) - Number(b.id));
  expect(inOrder.map(({ muid }) => muid)).toEqual(
    Array.from({ length: MESSAGES }, (_, n) => sendbirdId(n + 1)),
  );
});
