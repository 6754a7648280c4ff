import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';
import { type Bench, rival } from '../bench.ts';
import { startNode } from '../child.ts';
import { median } from '../race.ts';
import type { Goal, Line } from '../table.ts';

const BATCH = 50;
const CONNECTIONS = 4;
/** Number of requests whose bodies are built ahead, outside the measured time. */
const SLICE = 200;
const READS = 200;
const GROUPS = 500;
const PAGE_GOAL: Goal = { atMost: 0.01 };
const IMPORT_GOAL: Goal = { atLeast: 0.5 };

type Entity = 'users' | 'groups' | 'messages';
type Row = Readonly<Record<string, unknown>>;
type Served = AsyncDisposable & {
  readonly request: (method: 'GET' | 'POST', path: string, body?: string) => Promise<string>;
};

/** The sandbox by itself: the speed of an import, and the speed of reading. */
export async function* sandboxFigures(bench: Bench): AsyncGenerator<readonly Line[]> {
  const dataFile = join(bench.folder, 'served.sqlite');
  const seconds = await fill(bench, dataFile);
  for (const entity of ['users', 'messages'] as const) {
    const bare = await bareSeconds(bench, dataFile, entity);
    const rows = bench.rows.sent;
    yield [
      {
        figure: `sandbox, import of ${entity}, 50 a request / bare SQLite inserts`,
        value: bare / seconds[entity],
        unit: '×',
        goal: IMPORT_GOAL,
        own: { rows, seconds: seconds[entity] },
        rival: { rows, seconds: bare },
      },
    ];
  }
  yield* readFigures(bench, dataFile);
}

async function serve({ cli }: Bench, dataFile: string): Promise<Served> {
  const child = startNode([cli, 'sandbox', '--json', '--http', '--data', dataFile, '--until-stdin-ends']);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { baseUrl, files } = JSON.parse(line) as { baseUrl: string; files: { apiKey: string } };
  const { origin, pathname } = new URL(baseUrl);
  const apikey = (await readFile(files.apiKey, 'utf8')).trim();
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const headers = { apikey, 'content-type': 'application/json' };
  return {
    request: async (method, path, body) => {
      const answer = await pool.request({ method, path: pathname + path, headers, body: body ?? null });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${path} is answered ${answer.statusCode}: ${text}`);
      return text;
    },
    [Symbol.asyncDispose]: async () => {
      await pool.close();
      const closed = once(child, 'close');
      child.stdin.end();
      await closed;
    },
  };
}

/**
 * Twenty messages a conversation on average, but some are far busier than others, as in every chat: the busiest hundredth
 * has a tenth of the messages. A third goes to groups, there are a fiftieth as many users as messages, and one message in
 * ten is in the one long conversation.
 */
function messageRow(index: number, rows: number): Row {
  const users = Math.max(50, Math.floor(rows / 50));
  const long = index % 10 === 0;
  const spread = ((index * 7_919) % rows) / rows;
  const conversation = Math.floor(spread * spread * Math.max(1, rows / 20));
  const sender = long ? 0 : conversation % users;
  const toGroup = !long && index % 3 === 0;
  return {
    muid: `m-${index}`,
    sender: `u${sender}`,
    receiver: toGroup
      ? `g${conversation % GROUPS}`
      : `u${long ? 1 : (sender + 1 + Math.floor(conversation / users)) % users}`,
    receiverType: toGroup ? 'group' : 'user',
    category: 'message',
    type: 'text',
    sentAt: 1_500_000_000 + index,
    data: { text: `message ${index}, with the few words that most messages have` },
  };
}

async function fill(bench: Bench, dataFile: string): Promise<Readonly<Record<Entity, number>>> {
  await using service = await serve(bench, dataFile);
  const users = bench.rows.sent;
  const user = (index: number): Row => ({
    uid: `u${index}`,
    name: `Name of ${index}`,
    createdAt: 1_400_000_000,
  });
  const group = (index: number): Row => ({ guid: `g${index}`, name: `Group ${index}`, type: 'public' });
  return {
    users: await importAll(service, 'users', users, (index) => [`u${index}`, user(index)]),
    groups: await importAll(service, 'groups', GROUPS, (index) => [`g${index}`, group(index)]),
    messages: await importAll(service, 'messages', bench.rows.sent, (index) => [
      `m-${index}`,
      messageRow(index, bench.rows.sent),
    ]),
  };
}

/** Imports rows 0 to `count` over a few connections; the seconds of the requests alone. */
async function importAll(
  { request }: Served,
  entity: Entity,
  count: number,
  rowOf: (index: number) => readonly [string, Row],
): Promise<number> {
  process.stderr.write(`importing ${count} ${entity}\n`);
  let ms = 0;
  for (let start = 0; start < count; start += BATCH * SLICE) {
    const bodies: string[] = [];
    for (let at = start; at < Math.min(count, start + BATCH * SLICE); at += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, count - at) }, (_, offset) => rowOf(at + offset));
      bodies.push(JSON.stringify({ [entity]: Object.fromEntries(rows) }));
    }
    const waiting = bodies.values();
    const startedAt = performance.now();
    const lane = async (): Promise<void> => {
      for (const body of waiting) {
        const text = await request('POST', `/data_import/${entity}`, body);
        if (text.includes('"success":false')) throw new Error(`a row was refused: ${text.slice(0, 500)}`);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, lane));
    ms += performance.now() - startedAt;
  }
  return ms / 1_000;
}

async function bareSeconds(bench: Bench, dataFile: string, table: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    const into = join(bench.folder, `bare-${table}-${round}.sqlite`);
    const { rows, seconds } = await rival(bench, 'bare-sqlite', [dataFile, into, table]);
    if (rows !== bench.rows.sent) throw new Error(`bare SQLite has ${rows} ${table}, not ${bench.rows.sent}`);
    times.push(seconds);
  }
  return median(times);
}

async function* readFigures(bench: Bench, dataFile: string): AsyncGenerator<readonly Line[]> {
  await using service = await serve(bench, dataFile);
  const pages = Math.max(1, Math.floor(bench.rows.sent / 100));
  const middle = Math.ceil(pages / 2);
  const long = 'conversationId=user_u0_user_u1&limit=100';
  const first = JSON.parse(await service.request('GET', `/messages?${long}&affix=append`)) as {
    data: { id: string }[];
  };
  const reads: Readonly<Record<string, string>> = {
    'GET /users?perPage=100, first page': '/users?perPage=100',
    'GET /users?perPage=100, middle page': `/users?perPage=100&page=${middle}`,
    'GET /users?perPage=100, last page': `/users?perPage=100&page=${pages}`,
    'a conversation, first 100 messages': `/messages?${long}&affix=append`,
    'a conversation, last 100 messages': `/messages?${long}&affix=prepend`,
    'a conversation, 100 after a message': `/messages?${long}&affix=append&id=${first.data.at(-1)?.id}`,
    'a group, last 100 messages': '/groups/g3/messages?limit=100&affix=prepend',
    'all messages, last 100': '/messages?limit=100&affix=prepend',
    'conversations, 100': '/conversations?perPage=100',
  };
  for (const [program, path] of Object.entries(reads)) {
    const times: number[] = [];
    for (let read = 0; read < READS; read++) {
      const startedAt = performance.now();
      await service.request('GET', path);
      times.push((performance.now() - startedAt) / 1_000);
    }
    yield [{ figure: `sandbox, ${program}`, value: median(times), unit: 's', goal: PAGE_GOAL }];
  }
}
