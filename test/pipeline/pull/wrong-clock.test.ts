import { expect, test } from 'vitest';
import { OldSystem } from './old-system.ts';
import { DAY, PullPlaceHere, START } from './place.ts';
import { ids, populated } from './populated.ts';

test('a clock that is slow leaves no messages out: the time is that of the old system', async () => {
  using place = new PullPlaceHere();
  place.now = START - 15 * DAY;
  place.aheadMs = 15 * DAY;
  const { until, later } = await place.pull(populated());
  expect([until, later]).toEqual([START, 0]);
  expect(place.rows('messages')).toHaveLength(14);
  expect(place.said.join()).toContain(
    'the clock of this machine is 1296000 s behind that of https://old.example',
  );
});

test('a night by a clock that is a year ahead is followed by a full one, and recent messages are read again', async () => {
  using place = new PullPlaceHere();
  const old = populated();
  await place.pull(old);
  place.now = START + 366 * DAY;
  await place.pull(old);
  place.now = START + 2 * DAY;
  old.write('team', { id: 'new', time: START + DAY, sender: 'ann', text: 'hi' });
  expect(await place.pull(old)).toMatchObject({ until: START + 2 * DAY });
  expect(place.events.filter(({ type }) => type === 'pull.started').at(-1)).toMatchObject({ mode: 'full' });
  expect(ids(place.rows('messages'))).toContain('new');
  place.now += DAY;
  old.conversation('team').messages.pop();
  await place.pull(old);
  expect(ids(place.rows('gone'))).toEqual(['new']);
});

test('a clock that is found to be wrong after lists of what is new were begun reads everything', async () => {
  using place = new PullPlaceHere();
  const old = populated();
  await place.pull(old);
  // The last pull was more than the time of a full one ago, and this machine believes that it was yesterday.
  place.now += DAY;
  place.aheadMs = 40 * DAY;
  old.asked = [];
  await place.pull(old);
  expect(old.asked).toContain('messages team');
  expect(place.rows('messages')).toHaveLength(14);
  expect(place.rows('users')).toHaveLength(4);
});

test('ids that no text can be encoded of have files of their own', async () => {
  using place = new PullPlaceHere();
  const old = new OldSystem();
  for (const id of ['a\ud800', 'a\ud801', 'a\ufffd']) old.addConversation(id, ['ann'], 2, START - DAY);
  await place.pull(old);
  expect(place.rows('messages')).toHaveLength(6);
  expect(new Set(place.rows('messages').map(({ of }) => of)).size).toBe(3);
});
