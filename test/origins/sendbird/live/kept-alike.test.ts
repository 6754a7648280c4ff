import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { liveHere } from '../../../live/phases/live-here.ts';
import type { ServiceHere } from '../../../support/service-here.ts';
import { sendbirdHere } from '../sendbird-here.ts';
import { chatApp, eventOf, messageEvent } from './live-sendbird.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function textsOf({ service }: ServiceHere): Promise<readonly string[]> {
  const all = await Array.fromAsync(
    service.messages.list({ limit: 1_000, affix: 'append', category: 'message' }),
  );
  return all
    .filter(({ deletedAt }) => deletedAt === undefined)
    .map(({ muid, sender, receiver, data }) => `${muid} ${sender} ${receiver} ${String(data?.['text'])}`)
    .sort();
}

test('what happens in Sendbird happens in the service: messages, edits, deletions, reactions, members, channels', async () => {
  const app = chatApp();
  const port = await freePort();
  await using both = await sendbirdHere(app, {
    rest: `policies: { reactions: write, pins: drop, threads: write }
live:
  listen: { port: ${port} }
  publicUrl: http://127.0.0.1:${port}`,
  });
  const { api, here } = both;
  const live = liveHere(here.pipeline);
  const running = live.live();
  const wait = { timeout: 240_000, interval: 50 };
  await expect
    .poll(async () => (await live.status().catch(() => undefined))?.printed, wait)
    .toMatchObject({
      live: { phase: 'live' },
    });
  const before = await textsOf(here);
  expect(before).toHaveLength(3);
  const now = Date.now();

  app.write('team', 'bob', 20, now, { message: 'fresh' });
  expect(await api.sendEvent(messageEvent(app, 'message_send', 20))).toEqual([200]);
  await expect.poll(() => textsOf(here), wait).toContain('20 bob team fresh');
  app.edit(20, 'edited', now + 1);
  await api.sendEvent(messageEvent(app, 'message_update', 20));
  await expect.poll(() => textsOf(here), wait).toContain('20 bob team edited');
  app.write('duo', 'ann', 21, now + 2, { message: 'to bob' });
  await api.sendEvent(messageEvent(app, 'message_send', 21));
  await expect.poll(() => textsOf(here), wait).toContain('21 ann bob to bob');
  const [sent] = (await Array.fromAsync(here.service.messages.list({ limit: 100 }))).filter(
    ({ muid }) => muid === '20',
  );
  const reactions = async () =>
    (await Array.fromAsync(here.service.reactions.list(sent?.id ?? ''))).map(
      ({ uid, reaction }) => `${uid} ${reaction}`,
    );
  app.react(20, 'heart', ['ann']);
  const reaction = {
    reaction: 'heart',
    user: { user_id: 'ann', nickname: 'Ann' },
    ts: now + 3,
    message: { message_id: 20 },
  };
  await api.sendEvent(eventOf(app, 'reaction_add', 'team', reaction));
  await expect.poll(reactions, wait).toEqual(['ann heart']);
  app.react(20, 'heart', []);
  await api.sendEvent(eventOf(app, 'reaction_delete', 'team', { ...reaction, ts: now + 4 }));
  await expect.poll(reactions, wait).toEqual([]);

  // Somebody new, in a new channel, with a first message.
  app.addUser('dan', 'Dan');
  app.addChannel('plans', ['dan', 'ann'], { created_at: Math.floor(now / 1_000) });
  app.write('plans', 'dan', 22, now + 5, { message: 'hello' });
  await api.sendEvent(eventOf(app, 'create', 'plans', { created_at: now + 4 }));
  await api.sendEvent(messageEvent(app, 'message_send', 22));
  await expect.poll(() => textsOf(here), wait).toContain('22 dan plans hello');
  app.leave('plans', 'ann');
  await api.sendEvent(eventOf(app, 'leave', 'plans', { users: [{ user_id: 'ann' }] }));
  const members = async () =>
    (await Array.fromAsync(here.service.members.list('plans'))).map(({ uid }) => uid).sort();
  await expect.poll(members, wait).toEqual(['dan']);
  app.remove(22);
  await api.sendEvent(messageEvent(app, 'message_delete', 22));
  await expect.poll(() => textsOf(here), wait).not.toContain('22 dan plans hello');

  // Twice, and late: nothing happens.
  await api.sendEvent(messageEvent(app, 'message_send', 20));
  await api.sendEvent(messageEvent(app, 'message_send', 21));
  expect((await live.stop()).exitCode).toBe(0);
  expect((await running).exitCode).toBe(0);
  expect(api.hook['enabled']).toBe(false);
  expect(await textsOf(here)).toEqual([...before, '20 bob team edited', '21 ann bob to bob'].sort());
});
