import { expect, test } from 'vitest';
import { killSwitch } from '../../../live/phases/killed-switch.ts';
import { freePort } from '../../../live/phases/two-systems.ts';
import { appOf } from '../stream-app.ts';
import { streamHere } from '../stream-here.ts';

test('a switch that has frozen the channels is killed: a new start lets people write again', {
  timeout: 90_000,
}, async () => {
  const port = await freePort();
  await using both = await streamHere({
    app: appOf([]),
    rest: `policies: { reactions: write, pins: drop, threads: write }
live:
  listen: { port: ${port} }
  publicUrl: http://127.0.0.1:${port}`,
  });
  const { app, writes } = both.fake;
  writes.by('POST', '/users', {
    users: { ann: { id: 'ann', name: 'Ann' }, ben: { id: 'ben', name: 'Ben' } },
  });
  for (const id of ['fun', 'work'])
    writes.by('POST', `/channels/messaging/${id}/query`, {
      data: { created_by_id: 'ann', name: id, members: ['ann', 'ben'] },
    });
  await killSwitch({
    pipeline: both.here.pipeline,
    channels: () => ({
      all: app.channels.size,
      frozen: [...app.channels.values()].filter((channel) => channel['frozen'] === true).length,
    }),
    write: () => {
      writes.by('POST', '/channels/messaging/fun/message', {
        message: { id: 'after', text: 'hello', user_id: 'ben' },
      });
    },
  });
  expect(JSON.stringify([...app.channels.values()])).not.toContain('chatferry_frozen');
});
