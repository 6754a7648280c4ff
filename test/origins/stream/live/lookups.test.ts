import { expect, test } from 'vitest';
import type { LiveChange } from '../../../../src/origin/live/live-origin.ts';
import { streamLive } from '../../../../src/origin/stream/live/stream-live.ts';
import { fakeStream } from '../fake-stream.ts';
import { never } from '../reading.ts';
import { changes, type Item, written } from '../stream-app.ts';
import { placeOf } from './place.ts';
import { changesOf } from './reading-events.ts';

test('a message that is looked up is the same as that of its event', async () => {
  await using fake = await fakeStream();
  await using place = placeOf(fake);
  const lookups = streamLive.lookups(place);
  const [cid = ''] = [...fake.app.channels.keys()].filter((each) => !each.includes('!members'));
  const [by = ''] = fake.app.users.keys();
  fake.writes.by('POST', `/channels/${cid.replace(':', '/')}/message`, {
    message: { id: 'new-1', text: 'hi', user_id: by },
  });
  const [event] = changesOf(fake.writes.events.at(-1) ?? {});
  const found = await lookups.message({ key: 'new-1', conversation: cid }, never);
  expect(found).toMatchObject({ key: 'new-1', version: event?.version, isWhole: true });
  expect(found?.rows[0]).toEqual(event?.rows[0]);
  fake.writes.by('DELETE', '/messages/new-1');
  expect(await lookups.message({ key: 'new-1' }, never)).toMatchObject({ kind: 'gone' });
  fake.writes.by('DELETE', '/messages/new-1', { hard: 'true' });
  expect(await lookups.message({ key: 'new-1' }, never)).toBeUndefined();
  expect(await lookups.message({ key: '..' }, never).catch(({ fault }) => fault)).toBe('form');
});

test('a conversation has all of its members, and asking for one never makes one', async () => {
  await using fake = await fakeStream();
  await using place = placeOf(fake);
  const lookups = streamLive.lookups(place);
  const app = changes(fake.app);
  const people = Array.from({ length: 230 }, (_, at) => `p${String(at).padStart(3, '0')}`);
  for (const id of people) fake.app.users.set(id, { id, name: id });
  app.open('team:large', people, Date.UTC(2026, 0, 2));
  const rows = (await lookups.conversation('team:large', never)) ?? expect.fail('it is not there');
  expect(rows.filter(({ list }) => list === 'members').map(({ row }) => row['user_id'])).toEqual(people);
  expect(rows[0]).toMatchObject({ list: 'conversations', row: { channel: { cid: 'team:large' } } });
  const before = fake.app.channels.size;
  expect(await lookups.conversation('team:none', never)).toBeUndefined();
  expect(fake.app.channels.size).toBe(before);
  expect(await lookups.user('p001', never)).toMatchObject({ list: 'users', row: { id: 'p001' } });
  expect(await lookups.user('nobody', never)).toBeUndefined();
});

test('what has changed in a time is listed: users, channels, new messages, edits of old ones, reactions', async () => {
  await using fake = await fakeStream();
  await using place = placeOf(fake);
  const app = changes(fake.app);
  const [from, until] = [Date.UTC(2026, 5, 1), Date.UTC(2026, 5, 2)];
  const at = from + 3_600_000;
  const [cid = ''] = [...fake.app.channels.keys()].filter((each) => !each.includes('!members'));
  const [ann = '', ben = ''] = fake.app.users.keys();
  app.rename(ann, 'Ann again', at);
  app.open('team:new', [ann, ben], at);
  app.write('team:new', 'n1', ann, at + 1);
  app.react('n1', ben, 'like', at + 2);
  app.write('team:new', 'n2', ben, at + 3, { parent_id: 'n1', type: 'reply' });
  const old = [...fake.app.messages.values()].find(
    ({ cid: of, type, text }) => of === cid && type !== 'deleted' && text,
  );
  app.edit(old?.id ?? '', 'edited', at + 4);
  const found: string[] = [];
  for await (const { entity, key, kind } of streamLive.lookups(place).changedIn(from, until, never))
    found.push(`${kind} ${entity} ${key}`);
  expect(new Set(found)).toEqual(
    new Set([
      `upsert users ${ann}`,
      'upsert groups team:new',
      ...[ann, ben].map((id) => `upsert members ${JSON.stringify(['team:new', id])}`),
      'upsert messages n1',
      `upsert reactions ${JSON.stringify(['n1', ben, 'like'])}`,
      'upsert messages n2',
      `upsert messages ${old?.id}`,
      ...found.filter((each) => each.startsWith('upsert reactions') && each.includes(`["${old?.id}"`)),
    ]),
  );
});

test('channels are frozen, and those that were frozen before stay so', async () => {
  await using fake = await fakeStream();
  await using place = placeOf(fake);
  const { freeze } = streamLive.lookups(place);
  const frozen = (): string[] =>
    [...fake.app.channels.values()].filter((each) => each['frozen'] === true).map(({ cid }) => cid);
  const before = frozen();
  expect(before.length).toBeGreaterThan(0);
  await freeze?.(true, never);
  await freeze?.(true, never);
  expect(frozen()).toHaveLength(fake.app.channels.size);
  await freeze?.(false, never);
  expect(frozen()).toEqual(before);
  expect([...fake.app.channels.values()].some((each) => 'chatferry_frozen' in each)).toBe(false);
});

test('what an event tells in part is completed, and gone if it is', async () => {
  await using fake = await fakeStream();
  await using place = placeOf(fake);
  const { complete } = streamLive.lookups(place);
  const app = changes(fake.app);
  const [ann = '', ben = ''] = fake.app.users.keys();
  const at = Date.UTC(2026, 0, 2);
  app.open('team:new', [ann, ben], at);
  app.write('team:new', 'n1', ann, at + 1);
  const ofEvent = (type: string, more: Item): LiveChange => {
    const [change] = changesOf({ type, cid: 'team:new', created_at: written(at + 5), ...more });
    return change ?? expect.fail(`${type} moves nothing`);
  };
  const reaction = { message_id: 'n1', user_id: ben, type: 'like', created_at: written(at + 2) };
  const message = ofEvent('message.new', { message: { id: 'n1' } });
  const given = ofEvent('reaction.new', { reaction });
  const banned = ofEvent('user.banned', { user: { id: ben } });
  expect([message, given, banned].map(({ isWhole }) => isWhole)).toEqual([false, false, false]);
  expect(await complete?.(message, never)).toMatchObject({ kind: 'upsert', sender: ann, isWhole: true });
  const whole = await complete?.(given, never);
  expect(whole).toMatchObject({ key: given.key, kind: 'upsert', isNew: true, isWhole: true });
  expect(whole?.rows[0]?.row).toMatchObject({
    id: 'n1',
    text: 'text of n1',
    latest_reactions: [{ message_id: 'n1', user_id: ben, type: 'like' }],
  });
  expect(await complete?.(banned, never)).toMatchObject({
    key: JSON.stringify(['team:new', ben]),
    kind: 'upsert',
    isWhole: true,
    rows: [{ list: 'members', row: { user_id: ben, channel_role: 'channel_member' } }, ...Array(2).fill({})],
  });
  app.leave('team:new', ben);
  expect(await complete?.(banned, never)).toMatchObject({ kind: 'gone' });
  app.drop('team:new');
  expect(await complete?.(message, never)).toMatchObject({ kind: 'gone' });
  expect(await complete?.(given, never)).toBeUndefined();
  expect(await complete?.(banned, never)).toBeUndefined();
});
