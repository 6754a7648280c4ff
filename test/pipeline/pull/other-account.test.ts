import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OldSystem } from './old-system.ts';
import { DAY, PullPlaceHere, START } from './place.ts';
import { ids, populated } from './populated.ts';

/** An account with a conversation of the same id as in another one. */
function accountOf(person: string, messages: number, time: number): OldSystem {
  const old = new OldSystem();
  old.addConversation('team', [person], messages, time);
  return old;
}

const modesOf = (place: PullPlaceHere): readonly string[] =>
  place.events.filter((event) => event.type === 'pull.started').map(({ mode }) => mode);

test('records of another account at the same address are not taken for those of this one', async () => {
  using place = new PullPlaceHere();
  place.app = 'first';
  await place.pull(accountOf('ann', 5, START - 20 * DAY));
  place.app = 'second';
  const second = accountOf('ben', 2, START - 19 * DAY);
  await expect(place.pull(second, 'use')).rejects.toMatchObject({
    code: 'PULL.NOT_PULLED',
    message: expect.stringContaining('another account'),
  });
  expect(await place.pull(second, 'missing')).toMatchObject({ counts: { users: 1, messages: 2 } });
  expect(place.rows('messages')).toHaveLength(2);
  expect(place.rows('gone')).toEqual([]);
  expect(place.rows('users').map(({ row }) => row)).toMatchObject([{ id: 'ben' }]);
  place.now += DAY;
  await place.pull(second);
  expect(modesOf(place)).toEqual(['first', 'first', 'again']);
});

describe('an account that', () => {
  test.each([
    ['refuses the key', 'PULL.AUTH'],
    ['has no users', 'PULL.EMPTY'],
    ['has no conversations', 'PULL.EMPTY'],
    ['does not answer the second list', 'PULL.FORM'],
  ])('%s takes nothing from the one before', async (what, code) => {
    using place = new PullPlaceHere();
    place.app = 'first';
    const first = populated();
    const { until } = await place.pull(first);
    const before = place.digests();
    place.app = 'second';
    place.now += DAY;
    const second = accountOf('ben', 2, START - 19 * DAY);
    if (what === 'has no users') second.users.clear();
    if (what === 'has no conversations') second.conversations.clear();
    if (code === 'PULL.AUTH') second.isRefused = true;
    if (code === 'PULL.FORM') second.faults.set('conversations', 'form');
    await expect(place.pull(second)).rejects.toMatchObject({ code });
    place.app = 'first';
    expect(place.digests()).toEqual(before);
    expect(await place.pull(first, 'use')).toMatchObject({ until });
    first.asked = [];
    await place.pull(first);
    expect(modesOf(place)).toEqual(['first', 'first', 'again']);
    expect(first.asked).not.toContain('messages team');
  });

  test('is stopped goes on, or leaves what was there to the one before', async () => {
    using place = new PullPlaceHere();
    place.app = 'first';
    const first = populated();
    await place.pull(first);
    place.app = 'second';
    place.now += DAY;
    const second = accountOf('ben', 2, START - 19 * DAY);
    const stop = async (): Promise<void> => {
      const stopped = new AbortController();
      let requests = 0;
      second.onRequest = () => void (++requests === 1 && stopped.abort(new Error('Ctrl-C')));
      await expect(place.pull(second, 'again', undefined, stopped.signal)).rejects.toThrow('Ctrl-C');
      second.onRequest = () => {};
    };
    await stop();
    place.app = 'first';
    first.asked = [];
    await place.pull(first);
    expect(modesOf(place)).toEqual(['first', 'first', 'again']);
    expect(first.asked).not.toContain('messages team');
    expect(place.rows('messages')).toHaveLength(14);
    place.app = 'second';
    await stop();
    second.asked = [];
    await place.pull(second);
    expect(second.asked).not.toContain('users');
    expect(modesOf(place).slice(3)).toEqual(['first', 'resumed']);
    expect(place.rows('messages')).toHaveLength(2);
    expect(place.rows('users')).toHaveLength(1);
  });
});

describe('other since, types or by', () => {
  test('are no records that are there, with the reason, and are read in full', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    place.choice = 'narrower';
    await expect(place.pull(old, 'use')).rejects.toMatchObject({
      code: 'PULL.NOT_PULLED',
      message: expect.stringContaining('since, types or by'),
    });
    old.asked = [];
    place.now += DAY;
    await place.pull(old, 'missing');
    expect(old.asked).toContain('messages team');
    expect(modesOf(place)).toEqual(['first', 'full']);
    await place.pull(old, 'use');
    place.choice = 'wider';
    old.asked = [];
    place.now += DAY;
    await place.pull(old);
    expect(old.asked).toContain('messages team');
    old.asked = [];
    place.now += DAY;
    await place.pull(old);
    expect(old.asked).not.toContain('messages team');
    expect(modesOf(place).slice(2)).toEqual(['full', 'again']);
  });

  test('that leave messages out do not say of them that they were deleted', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    place.choice = 'narrower';
    const { messages } = old.conversation('Müll/../x');
    messages.shift();
    place.now += DAY;
    await place.pull(old);
    expect(place.rows('gone')).toEqual([]);
    // From then on what is gone was deleted.
    messages.shift();
    place.now += DAY;
    await place.pull(old);
    expect(ids(place.rows('gone'))).toEqual(['Müll/../x-1']);
  });

  test('do not go on with a pull that was stopped before they changed', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.faults.set('conversations', 'form');
    await expect(place.pull(old)).rejects.toMatchObject({ code: 'PULL.FORM' });
    old.faults.clear();
    old.asked = [];
    place.choice = 'wider';
    await place.pull(old);
    expect(old.asked).toContain('users');
    expect(place.rows('messages')).toHaveLength(14);
    expect(readFileSync(join(place.prepared, 'pulled.log'), 'utf8')).toContain('"choice":"wider"');
  });
});
