import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, type SandboxSeed, startSandbox } from '../src/sandbox.ts';
import { median } from './race.ts';

/**
 * What a test pays for a sandbox of its own, in memory and in a file: node bench/resets.ts
 * With a number: the memory of a process whose sandbox has so many messages: node bench/resets.ts 1000000 [file]
 */

const SEEDED = 10_000;
const RESETS = 500;
const STARTS = 20;
const USERS = 200;
const BATCH = 50;
const FROM = 1_700_000_000;
const MB = 1e6;

await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-resets-'));
const [count, place] = process.argv.slice(2);
if (count === undefined) await times();
else await memoryAt(Number(count), place === 'file' ? { data: join(folder.path, 'large.sqlite') } : {});

async function times(): Promise<void> {
  const seedFrom = await seeds();
  for (const [name, data] of [
    ['in memory', {}],
    ['in a file', { data: join(folder.path, 'data.sqlite') }],
  ] as const) {
    await using sandbox = await startSandbox({ ...data, seedFrom });
    const [resets, busy]: [number[], number[]] = [[], []];
    for (let round = 0; round < RESETS; round++) {
      await create(sandbox, `new-${round}`);
      const [began, used] = [performance.now(), process.cpuUsage()];
      await sandbox.reset();
      resets.push(performance.now() - began);
      const { user, system } = process.cpuUsage(used);
      busy.push((user + system) / 1_000);
    }
    console.log(
      `${RESETS} resets with ${SEEDED} messages, ${name}: ${median(resets).toFixed(1)} ms, CPU ${median(busy).toFixed(1)} ms`,
    );
  }
  const starts: number[] = [];
  for (let round = 0; round < STARTS; round++) {
    const began = performance.now();
    await using _sandbox = await startSandbox();
    starts.push(performance.now() - began);
  }
  console.log(`start: ${median(starts).toFixed(1)} ms`);
}

async function seeds(): Promise<SandboxSeed> {
  const write = async (name: string, head: string, rows: number, row: (index: number) => string) => {
    const path = join(folder.path, name);
    await writeFile(path, [head, ...Array.from({ length: rows }, (_, index) => row(index)), ''].join('\n'));
    return path;
  };
  return {
    users: await write('users.csv', 'uid,name', USERS, (index) => `u${index},Name of ${index}`),
    messages: await write(
      'messages.csv',
      'muid,sender,receiver,receiverType,sentAt,text',
      SEEDED,
      (index) => `m${index},u${index % USERS},u${(index + 1) % USERS},user,${FROM + index},message ${index}`,
    ),
  };
}

async function post({ baseUrl, apiKey }: Sandbox, path: string, body: unknown): Promise<void> {
  const headers = { apikey: apiKey, 'content-type': 'application/json' };
  const answer = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} is answered ${answer.status}: ${text}`);
}

async function create(sandbox: Sandbox, uid: string): Promise<void> {
  await post(sandbox, '/users', { uid, name: uid });
}

async function memoryAt(messages: number, data: { readonly data?: string }): Promise<void> {
  await using sandbox = await startSandbox(data);
  const rss = (): number => process.memoryUsage().rss / MB;
  const before = rss();
  for (let index = 0; index < USERS; index++) await create(sandbox, `u${index}`);
  for (let from = 0; from < messages; from += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, at) => messageRow(from + at));
    await post(sandbox, '/data_import/messages', { messages: Object.fromEntries(rows) });
  }
  console.log(
    `${messages} messages ${data.data ? 'in a file' : 'in memory'}: ${rss().toFixed(0)} MB, ${before.toFixed(0)} MB before`,
  );
}

function messageRow(index: number): readonly [string, object] {
  const muid = `m${index}`;
  const people = { sender: `u${index % USERS}`, receiver: `u${(index + 1) % USERS}`, receiverType: 'user' };
  const content = {
    category: 'message',
    type: 'text',
    data: { text: `message ${index}, with the few words that most have` },
  };
  return [muid, { muid, ...people, sentAt: FROM + index, ...content }];
}
