import { expect, test } from 'vitest';
import { OldSystem } from './old-system.ts';
import { DAY, PullPlaceHere, START } from './place.ts';

/** An account with a conversation of the same id as in another one. */
function accountOf(person: string, messages: number, time: number): OldSystem {
  const old = new OldSystem();
  old.addConversation('team', [person], messages, time);
  return old;
}

test('records of another account at the same address are not taken for those of this one', async () => {
  using place = new PullPlaceHere();
  place.app = 'first';
  await place.pull(accountOf('ann', 5, START - 20 * DAY));
  place.app = 'second';
  const second = accountOf('ben', 2, START - 19 * DAY);
  await expect(place.pull(second, 'use')).rejects.toMatchObject({ code: 'PULL.NOT_PULLED' });
  expect(await place.pull(second, 'missing')).toMatchObject({ counts: { users: 1, messages: 2 } });
  expect(place.rows('messages')).toHaveLength(2);
  expect(place.rows('users').map(({ row }) => row)).toMatchObject([{ id: 'ben' }]);
  place.now += DAY;
  await place.pull(second);
  expect(place.events.filter((event) => event.type === 'pull.started').map(({ mode }) => mode)).toEqual([
    'first',
    'first',
    'again',
  ]);
});
