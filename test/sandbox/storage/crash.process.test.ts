import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { type Json, openSandbox, temporaryFolder } from '../sandbox-client.ts';

/** Runs the importing process until it has answered some batches, kills it, and returns the batches answered. */
async function importUntilKilled(dataFile: string, first: number, batches: number): Promise<number[]> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'crash-import.ts'), dataFile, String(first)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const answered: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    answered.push(Number(line));
    if (answered.length === batches) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return answered;
}

test('what was answered is there after kill -9, each batch whole, and a killed sandbox blocks no other', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  const answered: number[] = [];
  // 500 batches are more than one transaction takes.
  for (const batches of [3, 500, 40, 7]) {
    const first = (answered.at(-1) ?? 0) + 1000;
    answered.push(...(await importUntilKilled(dataFile, first, batches)));
  }
  await using opened = await openSandbox({ dataFile });
  const counts = new Map<number, number>();
  let query = '/messages?limit=1000';
  for (let next: Json = {}; next; ) {
    const { json } = await opened.get(query);
    for (const one of json.data) {
      const batch = Number(/^m(\d+)-/.exec(one.muid)?.[1]);
      counts.set(batch, (counts.get(batch) ?? 0) + 1);
    }
    next = json.meta.next;
    if (next) query = `/messages?limit=1000&sentAt=${next.sentAt}&id=${next.id}`;
  }
  expect(answered.length).toBeGreaterThanOrEqual(550);
  expect(answered.filter((batch) => counts.get(batch) !== 50)).toEqual([]);
  expect([...counts.values()].filter((count) => count !== 50)).toEqual([]);
});

test('a failure of the sandbox itself is ERR_EXCEPTION, is logged, and stops nothing', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  await (await openSandbox({ dataFile }))[Symbol.asyncDispose]();
  const db = new DatabaseSync(dataFile);
  db.exec('DROP TABLE auth_tokens');
  db.close();
  await using opened = await openSandbox({ dataFile });
  const answer = await opened.post('/users', { uid: 'ann', name: 'Ann', withAuthToken: true });
  expect([answer.status, answer.json.error.code]).toEqual([500, 'ERR_EXCEPTION']);
  expect(answer.text).not.toContain('auth_tokens');
  expect(String(opened.events[0]?.error)).toContain('auth_tokens');
  expect((await opened.get('/users')).json.data).toEqual([]);
});
