import { describe, expect, test } from 'vitest';
import type { LiveApp } from '../chaos/live-app.ts';
import { openTwoLanes, type TwoLanes } from './two-lanes.ts';

const people = ['ann', 'ben', 'eve'];

/** A team in the old app, which the new one has as well. */
async function meet({ apps: { old }, quiet }: TwoLanes): Promise<void> {
  for (const uid of people) await old.call('POST', '/users', { uid, name: uid });
  await old.call('POST', '/groups', { guid: 'team', name: 'Team', type: 'public', owner: 'ann' });
  await old.call('POST', '/groups/team/members', { participants: ['ben', 'eve'] });
  await quiet();
}

async function say(app: LiveApp, uid: string, words: string, muid?: string): Promise<string> {
  const message = {
    receiver: 'team',
    receiverType: 'group',
    category: 'message',
    type: 'text',
    data: { text: words },
    ...(muid === undefined ? {} : { muid }),
  };
  return ((await app.call('POST', '/messages', message, uid))['data'] as { id: string }).id;
}

/** Who says what, sorted. */
const saidIn = async (app: LiveApp): Promise<readonly string[]> =>
  (await app.messages())
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ sender, text }) => `${sender}: ${text}`)
    .sort();

describe('keys that clients choose', () => {
  test('give nobody the message of somebody else', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    const first = await say(old, 'ann', 'pay 100 to Ben');
    await world.quiet();
    const evil = await say(fresh, 'eve', 'evil', `oldapp-${first}`);
    await world.quiet();
    await fresh.call('PUT', `/messages/${evil}`, { data: { text: 'pay 999 to Eve' } }, 'eve');
    await world.quiet();
    const both = ['ann: pay 100 to Ben', 'eve: pay 999 to Eve'];
    expect([await saidIn(old), await saidIn(fresh)]).toEqual([both, both]);
    await fresh.call('DELETE', `/messages/${evil}`, undefined, 'eve');
    await world.quiet();
    const left = ['ann: pay 100 to Ben'];
    expect([await saidIn(old), await saidIn(fresh)]).toEqual([left, left]);
    expect([world.lanes.old.dead(), world.lanes.new.dead(), world.failures]).toEqual([[], [], []]);
  });

  test('are of the first message alone, if several have the same one', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    await say(old, 'ann', 'one', 'x1');
    await world.quiet();
    const second = await say(old, 'ben', 'two', 'x1');
    await world.quiet();
    await old.call('PUT', `/messages/${second}`, { data: { text: 'two, edited' } }, 'ben');
    await world.quiet();
    const both = ['ann: one', 'ben: two, edited'];
    expect([await saidIn(old), await saidIn(fresh)]).toEqual([both, both]);
  });
});

test('a late event of a message that was removed on both sides makes no other one of it', async () => {
  await using world = await openTwoLanes();
  const { old, new: fresh } = world.apps;
  await meet(world);
  world.way = (side) => (side === 'new' ? 'held' : 'arrives');
  const id = await say(old, 'ann', 'soon gone');
  await world.quiet();
  expect(await saidIn(fresh)).toEqual(['ann: soon gone']);
  world.way = (side) => (side === 'new' ? 'lost' : 'arrives');
  await old.call('DELETE', `/messages/${id}`, undefined, 'ann');
  await world.quiet();
  while (await world.releaseOne());
  await world.quiet();
  expect([await saidIn(old), await saidIn(fresh)]).toEqual([[], []]);
});

test('what is said again of a member counts again', async () => {
  await using world = await openTwoLanes();
  const { old, new: fresh } = world.apps;
  await meet(world);
  for (const scope of ['moderator', 'participant', 'moderator', 'participant']) {
    await old.call('PUT', '/groups/team/members/ben', { scope });
    await world.quiet();
    expect((await fresh.members()).get('team')).toContain(`ben ${scope}`);
  }
});
