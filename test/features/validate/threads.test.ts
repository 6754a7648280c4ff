import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Plan } from '../../../src/delivery/plan.ts';
import { type DryRun, dryRun } from '../../../src/features/validate/dry-run.ts';
import { openPlan } from '../../../src/pipeline/open-plan.ts';
import { parsePipeline } from '../../../src/pipeline/pipeline.ts';
import { routesOf } from '../../../src/session/connect.ts';
import { realFiles } from '../../../src/system/files.ts';
import { sized } from '../../support/long-form.ts';
import { seeded } from '../../support/random.ts';

/** More than other threads are asked for, in some dozens of blocks. */
const FILE_BYTES = 10 << 20;
const NOW = Date.parse('2026-03-01T00:00:00Z');

const TEXTS = [
  'Good morning!',
  'She said "tomorrow", not "today".',
  'First line\nsecond line\r\nthird\rfourth',
  'Grüße 👨‍👩‍👧 明日 <@uid:Ben>',
  // Looks like records to whoever begins here.
  'm-1,ann,team,group,1700000000,hi\nm-2,ann,team,group,1700000000,hi\nm-3,ann,team,group,1700000000,hi\nm-4,',
  '{"muid":"m-1","sender":"ann"}\n'.repeat(4),
  'tab\there, back\\slash',
  ' ',
  'bell \u0007',
  'turned \u202etext',
  '<@uid:ann> and <@uid:nobody>',
  'x'.repeat(2_000),
];

/** CSV, NDJSON, and JSON arrays with an element on each line or all on one. */
type Format = 'csv' | 'ndjson' | 'json' | 'flat.json';
const ODD_LINES = ['', 'a,b', '"', '"x"y,1', '{', '{"muid":"a",', '[]', 'm,"', ' '];
const ODD_ELEMENTS = ['', '"x"', '7', '{"muid":"a","muid":"a"}', '[]', '{"muid":[1]}', ' '];

/** Messages, most of them right; some lines are no records. */
function messagesText(format: Format, seed: number): Buffer {
  const random = seeded(seed);
  const any = <T>(...each: readonly T[]): T => each[Math.floor(random() * each.length)] as T;
  const names = ['muid', 'sender', 'receiver', 'receiverType', 'sentAt', 'text'];
  const isArray = format.endsWith('json') && format !== 'ndjson';
  const lines: string[] = format === 'csv' ? [names.join(',')] : [];
  let length = 0;
  for (let row = 0; length < FILE_BYTES; row++) {
    const odd = random() < 0.01;
    const cells = [
      odd && random() < 0.3 ? `m-${Math.floor(random() * row)}` : `m-${row}`,
      odd ? any('Ann', 'nobody', '1e5', 'a b') : any('ann', 'ben', 'cyd'),
      any('team', 'yard'),
      odd ? any('Group', 'user') : 'group',
      odd ? any('2024-01-01', '1700000000000', '4000000000') : String(1_700_000_000 + Math.floor(row / 3)),
      odd ? any(...TEXTS) : any(...TEXTS.slice(0, 6)),
    ];
    const line =
      format === 'csv'
        ? cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')
        : JSON.stringify(Object.fromEntries(names.map((name, at) => [name, cells[at]])));
    lines.push(line);
    if (random() < 0.001) lines.push(any(...(isArray ? ODD_ELEMENTS : ODD_LINES)));
    if (random() < 0.000_2) lines.push(`"${'y'.repeat(400_000)}${isArray ? '"' : ''}`);
    length += Buffer.byteLength(line) + 1;
  }
  const comma = format === 'json' ? any(',\n', ',\r\n  ') : ',';
  const text = Buffer.from(isArray ? `[${lines.join(comma)}]` : `${lines.join(any('\n', '\r\n'))}\n`);
  // Bytes that are no text, in some blocks.
  for (let damage = 0; damage < 5; damage++) {
    const at = Math.floor(random() * text.length);
    // A broken element on one line with all others may be followed by none.
    if (format !== 'flat.json' || /[a-z]/.test(String.fromCharCode(text[at] as number))) text[at] = 0xff;
  }
  return text;
}

/** Runs dry runs over the same files. */
async function withFiles(
  format: Format,
  seed: number,
  use: (run: (threads: number, signal?: AbortSignal) => Promise<DryRun>) => Promise<void>,
): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'threads-'));
  const file = (name: string, text: string | Buffer): Promise<void> =>
    writeFile(join(folder.path, name), text);
  await file('users.csv', 'uid,name\nann,Ann\nben,Ben\ncyd,Cyd\n');
  await file('groups.csv', 'guid,name,owner\nteam,Team,ann\nyard,Yard,ben\n');
  await file('members.csv', 'guid,uid\nteam,ann\nteam,ben\nyard,cyd\n');
  await file(`messages.${format}`, messagesText(format, seed));
  const sources = ['users.csv', 'groups.csv', 'members.csv', `messages.${format}`];
  const listed = sources.map((name) => `  ${name.split('.')[0]}: { path: ${name} }`);
  const text = ['version: 1', 'name: threads', 'target: sandbox', 'sources:', ...listed].join('\n');
  const pipeline = parsePipeline(text, join(folder.path, 'pipeline.yaml'), {});
  const open = (): Promise<Plan> =>
    openPlan(pipeline, { routes: routesOf(pipeline), nowMs: NOW, strict: false, files: realFiles });
  const forever = new AbortController().signal;
  await use(async (threads, signal = forever) =>
    dryRun(await open(), { requestsPerMinute: 60, signal, threads }),
  );
}

test.each([
  ['csv', 1],
  ['ndjson', 2],
  ['json', 1],
  ['flat.json', 2],
] as const)('any number of threads finds the same in a large file of %s', async (format, seed) => {
  await withFiles(format, seed, async (run) => {
    const expected = await run(0);
    expect(expected.steps.messages?.counts.pending).toBeGreaterThan(10_000);
    expect(expected.steps.messages?.counts.rejected).toBeGreaterThan(100);
    for (const threads of sized([2], [1, 2, 3])) expect(await run(threads)).toEqual(expected);
  });
});

test('a run that is stopped while other threads read ahead ends at once', async () => {
  await withFiles('csv', 3, async (run) => {
    const stopping = new AbortController();
    setImmediate(() => stopping.abort(new Error('stopped')));
    await expect(run(2, stopping.signal)).rejects.toThrow('stopped');
  });
});
