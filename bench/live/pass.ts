/** Measures passes of one row over an open lane: `node bench/live/pass.ts [passes]`, alone on the machine. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLaneWriter } from '../../src/features/live/pass/open-lane-writer.ts';
import type { OriginRow } from '../../src/origin/origin.ts';
import { loadPipeline } from '../../src/pipeline/pipeline.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { realSystem } from '../../src/system/system.ts';
import { styleFor } from '../../src/terminal/style.ts';

const [passes = 100] = process.argv.slice(2).map(Number);
const WARM_UP = 20;
const folder = mkdtempSync(join(tmpdir(), 'chatferry-live-'));
await using sandbox = await startSandbox({ dataFile: join(folder, 'service.sqlite'), http: true });
const key = readFileSync(sandbox.files.apiKey, 'utf8').trim();
writeFileSync(join(folder, 'key'), key, { mode: 0o600 });
const signal = new AbortController().signal;

const people = {
  service: [
    { list: 'users', row: { uid: 'ann', name: 'Ann' } },
    { list: 'conversations', row: { guid: 'g1', name: 'G1', type: 'private', owner: 'ann' } },
    { list: 'members', of: 'g1', row: { uid: 'ann', scope: 'admin' } },
  ],
  sendbird: [
    {
      list: 'conversations',
      row: { channel_url: 'g1', name: 'G1', member_count: 1, created_at: 1_780_000_000 },
    },
    { list: 'users', row: { user_id: 'ann', nickname: 'Ann' } },
    {
      list: 'members',
      of: 'g1',
      row: { user_id: 'ann', nickname: 'Ann', state: 'joined', role: 'operator' },
    },
  ],
} as const satisfies Readonly<Record<string, readonly OriginRow[]>>;
type System = keyof typeof people;

function messageOf(system: System, at: number): OriginRow {
  const sentAt = Math.floor(Date.now() / 1_000);
  const to = { receiver: 'g1', receiverType: 'group', category: 'message' };
  return system === 'service'
    ? {
        list: 'messages',
        row: {
          id: `${at}`,
          muid: `m-${at}`,
          sender: 'ann',
          ...to,
          type: 'text',
          sentAt,
          data: { text: `hello ${at}` },
        },
      }
    : {
        list: 'messages',
        of: 'g1',
        row: {
          message_id: at,
          message: `hello ${at}`,
          type: 'MESG',
          user: { user_id: 'ann', nickname: 'Ann' },
          channel_url: 'g1',
          created_at: sentAt * 1_000,
        },
      };
}

async function measure(system: System, how: 'send' | 'import'): Promise<void> {
  const file = join(folder, `${system}-${how}.yaml`);
  const api =
    system === 'service'
      ? 'appId: old, baseUrl: "http://127.0.0.1:9/v3", apiKey: { file: key }'
      : 'appId: OLD, key: { file: key }, host: "http://127.0.0.1:9"';
  writeFileSync(
    file,
    [
      'version: 1',
      `name: ${system}-${how}`,
      `target: { baseUrl: "${sandbox.baseUrl}", apiKey: { file: key } }`,
      'limits: { requestsPerMinute: 10000000 }',
      `sources: { export: { system: ${system}, api: { ${api} } } }`,
    ].join('\n'),
  );
  const style = styleFor(false);
  const context = {
    system: realSystem,
    env: {},
    signal,
    allowCode: false,
    commandLine: 'bench',
    err: () => {},
    errStyle: style,
    live: false,
    columns: () => 80,
    quiet: true,
    verbosity: 0 as const,
  };
  await using writer = await openLaneWriter({ pipeline: loadPipeline(file, {}), to: 'new' }, context);
  const first = await writer.convert(people[system], signal);
  await writer.write({ rows: first.rows, removals: [], how }, signal);
  const converted: number[] = [];
  const written: number[] = [];
  const all: number[] = [];
  const offset = system === 'service' ? 0 : 1_000_000;
  for (let at = 0; at < passes + WARM_UP; at++) {
    const message = messageOf(system, offset + (how === 'send' ? 100_000 : 0) + at);
    const t0 = performance.now();
    const { rows } = await writer.convert([...people[system], message], signal);
    const t1 = performance.now();
    const outcomes = await writer.write(
      { rows: { messages: rows.messages ?? [] }, removals: [], how },
      signal,
    );
    const t2 = performance.now();
    if (outcomes[0]?.outcome.status !== 'created') throw new Error(JSON.stringify(outcomes));
    if (at < WARM_UP) continue;
    converted.push(t1 - t0);
    written.push(t2 - t1);
    all.push(t2 - t0);
  }
  const median = (times: readonly number[]): string =>
    (times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0).toFixed(1);
  console.log(
    `${system} ${how}: convert ${median(converted)} ms, write ${median(written)} ms, a pass ${median(all)} ms (median of ${passes})`,
  );
}

const only = process.env['ONLY'];
for (const system of ['service', 'sendbird'] as const)
  if (only === undefined || only === system)
    for (const how of ['import', 'send'] as const) await measure(system, how);
rmSync(folder, { recursive: true, force: true });
