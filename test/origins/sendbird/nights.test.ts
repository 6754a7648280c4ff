import { describe, expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { pick, type Random, seeded } from '../../support/random.ts';
import { ChatApp } from './chat-app.ts';
import type { FakeOptions } from './fake-sendbird.ts';
import { held, type SendbirdHere, sendbirdHere } from './sendbird-here.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.now();
const SYNC = 'sync: { onMissing: delete, maxDelete: 1000 }';

/** Three channels with messages of the last days, and one where nobody has written for a year. */
function lively(): ChatApp {
  const app = new ChatApp();
  for (const id of ['ann', 'ben', 'cy', 'dan']) app.addUser(id);
  app.addChannel('harbour', ['ann', 'ben', 'cy'], { is_public: true, created_by: { user_id: 'ann' } });
  app.addChannel('pair', ['ann', 'ben'], { is_distinct: true, name: '' });
  app.addChannel('quiet', ['cy', 'dan'], { created_by: { user_id: 'cy' } });
  app.addChannel('lobby', [], { kind: 'open_channels', created_by: { user_id: 'dan' } });
  for (let at = 0; at < 12; at++) {
    app.write('harbour', 'ann', 100 + at, NOW - 5 * DAY + at * HOUR);
    app.write('pair', at % 2 === 0 ? 'ann' : 'ben', 200 + at, NOW - 4 * DAY + at * HOUR);
    app.write('quiet', 'dan', 300 + at, NOW - 400 * DAY + at * HOUR);
    app.write('lobby', 'dan', 400 + at, NOW - 3 * DAY + at * HOUR);
  }
  return app;
}

/** What is there, without what was deleted, and without what the service notes of edits. */
async function standing({ here }: SendbirdHere): Promise<unknown> {
  const { messages, ...others } = await held(here);
  const there = messages.filter(({ muid, isDeleted }) => muid !== undefined && isDeleted !== true);
  return { ...others, messages: there.map(({ isEdited: _, ...message }) => message) };
}

/** What a pull of everything brings into a service that has nothing. */
async function anew(app: ChatApp): Promise<unknown> {
  await using fresh = await sendbirdHere(app, { rest: SYNC });
  expect((await fresh.here.json('run', '--yes')).exitCode).toBe(0);
  return await standing(fresh);
}

test.each([
  ['list', {}],
  ['export', { jobAnswers: 0 }],
] as const)(
  'a night brings edits, deletions, names, people who left or came, and new channels (by: %s)',
  async (by, options) => {
    const app = lively();
    await using night = await sendbirdHere(app, { more: `, by: ${by}`, rest: SYNC, options });
    const { here, api } = night;
    const first = await here.json('run', '--yes');
    expect([first.exitCode, first.result.entities.messages]).toMatchObject([0, { created: 48 }]);

    const before = api.requests.length;
    const quiet = await here.json('run', '--yes');
    expect([quiet.exitCode, quiet.result.entities.messages]).toMatchObject([
      0,
      { created: 0, updated: 0, unchanged: 48 },
    ]);
    // Users, two lists of channels, and the messages of the channels where somebody wrote lately.
    const asked = api.requests.slice(before);
    expect(asked).toHaveLength(3 + 3);
    expect(asked.filter((request) => request.includes('quiet'))).toEqual([]);

    app.edit(101, 'changed', NOW);
    app.edit(205, 'changed too', NOW);
    app.remove(103);
    app.remove(211);
    app.remove(404);
    app.react(104, 'thumbsup', ['ben', 'cy']);
    app.rename('ben', 'Benedict');
    app.leave('harbour', 'cy');
    app.join('harbour', 'dan');
    app.leave('quiet', 'dan');
    app.addUser('eve');
    app.addChannel('new', ['eve', 'ann'], { created_by: { user_id: 'eve' } });
    app.write('new', 'eve', 500, NOW - HOUR, { parent_message_id: 0 });
    app.write('new', 'ann', 501, NOW - HOUR + 1, { parent_message_id: 500 });
    app.write('harbour', 'dan', 502, NOW - HOUR);
    const second = await here.json('run', '--yes');
    expect(second.exitCode).toBe(0);
    expect(second.result.deletedAtSource).toMatchObject({ messages: { removed: 3 } });
    expect(await standing(night)).toEqual(await anew(app));
    expect((await here.json<Verification>('verify')).exitCode).toBe(0);

    app.deleteChannel('harbour');
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    expect((await held(here)).groups.map(({ guid }) => guid)).toEqual(['lobby', 'new', 'quiet']);
  },
);

describe.each([1, 2])('random nights, the key refused at a request of each (seed %d)', (seed) => {
  test('the service is as if all of it were read anew', async () => {
    const random = seeded(seed);
    const app = lively();
    const options: FakeOptions = {};
    await using nights = await sendbirdHere(app, { rest: SYNC, options });
    let id = 1_000;
    for (let day = 0; day < 4; day++) {
      if (day > 0) for (let change = 0; change < 6; change++) id = changed(app, id, random);
      const at = nights.api.requests.length + 1 + below(random, 9);
      options.fault = (_, count) =>
        count === at ? { status: 400, body: { error: true, code: 400_401, message: 'revoked' } } : undefined;
      const stopped = await nights.here.json('run', '--yes').catch(() => undefined);
      options.fault = undefined;
      if (stopped?.exitCode !== 0) {
        const { exitCode, result } = await nights.here.json('run', '--yes');
        expect([exitCode, result.problems]).toEqual([0, []]);
      }
    }
    expect(await standing(nights)).toEqual(await anew(app));
  });
});

const below = (random: Random, most: number): number => Math.floor(random() * most);

/** Changes something; returns the next id. */
function changed(app: ChatApp, id: number, random: Random): number {
  const channels = [...app.channels.values()];
  const channel = pick(random, channels);
  const { channel_url: url } = channel;
  const recent = app.listed(url).filter(({ created_at: at }) => at > NOW - 6 * DAY);
  const message = recent.length > 0 ? pick(random, recent) : undefined;
  const user = pick(random, url === 'pair' ? ['ann', 'ben'] : ['ann', 'ben', 'cy', 'dan']);
  const kind = below(random, 7);
  if (kind === 0 && message) app.edit(message.message_id, `edit ${id}`, NOW + id);
  else if (kind === 1 && message) app.remove(message.message_id);
  else if (kind === 2 && message && channel.kind === 'group_channels')
    app.react(message.message_id, 'eyes', [user]);
  else if (kind === 3) app.rename(user, `name ${id}`);
  else if (kind === 4 && channel['is_distinct'] === false && channel.kind === 'group_channels')
    channel.members.some((each) => each.user_id === user) ? app.leave(url, user) : app.join(url, user);
  else if (kind === 5) {
    app.addChannel(`channel ${id}`, [user, 'ann'], { created_by: { user_id: 'ann' } });
    app.write(`channel ${id}`, user, id, NOW - HOUR);
  } else app.write(url, user, id, NOW - below(random, 10) * HOUR);
  return id + 1;
}
