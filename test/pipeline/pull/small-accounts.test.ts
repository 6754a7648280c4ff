import { expect, test } from 'vitest';
import { OldSystem } from './old-system.ts';
import { DAY, PullPlaceHere, START } from './place.ts';
import { populated } from './populated.ts';

/** States of accounts that are as they should be: none of them may stand in the way for ever, or pass for complete. */

test('a conversation whose messages were all deleted is believed, and asked about no more', async () => {
  using place = new PullPlaceHere();
  const old = populated();
  old.looks = 'there';
  await place.pull(old);
  old.conversation('team').messages = [];
  const faults: number[] = [];
  for (let night = 1; night <= 5; night++) {
    place.now += DAY;
    old.conversation('team').version++;
    faults.push((await place.pull(old)).faults.length);
  }
  expect(faults[0]).toBe(1);
  // Older messages are in an earlier window, which is looked at by itself.
  expect(faults.slice(3)).toEqual([0, 0]);
  expect(place.rows('messages').filter(({ of }) => of === 'team')).toEqual([]);
});

test('a record that keeps the time of an erased message is believed when it says nothing else twice', async () => {
  using place = new PullPlaceHere();
  const old = populated();
  old.tellsNewest = true;
  old.looks = 'there';
  const before = old.newestOf('team');
  old.newestOf = (id) => (id === 'team' ? before : OldSystem.prototype.newestOf.call(old, id));
  old.conversation('team').messages = [];
  const codes: (string | undefined)[] = [];
  for (let night = 1; night <= 3; night++) {
    codes.push((await place.pull(old)).faults[0]?.code);
    place.now += DAY;
  }
  expect(codes[0]).toBe('PULL.FORM');
  expect(codes.at(-1)).toBeUndefined();
});

test('an account whose only conversation is deleted while it is read is empty afterwards', async () => {
  using place = new PullPlaceHere();
  const old = new OldSystem();
  old.addConversation('only', ['ann'], 2, START - 19 * DAY);
  old.faults.set('messages only', 'gone');
  old.faults.set('look only', 'gone');
  await expect(place.pull(old)).rejects.toMatchObject({ code: 'PULL.EMPTY' });
  old.conversations.clear();
  old.faults.clear();
  place.now += DAY;
  expect((await place.pull(old)).faults).toEqual([]);
});

test('a pull that was stopped is not complete because a wrong account was named meanwhile', async () => {
  using place = new PullPlaceHere();
  place.app = 'first';
  const old = populated();
  await place.pull(old);
  place.now += DAY;
  old.addConversation('late', ['ann', 'bob'], 4, place.now - 3_600_000);
  const stopped = new AbortController();
  old.asked = [];
  old.onRequest = () => {
    if (old.asked.some((each) => each.startsWith('members'))) stopped.abort(new Error('Ctrl-C'));
  };
  await expect(place.pull(old, 'again', undefined, stopped.signal)).rejects.toThrow('Ctrl-C');
  old.onRequest = () => {};
  place.app = 'second';
  const wrong = new OldSystem();
  wrong.isRefused = true;
  await expect(place.pull(wrong, 'missing')).rejects.toMatchObject({ code: 'PULL.AUTH' });
  place.app = 'first';
  await expect(place.pull(old, 'use')).rejects.toMatchObject({ code: 'PULL.NOT_PULLED' });
  await place.pull(old, 'missing');
  expect(place.rows('messages').filter(({ of }) => of === 'late')).toHaveLength(4);
});
