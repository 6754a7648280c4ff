import { test } from 'vitest';
import { killSwitch } from '../../../live/phases/killed-switch.ts';
import { freePort } from '../../../live/phases/two-systems.ts';
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
  await killSwitch({
    pipeline: both.here.pipeline,
    channels: () => ({
      all: app.channels.size,
      frozen: [...app.channels.values()].filter((channel) => channel['freeze'] === true).length,
    }),
    write: () => app.write('duo', 'ann', 30, Date.now()),
  });
});
