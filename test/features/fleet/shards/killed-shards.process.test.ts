import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Report } from '../../../../src/report/result/report.ts';
import { serviceReader } from '../../../e2e/service-reader.ts';
import { FAST, targetOf, workspace } from '../../../e2e/workspace.ts';
import { type SandboxHere, startSandboxHere } from '../../../support/cli-here.ts';
import { runHere } from '../../../support/command-here.ts';
import { sized } from '../../../support/long-form.ts';
import { stageProcess } from './stage-process.ts';

const MESSAGES = sized(6_000, 20_000);
const USERS = 60;
const GROUPS = 25;
const SHARDS = 4;
/** Every process is killed so many times, and then left alone. */
const KILLS = sized(2, 4);
const LATER_MS = 80;

/** Messages of some 1,800 conversations, one row each in turn. */
function* messages(): Generator<string> {
  yield 'muid,sender,receiver,receiverType,sentAt,text\n';
  for (let n = 0; n < MESSAGES; n++) {
    const sender = (n * 31) % USERS;
    const other = (sender + 1 + ((n * 17) % (USERS - 1))) % USERS;
    const to = n % 2 ? `g-${(n * 13) % GROUPS},group` : `u-${other},user`;
    yield `m-${n},u-${sender},${to},${1_790_000_000 + n},number ${n}\n`;
  }
}

const many = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join('');

/** A stage in a process of its own; `kill` ends it at once. */
function start(pipeline: string, stage: string) {
  const child = spawn(process.execPath, [stageProcess, pipeline, stage], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let out = '';
  child.stdout?.on('data', (piece: Buffer) => {
    out += piece.toString();
  });
  const begun = once(child, 'message');
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out }));
  return { child, begun, ended };
}

/** The stages that were killed, once for each time. */
const killed: string[] = [];

/** Does a stage in processes that are killed some time after they have begun, each a little later than the one before. */
async function doneKilled(pipeline: string, stage: string, firstMs: number): Promise<string> {
  for (let kills = 0; ; kills++) {
    const { child, begun, ended } = start(pipeline, stage);
    if (kills < KILLS) {
      await Promise.race([begun, ended]);
      await sleep(firstMs + kills * LATER_MS);
      child.kill('SIGKILL');
    }
    const { code, out } = await ended;
    if (code === null) {
      killed.push(stage);
      continue;
    }
    if (code !== 0 && code !== 4) throw new Error(`${stage} ended with ${code}: ${out}`);
    return out;
  }
}

async function written(sandbox: SandboxHere): Promise<Record<string, number[]>> {
  const all = (await Array.fromAsync(serviceReader(sandbox.baseUrl, sandbox.apiKey).messages())).filter(
    ({ muid }) => muid,
  );
  const found: Record<string, number[]> = {};
  for (const { conversationId, muid } of all.sort((a, b) => Number(a.id) - Number(b.id))) {
    const own = found[conversationId] ?? [];
    found[conversationId] = own;
    own.push(Number(muid.slice(2)));
  }
  return found;
}

test('four shards at once, each killed again and again: every row once, in order; verify finds all, undo removes all', async () => {
  using space = workspace(0);
  writeFileSync(join(space.folder, 'messages.csv'), [...messages()].join(''));
  space.write('users.csv', `uid,name\n${many(USERS, (n) => `u-${n},User ${n}\n`)}`);
  space.write('groups.csv', `guid,name\n${many(GROUPS, (n) => `g-${n},Group ${n}\n`)}`);
  space.write(
    'members.csv',
    `guid,uid\n${many(GROUPS * USERS, (n) => `g-${n % GROUPS},u-${Math.floor(n / GROUPS)}\n`)}`,
  );
  await using sandbox = await startSandboxHere(space.folder);
  const sources = ['users', 'groups', 'members', 'messages']
    .map((name) => `  ${name}: { path: ${name}.csv }`)
    .join('\n');
  const pipeline = space.pipeline({ target: targetOf(sandbox), sources, rest: `${FAST}\nshards: ${SHARDS}` });

  for (const stage of ['users', 'groups', 'members', 'index']) await doneKilled(pipeline, stage, 40);
  const shards = Array.from({ length: SHARDS }, (_, n) => `shard ${n + 1}`);
  await Promise.all(shards.map((stage, n) => doneKilled(pipeline, stage, 150 + n * 60)));
  const report = JSON.parse(await doneKilled(pipeline, 'merge', 40)) as Report;

  for (const stage of shards) expect(killed).toContain(stage);
  expect([report.exitCode, report.balanced]).toEqual([0, true]);
  expect(report.entities.messages).toMatchObject({ read: MESSAGES, created: MESSAGES });
  expect(existsSync(join(space.folder, '.chatferry/e2e/shards'))).toBe(false);
  const found = Object.values(await written(sandbox));
  expect(found.reduce((sum, { length }) => sum + length, 0)).toBe(MESSAGES);
  for (const numbers of found) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(new Set(found.flat()).size).toBe(MESSAGES);

  const verified = JSON.parse((await runHere(['verify', pipeline, '--json'])).stdout);
  expect([verified.exitCode, verified.entities.messages]).toMatchObject([
    0,
    { same: MESSAGES, differs: 0, onlySource: 0, onlyTarget: 0 },
  ]);
  const { confirm } = JSON.parse((await runHere(['undo', pipeline, '--json'])).stdout);
  await runHere(['undo', pipeline, '--json', '--confirm', confirm]);
  expect(await written(sandbox)).toEqual({});
});
