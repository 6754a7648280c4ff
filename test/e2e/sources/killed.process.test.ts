import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { sized } from '../../support/long-form.ts';
import { type Random, seeded } from '../../support/random.ts';
import { start } from './process-here.ts';
import { KEEP, rooms, ways } from './rooms.ts';
import { type SourcesHere, sourcesHere } from './sources-here.ts';

const ROWS = 60;
const KILLS = sized(2, 4);
const SMALL = 'limits: { requestsPerMinute: 10000000, timeoutSeconds: 30, batch: 10, concurrency: 2 }';

/** Runs until the process ends by itself; kills it before, while it prepares its sources and at random writes. */
async function killAgainAndAgain(here: SourcesHere, input: string, random: Random) {
  const tables = new Map<string, Set<string>>();
  for (let kills = 0; ; kills++) {
    // Standard input comes once, unless nothing has been sent of it.
    const isBegun = existsSync(join(here.state, 'checkpoint.json'));
    const { child, ended } = start(here, 'run', isBegun ? '' : input, '--yes', '--json');
    let writes = 1 + Math.floor(random() * 4);
    here.onRequest = (request) => {
      if (kills < KILLS && request.startsWith('POST') && --writes === 0) child.kill('SIGKILL');
    };
    if (kills === 0) sleep(200 + random() * 300, undefined, { ref: false }).then(() => child.kill('SIGKILL'));
    const { code, out, err } = await ended;
    for (const [name, digest] of tablesOf(here))
      tables.set(name, (tables.get(name) ?? new Set()).add(digest));
    if (code !== null)
      return { code, err, report: out === '' ? undefined : (JSON.parse(out) as Report), tables };
  }
}

/** The digests of the prepared tables, by name. */
function tablesOf({ state }: SourcesHere): [name: string, digest: string][] {
  const folder = join(state, 'prepared');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.(?:table|derived)$/.test(name))
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]);
}

/** The texts of each conversation that the service has, in its order. */
async function conversationsOf({ reader }: SourcesHere): Promise<string[][]> {
  const held: Record<string, string[]> = {};
  for await (const { conversationId, data } of reader.messages('&category=message')) {
    held[conversationId] ??= [];
    held[conversationId].push(String(data['text']));
  }
  return Object.values(held).sort();
}

test('a sync that is killed at random writes ends with what its sources have, and the next one sends nothing', async () => {
  const { files, conversations } = rooms(ROWS);
  const sources = ways['files, newest row first'];
  await using here = await sourcesHere({ files, sources, rest: 'sync: { onMissing: delete }' });
  here.write('pipeline.yaml', readFileSync(here.pipeline, 'utf8').replace(/^limits:.*$/m, SMALL));
  const { code, report } = await killAgainAndAgain(here, '', seeded(17));
  expect([code, report?.balanced]).toEqual([0, true]);
  const { created = 0, unchanged = 0, exists = 0 } = report?.entities.messages ?? {};
  expect([created + unchanged, exists]).toEqual([3 * ROWS, 0]);
  expect(await conversationsOf(here)).toEqual(Object.values(conversations).sort());
  expect(existsSync(join(here.state, 'prepared'))).toBe(false);
  here.onRequest = () => {};
  expect((await here.json('run')).result.requests.sent).toBe(0);
  expect((await here.json('verify')).exitCode).toBe(0);
});

test.each(Object.entries(ways))(
  'a run over %s that is killed at random writes loses nothing, sends nothing twice and keeps the order',
  async (_, sources) => {
    const { files, conversations } = rooms(ROWS);
    await using here = await sourcesHere({ files: { ...files, ...KEEP }, sources });
    here.declare(sources, '');
    here.write('pipeline.yaml', readFileSync(here.pipeline, 'utf8').replace(/^limits:.*$/m, SMALL));
    const input = sources.includes('"-"') ? (files['direct.csv'] as string) : '';

    const { code, err, report, tables } = await killAgainAndAgain(here, input, seeded(16));
    expect([code, err]).toEqual([0, expect.any(String)]);
    expect(report).toMatchObject({ exitCode: 0, balanced: true });
    expect(report?.entities.messages).toMatchObject({ read: 3 * ROWS, created: 3 * ROWS });
    expect(report?.entities.groups).toMatchObject({ read: 2, created: 2 });
    expect(report?.entities.members).toMatchObject({ read: 6, created: 6 });
    // Rebuilt or found again, a table has the same bytes: a saved position stays right.
    expect(tables.size).toBeGreaterThan(0);
    for (const digests of tables.values()) expect(digests.size).toBe(1);
    expect(existsSync(join(here.state, 'prepared'))).toBe(false);

    expect(await conversationsOf(here)).toEqual(Object.values(conversations).sort());

    const calls = join(here.folder, 'calls.txt');
    const called = existsSync(calls) ? readFileSync(calls, 'utf8') : '';
    here.onRequest = () => {};
    const again = await start(here, 'run', '', '--json').ended;
    expect([again.code, again.err]).toEqual([0, '']);
    expect((JSON.parse(again.out) as Report).requests.sent).toBe(0);
    if (called !== '') expect(readFileSync(calls, 'utf8')).toBe(called);
    const verified = await start(here, 'verify', input, '--json').ended;
    const landed = Object.values(report?.entities ?? {}).reduce((sum, { created }) => sum + created, 0);
    expect(JSON.parse(verified.out)).toMatchObject({
      exitCode: 0,
      verified: { same: landed, of: landed },
    });
  },
);
