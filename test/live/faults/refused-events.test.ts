import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from '../../support/cli-here.ts';
import { liveHere } from '../phases/live-here.ts';
import { people, say, twoSystems, untilTexts } from '../phases/two-systems.ts';

test('an event that was refused is found by a list, and counted by its reason', {
  timeout: 120_000,
}, async () => {
  await using systems = await twoSystems(['  direction: both', '  reconcile: "off"']);
  const { old, new: fresh, folder, pipeline, until } = systems;
  const here = liveHere(pipeline);
  await people(old);
  const metrics = join(folder, 'live.prom');
  const running = here.live({ metrics });
  await until(({ phase }) => phase === 'live', 'live');
  const { old: path } = JSON.parse(
    readFileSync(join(folder, '.chatferry/move/live/receiver/paths.json'), 'utf8'),
  ) as { readonly old: string };
  const [, port = ''] = /listen: \{ port: (\d+)/.exec(readFileSync(pipeline, 'utf8')) ?? [];
  const refused = async (encoding: string, body: string): Promise<number> => {
    const headers = { 'content-encoding': encoding };
    return (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })).status;
  };
  // What the events of these messages say comes by no event.
  await systems.removeHooks('old');
  const texts: string[] = [];
  for (const [encoding, status, body] of [
    ['br', 415, '{}'],
    ['gzip', 400, '{}'],
    ['identity', 413, 'x'.repeat(1_100_000)],
  ] as const) {
    texts.push(`refused with ${status}`);
    await say(old, 'ann', `refused with ${status}`);
    expect(await refused(encoding, body)).toBe(status);
    await untilTexts(fresh, texts);
  }
  await until(({ gaps }) => gaps.length > 0 && gaps.every(({ closed }) => closed), 'the end of all gaps');
  const counts = { tooLarge: 1, malformed: 1, unsupportedEncoding: 1, incomplete: 0, unavailable: 0 };
  await until(({ refused: { tooLarge } }) => tooLarge === 1, 'the count');
  expect((await here.status()).printed).toMatchObject({ live: { refused: counts } });
  const { out } = await cli(['live', 'status', pipeline]);
  expect(out).toContain('not taken: 1 too large, 1 damaged, 1 packed in another way than gzip');
  expect(await here.stop()).toMatchObject({ exitCode: 0 });
  expect(await running).toMatchObject({ exitCode: 0, printed: { live: { refused: counts } } });
  const told = readFileSync(metrics, 'utf8');
  expect(told).toContain('chatferry_live_refused_total{pipeline="move",reason="tooLarge"} 1');
  expect(told).toContain('# TYPE chatferry_live_answer_seconds histogram');
  const [, all] = /^chatferry_live_answer_seconds_count\{pipeline="move"\} (\d+)$/m.exec(told) ?? [];
  expect(Number(all)).toBeGreaterThanOrEqual(3);
  expect(told).toContain(`chatferry_live_answer_seconds_bucket{le="+Inf",pipeline="move"} ${all}`);
  const [, sum] = /^chatferry_live_answer_seconds_sum\{pipeline="move"\} (\S+)$/m.exec(told) ?? [];
  expect(Number(sum)).toBeGreaterThan(0);
});
