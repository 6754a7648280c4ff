import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { sized } from '../../support/long-form.ts';
import { compareApps } from '../chaos/compare-apps.ts';
import type { LiveApp } from '../chaos/live-app.ts';
import { peopleInTwoApps } from './people-in-two-apps.ts';
import { idIn, meet, say } from './team.ts';
import { openTwoLanes } from './two-lanes.ts';

describe.concurrent('two directions', () => {
  test('bring what people do in one app to the other one, once', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    const first = await say(old, 'ann', 'o-1 hello');
    await say(fresh, 'ben', 'n-1 hello');
    await world.quiet();
    await old.call('PUT', `/messages/${first}`, { data: { text: 'o-1 edited' } }, 'ann');
    await old.call('POST', `/messages/${first}/reactions/%F0%9F%91%8D`, undefined, 'ann');
    await fresh.call(
      'POST',
      `/messages/${await idIn(fresh, `oldapp-${first}`)}/reactions/ok`,
      undefined,
      'ben',
    );
    await world.quiet();
    expect(await compareApps(old, fresh)).toEqual([]);
    await old.call('DELETE', `/messages/${first}`, undefined, 'ann');
    await old.call('DELETE', '/groups/team/members/ben');
    await world.quiet();
    expect(await compareApps(old, fresh)).toEqual([]);
    expect(world.failures).toEqual([]);
    // A message each way, the edit and the deletion; no echo of any of them.
    expect(fresh.writes.filter((write) => write === 'POST /v3/messages')).toHaveLength(2);
    expect(old.writes.filter((write) => write === 'POST /v3/messages')).toHaveLength(2);
    expect(fresh.writes.filter((write) => write.startsWith('PUT'))).toHaveLength(1);
    expect(old.writes.filter((write) => write.startsWith('PUT'))).toHaveLength(1);
    const { created, updated, removed } = world.lanes.old.counts;
    expect({ updated, removed }).toEqual({ updated: 1, removed: 2 });
    expect(created).toBeGreaterThanOrEqual(4);
  });

  test('notify nobody of new messages where that is asked for, and edit and delete them as ever', async () => {
    await using world = await openTwoLanes({ isQuiet: true });
    const { old, new: fresh } = world.apps;
    await meet(world);
    const id = await say(fresh, 'ben', 'n-1 hello');
    await world.quiet();
    await fresh.call('PUT', `/messages/${id}`, { data: { text: 'n-1 edited' } }, 'ben');
    const reaction = `/messages/${await idIn(old, `newapp-${id}`)}/reactions/ok`;
    await old.call('POST', reaction, undefined, 'ann');
    await world.quiet();
    expect((await old.messages()).map(({ text }) => text)).toEqual(['n-1 edited']);
    expect(await compareApps(old, fresh)).toEqual([]);
    await fresh.call('DELETE', `/messages/${id}`, undefined, 'ben');
    await world.quiet();
    expect(await compareApps(old, fresh)).toEqual([]);
    expect(old.writes.filter((write) => write === 'POST /v3/messages')).toEqual([]);
    expect(world.failures).toEqual([]);
  });

  test('a message that both sides change at the same moment is the same in the end', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    const ids = await Promise.all(Array.from({ length: 5 }, (_, at) => say(old, 'ann', `c-${at} first`)));
    await world.quiet();
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        ids.flatMap(async (id, at) => {
          const there = await idIn(fresh, `oldapp-${id}`);
          await Promise.all([
            old.call('PUT', `/messages/${id}`, { data: { text: `c-${at} old ${round}` } }, 'ann'),
            fresh.call('PUT', `/messages/${there}`, { data: { text: `c-${at} new ${round}` } }, 'ann'),
          ]);
        }),
      );
      await world.quiet();
      expect(await compareApps(old, fresh)).toEqual([]);
    }
    const before = old.writes.length + fresh.writes.length;
    await sleep(1_000);
    expect(old.writes.length + fresh.writes.length).toBe(before);
  });

  test('a deletion wins over a change on the other side', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    const id = await say(old, 'ann', 'd-1 first');
    await world.quiet();
    const there = await idIn(fresh, `oldapp-${id}`);
    await Promise.all([
      old.call('DELETE', `/messages/${id}`, undefined, 'ann'),
      fresh.call('PUT', `/messages/${there}`, { data: { text: 'd-1 changed' } }, 'ann'),
    ]);
    await world.quiet();
    const left = [...(await old.messages()), ...(await fresh.messages())];
    expect(left.filter(({ isDeleted }) => !isDeleted)).toEqual([]);
  });

  test('a direction that reports writes nothing', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    world.lanes.old.mode = { write: 'report' };
    const before = fresh.writes.length;
    await say(old, 'ann', 'r-1 late');
    await world.quiet();
    expect(fresh.writes).toHaveLength(before);
    expect(world.lanes.old.counts.skipped).toBe(1);
    await say(fresh, 'ben', 'r-2 back');
    await world.quiet();
    expect((await old.messages()).map((message) => message.text)).toContain('r-2 back');
  });

  test('events that nobody can read are kept, and read again when it is asked for', async () => {
    await using world = await openTwoLanes();
    const file = join(world.folder, '.chatferry/people/rejects/live-old.ndjson');
    await meet(world);
    await world.arrive('old', '{"trigger":"poll_closed","data":{},"appId":"oldapp"}');
    await world.arrive('old', 'no JSON');
    await say(world.apps.old, 'ann', 'k-1 goes on');
    await world.quiet();
    expect(await compareApps(world.apps.old, world.apps.new)).toEqual([]);
    const codes = world.lanes.old.dead().map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['LIVE.EVENT_MALFORMED', 'LIVE.EVENT_UNKNOWN']);
    expect(world.lanes.old.counts.dead).toBe(2);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain('poll_closed');
    expect(await world.lanes.old.retry('LIVE.EVENT_MALFORMED')).toBe(1);
    await world.quiet();
    expect(world.lanes.old.counts.dead).toBe(2);
    expect(world.lanes.old.dead()).toHaveLength(2);
    expect(await world.lanes.old.retry('ROW.NONE')).toBe(0);
  });

  test('an event that comes twice counts as a duplicate', async () => {
    await using world = await openTwoLanes();
    await meet(world);
    await say(world.apps.old, 'ann', 't-1 once');
    await world.quiet();
    const event = world.events.find(({ body }) => body.includes('t-1 once'));
    await world.arrive('old', event?.body ?? '');
    await world.quiet();
    expect(world.lanes.old.counts.duplicate).toBe(1);
    expect(world.lanes.old.touched()).toContain('team');
  });

  test('a message that is written to a group that nobody knew brings the group and its members', async () => {
    await using world = await openTwoLanes({}, { lost: 1, doubled: 0, late: 0, random: () => 0 });
    const { old, new: fresh } = world.apps;
    await meet(world);
    await say(old, 'ben', 'g-1 hello');
    await world.quiet();
    expect(fresh.writes).toEqual([]);
    const event = world.events.find(({ body }) => body.includes('g-1 hello'));
    await world.arrive('old', event?.body ?? '');
    await world.quiet();
    expect(await compareApps(old, fresh)).toEqual([]);
  });
});

describe.concurrent('people who use both apps at the same time', () => {
  test('find the same in both in the end, and nothing goes round', async () => {
    expect((await peopleInTwoApps(7, sized(25, 300))).problems).toEqual([]);
  });

  test('also if events are lost, doubled and late', async () => {
    const { problems } = await peopleInTwoApps(8, sized(25, 300), { lost: 0.05, doubled: 0.1, late: 0.1 });
    expect(problems).toEqual([]);
  });

  test('also if messages are imported', async () => {
    expect((await peopleInTwoApps(9, sized(15, 200), undefined, { write: 'import' })).problems).toEqual([]);
  });
});

test.each([
  ['old', 'new'],
  ['new', 'old'],
] as const)(
  'a ban on the %s side is a ban on the other one, and ends there when it ends',
  async (from, to) => {
    await using world = await openTwoLanes();
    const { [from]: here, [to]: there } = world.apps;
    await meet(world);
    const banned = async (app: LiveApp): Promise<unknown> =>
      (await app.call('GET', '/groups/team/bannedusers'))['data'];
    await here.call('POST', '/groups/team/bannedusers/ben');
    await world.quiet();
    expect(await banned(there)).toEqual([expect.objectContaining({ uid: 'ben' })]);
    expect((await there.members()).get('team')).toEqual(['ann admin']);
    await here.call('DELETE', '/groups/team/bannedusers/ben');
    await world.quiet();
    expect([await banned(there), await banned(here)]).toEqual([[], []]);
    await here.call('POST', '/groups/team/members', { participants: ['ben'] });
    await world.quiet();
    expect(await compareApps(world.apps.old, world.apps.new)).toEqual([]);
    expect((await there.members()).get('team')).toContain('ben participant');
    expect([world.lanes.old.dead(), world.lanes.new.dead(), world.failures]).toEqual([[], [], []]);
  },
);
