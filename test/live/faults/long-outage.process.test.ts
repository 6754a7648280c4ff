import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import type { LiveDocument } from '../../../src/features/live/phases/documents/live-document.ts';
import { jsonIn } from '../../../src/input/json/defined.ts';
import { startCli } from '../../e2e/cli-process.ts';
import { sized } from '../../support/long-form.ts';
import { people, say, textsOf, twoSystems, untilTexts } from '../phases/two-systems.ts';
import { openGate } from './gate.ts';
import { movedClock } from './moved-clock.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatferry-outage-'));
const clock = movedClock(folder);
afterAll(() => {
  clock?.[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

const MINUTE_MS = 60_000;
/** The clock moves so far between two statements of a busy process. */
const FAST_MS = 30_000;
/** So long a system is gone. */
const MINUTES = sized(20, 60);
/** What the pipeline allows of requests to the service in a minute. */
const LIMIT = 60;

type Lag = {
  readonly at: number;
  readonly oldestWaiting?: number;
  readonly waiting: number;
  readonly max: number;
};

const areClosed = ({ gaps }: LiveDocument): boolean => gaps.length > 0 && gaps.every(({ closed }) => closed);

/** Starts `live` with the clock; what it prints can be looked at. */
function startLive(pipeline: string, env: Readonly<Record<string, string>>) {
  const args = ['live', pipeline, '--yes', '--allow-notifications', '--unproven', '--events'];
  const cli = startCli(args, env);
  let printed = '';
  cli.child.stdout?.on('data', (data: Buffer) => {
    printed += data.toString();
  });
  const events = (type: string) =>
    printed.split('\n').flatMap((line) => {
      const event = Object(jsonIn(line)) as Readonly<Record<string, unknown>>;
      return event['type'] === type ? [event] : [];
    });
  const lags = (): readonly Lag[] =>
    events('live.lag').map((event) => ({
      ...(event as unknown as Lag),
      at: Date.parse(String(event['ts'])),
    }));
  return {
    ...cli,
    events,
    lags,
    [Symbol.asyncDispose]: async () => {
      cli.child.kill('SIGKILL');
      await cli.ended;
    },
  };
}

/** Takes events of an app away, on their way to the receiver, while it is on: whoever sent them believes that they came. */
async function openThief(
  pipeline: string,
  appId: string,
): Promise<AsyncDisposable & { isOn: boolean; taken: number }> {
  const before = readFileSync(pipeline, 'utf8');
  const [, to = ''] = /publicUrl: (\S+)/.exec(before) ?? [];
  const thief = { isOn: false, taken: 0 };
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const body = Buffer.concat(parts);
      if (thief.isOn && body.includes(`"appId":"${appId}"`)) {
        thief.taken++;
        response.writeHead(200).end();
        return;
      }
      const { method, headers, url } = incoming;
      const passed = request(`${to}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502);
        answer.pipe(response);
      });
      passed.on('error', () => response.destroy());
      passed.end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  writeFileSync(pipeline, before.replace(`publicUrl: ${to}`, `publicUrl: http://127.0.0.1:${port}`));
  return Object.assign(thief, {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
}

/** Requests in each minute of an outage. */
const perMinute = (times: readonly number[], from: number): readonly number[] => {
  const counts: number[] = [];
  for (const at of times) {
    const minute = Math.floor((at - from) / MINUTE_MS);
    counts[minute] = (counts[minute] ?? 0) + 1;
  }
  return Array.from(counts, (count = 0) => count);
};

describe.skipIf(!clock)(
  `a long time without a system${clock ? '' : ' (skipped: no Linux, or no C compiler)'}`,
  () => {
    const { now, pass, env } = clock ?? { now: Date.now, pass: sleep, env: {} };

    test('the service is gone: events wait, the lag says for how long, few requests are made, and nothing is missing or doubled', async () => {
      await using systems = await twoSystems(['  direction: both', '  reconcile: off'], now);
      const { old, new: fresh, pipeline, until } = systems;
      const text = readFileSync(pipeline, 'utf8');
      writeFileSync(pipeline, text.replace('requestsPerMinute: 10000000', `requestsPerMinute: ${LIMIT}`));
      await using gate = await openGate(pipeline, 'new');
      const tried: number[] = [];
      gate.turnedAway.push = (...paths) => {
        tried.push(...paths.map(now));
        return tried.length;
      };
      await people(old);
      await using live = startLive(pipeline, env);
      await until(({ phase }) => phase === 'live', 'live');
      const texts = ['before'];
      await say(old, 'ann', 'before');
      await untilTexts(fresh, texts);
      gate.isShut = true;
      const from = now();
      const edited = await say(old, 'bob', 'first');
      await until(({ forward }) => forward.waiting === 1, 'the first event that waits');
      const begun = now();
      let gone = '';
      const sent = 1;
      for (let minute = 0; minute < MINUTES; minute++) {
        if (minute % 3 === 0) {
          const words = `minute ${minute}`;
          const id = await say(old, minute % 2 ? 'ann' : 'bob', words);
          if (minute === 9) gone = id;
          else texts.push(words);
        }
        await pass(MINUTE_MS);
      }
      await old.messages.edit(edited, { data: { text: 'edited' } }, { onBehalfOf: 'bob' });
      texts.push('edited');
      await old.messages.delete(gone, {}, { onBehalfOf: 'ann' });
      await until(({ forward }) => forward.waiting >= sent + 2, 'the events that wait');
      const to = now();
      expect(await textsOf(fresh)).toEqual(['before']);
      const lags = live.lags().filter(({ at }) => at > begun && at < to);
      expect(lags.length).toBeGreaterThanOrEqual(MINUTES);
      for (const { at, waiting, oldestWaiting = 0 } of lags) {
        expect(waiting).toBeGreaterThanOrEqual(1);
        expect(oldestWaiting).toBeGreaterThan(at - begun - FAST_MS);
        expect(oldestWaiting).toBeLessThan(at - from + FAST_MS);
      }
      const counts = perMinute(tried, from);
      expect(Math.max(...counts)).toBeLessThanOrEqual(LIMIT);
      expect(tried.length / counts.length).toBeLessThanOrEqual(LIMIT / 3);
      gate.isShut = false;
      await untilTexts(fresh, texts);
      await until(({ forward }) => forward.waiting === 0, 'the end of all events');
      const { forward, lagMs } = await until(areClosed, 'the end of all gaps');
      expect(lagMs.max).toBeGreaterThan(MINUTES * MINUTE_MS);
      expect(lagMs.max).toBeLessThan(now() - from);
      const { received, echoes: _, conflicts: __, waitingFor: ___, paused: ____, ...others } = forward;
      expect(Object.values(others).reduce((sum, count) => sum + count, 0)).toBe(received);
      expect(forward.dead).toBe(0);
      for (const app of [old, fresh]) expect(await textsOf(app)).toEqual(texts.toSorted());
      live.child.kill('SIGTERM');
      expect(await live.ended).toMatchObject({ code: 143 });
    }, 600_000);

    test.each(['both', 'forward'])(
      'the old system is gone, and what it told is lost: it is listed (direction: %s)',
      async (direction) => {
        await using systems = await twoSystems([`  direction: ${direction}`, '  reconcile: off'], now);
        const { old, new: fresh, pipeline, until } = systems;
        const appId = /api: \{ appId: (\S+),/.exec(readFileSync(pipeline, 'utf8'))?.[1] ?? '';
        await using thief = await openThief(pipeline, appId);
        await using gate = await openGate(pipeline, 'old');
        await people(old);
        await using live = startLive(pipeline, env);
        await until(({ phase }) => phase === 'live', 'live');
        const texts = ['before'];
        await say(old, 'ann', 'before');
        await untilTexts(fresh, texts);
        const here = [...texts];
        gate.isShut = true;
        thief.isOn = true;
        const from = now();
        for (let minute = 0; minute < MINUTES; minute++) {
          const words = `minute ${minute}`;
          if (minute % 4 === 0) {
            await say(old, 'ann', words);
            texts.push(words);
          } else if (minute % 4 === 2 && direction === 'both') {
            await say(fresh, 'bob', words);
            texts.push(words);
            here.push(words);
          }
          await pass(MINUTE_MS);
        }
        await expect.poll(() => thief.taken, { timeout: 30_000 }).toBeGreaterThanOrEqual(MINUTES / 4);
        const to = now();
        expect(await textsOf(fresh)).toEqual(here.toSorted());
        if (direction === 'both')
          expect(live.lags().at(-1)?.oldestWaiting).toBeGreaterThan((MINUTES - 5) * MINUTE_MS);
        thief.isOn = false;
        gate.isShut = false;
        await pass(MINUTE_MS);
        const { gaps } = await until(
          (seen) =>
            areClosed(seen) && seen.gaps.some((gap) => gap.side === 'old' && Date.parse(gap.to) >= to),
          'the end of all gaps',
        );
        expect(gaps.some((gap) => gap.side === 'old' && Date.parse(gap.from) <= from + MINUTE_MS)).toBe(true);
        await untilTexts(fresh, texts);
        if (direction === 'both') await untilTexts(old, texts);
        const { forward, back } = await until((seen) => seen.forward.waiting === 0, 'the end of all events');
        expect([forward.dead, back?.dead ?? 0]).toEqual([0, 0]);
        live.child.kill('SIGTERM');
        expect(await live.ended).toMatchObject({ code: 143 });
      },
      600_000,
    );
  },
);
