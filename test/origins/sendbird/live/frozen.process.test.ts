import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { liveHere } from '../../../live/phases/live-here.ts';
import { freePort } from '../../../live/phases/two-systems.ts';
import { startCli } from '../../../support/cli-process.ts';
import { sendbirdHere } from '../sendbird-here.ts';
import { chatApp } from './live-sendbird.ts';

test('a switch that has frozen the channels is killed: a new start lets people write again', {
  timeout: 90_000,
}, async () => {
  const app = chatApp();
  const port = await freePort();
  await using both = await sendbirdHere(app, {
    rest: `policies: { reactions: write, pins: drop, threads: write }
live:
  listen: { port: ${port} }
  publicUrl: http://127.0.0.1:${port}`,
  });
  const { here } = both;
  const live = liveHere(here.pipeline);
  const frozen = () => [...app.channels.values()].filter((channel) => channel['freeze'] === true).length;
  const phase = async () => (await live.status().catch(() => undefined))?.printed;
  const wait = { timeout: 60_000, interval: 100 };
  expect(frozen()).toBe(0);
  const first = startCli(['live', here.pipeline, '--yes', '--unproven', '--allow-notifications']);
  const ended = once(first, 'close');
  await expect.poll(phase, wait).toMatchObject({ live: { phase: 'live' } });
  const asking = startCli(['live', 'switch', here.pipeline, '--freeze']);
  await expect.poll(frozen, wait).toBe(app.channels.size);
  await expect.poll(phase, wait).toMatchObject({ live: { phase: 'switch', isFrozen: true } });
  first.kill('SIGKILL');
  asking.kill('SIGKILL');
  await ended;
  await sleep(100);
  expect(frozen()).toBe(app.channels.size);

  const again = live.live();
  await expect.poll(frozen, wait).toBe(0);
  await expect.poll(phase, wait).toMatchObject({ live: { phase: 'live' } });
  expect(await live.stop()).toMatchObject({ exitCode: 0 });
  expect(await again).toMatchObject({ exitCode: 0 });
});
