import { describe, expect, test } from 'vitest';
import { DAY, PullPlaceHere, START } from './place.ts';
import { ids, populated } from './populated.ts';

describe('a list of a conversation that is said not to be there', () => {
  test('is a fault while the conversation itself is there, and its records stay', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    old.faults.set('messages Müll/../x', 'gone');
    place.now += DAY;
    const { faults, deleted } = await place.pull(old);
    expect([faults, deleted]).toMatchObject([[{ conversation: 'Müll/../x', code: 'PULL.FORM' }], 0]);
    expect(place.rows('messages')).toHaveLength(14);
    old.faults.clear();
    place.now += DAY;
    expect((await place.pull(old)).faults).toEqual([]);
  });

  test('of most conversations at once replaces nothing', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    const { until } = await place.pull(old);
    const saved = [...old.conversations];
    old.onRequest = () => {
      if (old.asked.filter((each) => each === 'conversations').length === 2) old.conversations.clear();
    };
    for (const each of saved) each[1].version++;
    place.now += DAY;
    await expect(place.pull(old)).rejects.toMatchObject({ code: 'PULL.EMPTY', exitCode: 11 });
    expect(place.rows('messages')).toHaveLength(14);
    expect(await place.pull(old, 'use')).toMatchObject({ until });
    old.onRequest = () => {};
    for (const [id, each] of saved) old.conversations.set(id, each);
    place.now += DAY;
    expect(await place.pull(old)).toMatchObject({ faults: [], deleted: 0 });
    expect(place.rows('messages')).toHaveLength(14);
  });
});

describe('a list that ends before the last message that its conversation tells of', () => {
  test('deletes nothing, and is read again in the next pull', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.tellsNewest = true;
    await place.pull(old);
    old.emptied.add('Müll/../x');
    place.now += 5 * DAY;
    const { faults } = await place.pull(old);
    expect(faults).toMatchObject([{ conversation: 'Müll/../x', code: 'PULL.FORM' }]);
    expect(faults[0]?.text).toMatch(/ends before the last one, of 2026-02-28T23:03:00.000Z; it has none$/);
    expect(place.rows('gone')).toEqual([]);
    expect(place.rows('messages')).toHaveLength(14);
    old.emptied.clear();
    // Later than what is read anew without a change.
    place.now += 9 * DAY;
    expect((await place.pull(old)).faults).toEqual([]);
    expect([place.rows('gone'), place.rows('messages').length]).toEqual([[], 14]);
  });

  test('is a fault in a first pull as well', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.tellsNewest = true;
    old.emptied.add('team');
    expect((await place.pull(old)).faults).toMatchObject([{ conversation: 'team', code: 'PULL.FORM' }]);
  });

  test('is right if its last message was deleted meanwhile', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.tellsNewest = true;
    await place.pull(old);
    let isDeleted = false;
    old.asked = [];
    old.onRequest = () => {
      if (old.asked.includes('conversations') && !isDeleted) {
        isDeleted = true;
        old.conversation('Müll/../x').messages.pop();
      }
    };
    place.now += DAY;
    expect((await place.pull(old)).faults).toEqual([]);
    expect(old.asked).toContain('look Müll/../x');
    expect(ids(place.rows('gone'))).toEqual(['Müll/../x-3']);
  });
});

describe('a time in which all messages are gone at once', () => {
  test('deletes nothing where nothing else says so, unless the next pull finds the same', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.looks = 'there';
    await place.pull(old);
    old.emptied.add('Müll/../x');
    place.now += DAY;
    const { faults } = await place.pull(old);
    expect(faults).toMatchObject([{ conversation: 'Müll/../x', code: 'PULL.FORM' }]);
    expect([place.rows('gone'), place.rows('messages').length]).toEqual([[], 14]);
    place.now += DAY;
    expect((await place.pull(old)).faults).toEqual([]);
    expect(place.rows('gone')).toHaveLength(4);
  });

  test('is believed at once if the old system says that there are none', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    old.conversation('Müll/../x').messages = [];
    place.now += DAY;
    expect((await place.pull(old)).faults).toEqual([]);
    expect(place.rows('gone')).toHaveLength(4);
  });

  test('is a fault if the old system cannot be asked again', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.looks = undefined;
    await place.pull(old);
    old.emptied.add('Müll/../x');
    place.now += DAY;
    expect((await place.pull(old)).faults).toMatchObject([{ conversation: 'Müll/../x', code: 'PULL.FORM' }]);
  });
});

test('what is written meanwhile is left for the next pull, and counted', async () => {
  using place = new PullPlaceHere();
  const old = populated();
  old.tellsNewest = true;
  old.write('team', { id: 'late', time: START + 1, sender: 'ann', text: 'later' });
  old.emptied.add('team');
  expect(await place.pull(old)).toMatchObject({ later: 1 });
  old.emptied.clear();
  place.now += 1_000;
  expect(await place.pull(old)).toMatchObject({ later: 0 });
  expect(ids(place.rows('messages'))).toContain('late');
});
