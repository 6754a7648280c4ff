import { expect, test } from 'vitest';
import { twilioLive } from '../../../../src/origin/twilio/live/twilio-live.ts';
import { fakeTwilio } from '../fake-twilio.ts';
import { daysAgo, talkative } from '../twilio-data.ts';
import { eventOf } from '../twilio-hooks.ts';
import { never, placeOf } from './place.ts';
import { changeOf } from './reading-events.ts';

test('an event of a message is completed with its conversation, its participants and their users', async () => {
  await using api = await fakeTwilio(talkative());
  await using place = placeOf(api);
  const lookups = twilioLive.lookups(place);
  const [quay = ''] = api.data.messages.keys();
  const row = api.data.messages.get(quay)?.at(-1) ?? expect.fail('no message');
  const event = changeOf(eventOf('onMessageAdded', row));
  const whole = (await lookups.complete?.(event, never)) ?? expect.fail('nothing');
  expect(whole).toMatchObject({ key: event.key, version: event.version, isNew: true, isWhole: true });
  expect(whole.rows.map(({ list }) => list)).toEqual([
    'messages',
    'conversations',
    'members',
    'members',
    'users',
    'users',
  ]);
  expect(whole.rows[0]?.row).toMatchObject({ sid: row['sid'], body: row['body'] });
  const asked = api.requests.length;
  await lookups.message(event, never);
  expect(api.requests.length).toBe(asked + 1);
  api.data.delete(event.key);
  expect(await lookups.message(event, never)).toBeUndefined();
  expect(await lookups.complete?.(event, never)).toMatchObject({ kind: 'gone', isWhole: true });
  expect(api.violations).toEqual([]);
});

test('participants and conversations are completed, and gone if they are', async () => {
  await using api = await fakeTwilio(talkative());
  await using place = placeOf(api);
  const lookups = twilioLive.lookups(place);
  const [quay = '', harbour = ''] = api.data.messages.keys();
  const [ann] = api.data.participants.get(quay) ?? [];
  const joined = changeOf(eventOf('onParticipantAdded', ann ?? {}));
  expect(await lookups.complete?.(joined, never)).toMatchObject({
    key: joined.key,
    isWhole: true,
    rows: [{ list: 'members', row: { identity: 'ann' } }, { list: 'conversations' }, ...Array(3).fill({})],
  });
  api.data.leave(quay, 'ann');
  expect(await lookups.complete?.(joined, never)).toMatchObject({ kind: 'gone' });
  const record = api.data.conversations.find(({ sid }) => sid === harbour) ?? {};
  const made = changeOf(eventOf('onConversationAdded', record));
  expect(await lookups.complete?.(made, never)).toMatchObject({ kind: 'upsert', isWhole: true });
  api.data.remove(harbour);
  expect(await lookups.complete?.(made, never)).toMatchObject({ kind: 'gone' });
  expect(await lookups.conversation(harbour, never)).toBeUndefined();
  expect(await lookups.user('ben', never)).toMatchObject({ list: 'users', row: { identity: 'ben' } });
  expect(await lookups.user('nobody', never)).toBeUndefined();
});

test('what may have changed in a time is listed', async () => {
  const data = talkative();
  await using api = await fakeTwilio(data);
  await using place = placeOf(api);
  const [quay = ''] = data.messages.keys();
  const id = data.message(quay, 'ben', daysAgo(0.5));
  const fresh = data.conversation('new', ['ann'], { date_created: daysAgo(0.4), date_updated: daysAgo(0.4) });
  const found: string[] = [];
  const span = [Date.now() - 86_400_000, Date.now()] as const;
  for await (const { entity, key } of twilioLive.lookups(place).changedIn(...span, never))
    found.push(`${entity} ${key}`);
  expect(found).toEqual([`groups ${fresh}`, `messages ${id}`]);
  expect(api.violations).toEqual([]);
});
