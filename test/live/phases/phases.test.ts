import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { resultSchema } from '../../../src/report/result/result-schema.ts';
import { liveHere } from './live-here.ts';
import { people, say, textsOf, twoSystems, untilTexts } from './two-systems.ts';

test('from the first event of each side to the stop, with a switch and back', async () => {
  await using systems = await twoSystems();
  const { old, new: fresh, until } = systems;
  const here = liveHere(systems.pipeline);
  await people(old);
  await say(old, 'ann', 'before');
  const running = here.live({ unproven: false });
  // Both have a webhook by then.
  await until(({ since, captureSince }) => captureSince > since, 'capture');
  // An event of the old side alone is not enough.
  await say(old, 'bob', 'captured');
  await until(({ proven }) => proven.old !== undefined, 'the event of the old side');
  expect(systems.status()?.phase).toBe('capture');
  expect(await here.switch()).toMatchObject({ exitCode: 2, printed: { error: { code: 'LIVE.PHASE' } } });
  for (const uid of ['ann', 'eve']) await fresh.users.create({ uid, name: uid });
  await fresh.messages.send(
    { receiver: 'eve', receiverType: 'user', type: 'text', data: { text: 'probe' } },
    { onBehalfOf: 'ann' },
  );
  await until(({ phase }) => phase === 'live', 'live');
  await untilTexts(fresh, ['before', 'captured', 'probe']);
  await untilTexts(old, ['before', 'captured', 'probe']);

  await say(old, 'ann', 'question');
  await untilTexts(fresh, ['before', 'captured', 'probe', 'question']);
  await say(fresh, 'bob', 'answer');
  await untilTexts(old, ['answer', 'before', 'captured', 'probe', 'question']);

  // Not silent for as long as is asked for.
  expect(await here.switch({ withinMs: 100 })).toMatchObject({
    exitCode: 7,
    printed: { error: { code: 'LIVE.NOT_DRAINED' }, live: { phase: 'live' } },
  });
  expect(await here.switch()).toMatchObject({ exitCode: 0, printed: { live: { phase: 'switched' } } });
  await say(fresh, 'bob', 'moved');
  await untilTexts(old, ['answer', 'before', 'captured', 'moved', 'probe', 'question']);
  // Who writes on the old side is reported and not carried over.
  await say(old, 'ann', 'too late');
  await until(({ forward }) => forward.skipped > 0, 'the report');
  expect(await textsOf(fresh)).not.toContain('too late');
  expect(await here.switch({ back: true })).toMatchObject({
    exitCode: 0,
    printed: { live: { phase: 'live' } },
  });
  // From now on it counts again.
  await untilTexts(fresh, ['answer', 'before', 'captured', 'moved', 'probe', 'question', 'too late']);

  expect(await here.hooks()).toMatchObject({
    printed: { sides: [{ hooks: [{ isOurs: true }] }, { hooks: [{ isOurs: true }] }] },
  });
  expect(await here.stop()).toMatchObject({ exitCode: 0, printed: { live: { phase: 'stopped' } } });
  const { exitCode, printed } = await running;
  expect(exitCode).toBe(0);
  expect(resultSchema.parse(printed).live).toMatchObject({ phase: 'stopped' });
  expect(await here.hooks()).toMatchObject({ printed: { sides: [{ hooks: [] }, { hooks: [] }] } });
  const { forward } = systems.status() ?? {};
  const { received = 0, echoes: _, waitingFor: _for, paused: _paused, ...parts } = forward ?? {};
  expect(Object.values(parts).reduce((sum, count) => sum + count, 0)).toBe(received);
  expect(await here.status()).toMatchObject({ exitCode: 0, printed: { live: { phase: 'stopped' } } });
});

test('without a process that delivers, a command does it itself', async () => {
  await using systems = await twoSystems();
  const here = liveHere(systems.pipeline);
  await people(systems.old);
  await expect(here.stop()).rejects.toMatchObject({ code: 'LIVE.PHASE' });
  await expect(here.status()).rejects.toMatchObject({ code: 'LIVE.PHASE' });
  expect(await here.live({ until: 'live' })).toMatchObject({
    exitCode: 0,
    printed: { live: { phase: 'live' } },
  });
  // Nobody receives it: it is found by listing the gap.
  await say(systems.old, 'ann', 'missed');
  expect(await here.switch()).toMatchObject({
    exitCode: 0,
    printed: { live: { phase: 'switched', gaps: [{ closed: true }, { closed: true }] } },
  });
  expect(await textsOf(systems.new)).toEqual(['missed']);
  expect(await here.retry()).toMatchObject({ exitCode: 0, printed: { retried: 0 } });
  expect(await here.stop()).toMatchObject({ exitCode: 0, printed: { live: { phase: 'stopped' } } });
});

test('nobody is notified without a word: it stays in catch-up', async () => {
  await using systems = await twoSystems();
  const here = liveHere(systems.pipeline);
  await people(systems.old);
  expect(await here.live({ allowNotifications: false })).toMatchObject({
    exitCode: 2,
    printed: { error: { code: 'NOTIFICATIONS.ON' }, live: { phase: 'catch-up' } },
  });
  // From there it goes on.
  const stop = new AbortController();
  const running = here.live({ maxDurationMs: 60_000 }, stop.signal);
  await systems.until(({ phase }) => phase === 'live', 'live');
  expect(await here.stop()).toMatchObject({ exitCode: 0 });
  expect(await running).toMatchObject({ exitCode: 0 });
});

test('the time that it may take ends it, and the next one continues in its phase', async () => {
  await using systems = await twoSystems();
  const here = liveHere(systems.pipeline);
  await people(systems.old);
  expect(await here.live({ unproven: false, maxDurationMs: 300 })).toMatchObject({
    exitCode: 7,
    printed: { error: { code: 'RUN.MAX_DURATION' }, live: { phase: 'capture' } },
  });
  expect(await here.live({ until: 'live' })).toMatchObject({
    exitCode: 0,
    printed: { live: { phase: 'live' } },
  });
});

test('phases are told to programs, to Prometheus and to those whom the pipeline names', async () => {
  const told: string[] = [];
  const server = createServer(async (request, response) => {
    told.push(String((JSON.parse(await text(request)) as { summary?: string }).summary));
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await using systems = await twoSystems([
    'notify:',
    `  - { webhook: "http://127.0.0.1:${port}/", on: [live] }`,
  ]);
  await people(systems.old);
  const metrics = join(systems.folder, 'live.prom');
  const { exitCode, printed } = await liveHere(systems.pipeline).live({
    until: 'live',
    events: true,
    metrics,
  });
  server.close();
  expect(exitCode).toBe(0);
  const events = printed as readonly { readonly type: string; readonly phase?: string }[];
  const phases = ['capture', 'bulk', 'catch-up', 'live'];
  expect(events.flatMap(({ type, phase }) => (type === 'live.phase' ? [phase] : []))).toEqual(phases);
  expect(events.map(({ type }) => type)).toContain('entity.finished');
  expect(events.filter(({ type }) => type === 'run.finished')).toEqual([
    expect.objectContaining({ exitCode: 0, result: expect.objectContaining({ command: 'live' }) }),
  ]);
  expect(events.at(-1)?.type).toBe('run.finished');
  expect(told).toEqual(phases.map((phase) => `phase ${phase}`));
  expect(readFileSync(metrics, 'utf8')).toContain('chatferry_live_phase{pipeline="move",phase="live"} 1');
});

test('who writes in the new app meanwhile does not keep the old side from being silent', async () => {
  await using systems = await twoSystems();
  const here = liveHere(systems.pipeline);
  await people(systems.old);
  const running = here.live();
  await systems.until(({ phase }) => phase === 'live', 'live');
  const stop = new AbortController();
  const writing = (async () => {
    for (let said = 0; !stop.signal.aborted; said++) {
      await say(systems.new, said % 2 === 0 ? 'ann' : 'bob', `moved ${said}`);
      await sleep(150);
    }
  })();
  const { exitCode, printed } = await here.switch({ silenceMs: 1_000 });
  stop.abort();
  await writing;
  expect([exitCode, printed]).toMatchObject([0, { live: { phase: 'switched' } }]);
  expect(await here.stop()).toMatchObject({ exitCode: 0 });
  expect(await running).toMatchObject({ exitCode: 0 });
});

test('the status of a pipeline that does not say live says what to add', async () => {
  await using systems = await twoSystems();
  const { pipeline } = systems;
  writeFileSync(pipeline, readFileSync(pipeline, 'utf8').replace(/^live:[\s\S]*/m, ''));
  await expect(liveHere(pipeline).status()).rejects.toMatchObject({
    code: 'CONFIG.INVALID',
    hint: expect.stringContaining('add  live: {'),
  });
});
