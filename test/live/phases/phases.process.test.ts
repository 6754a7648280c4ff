import { expect, test } from 'vitest';
import { people, say, textsOf, twoSystems } from './two-systems.ts';

test('from the first event to the stop', { timeout: 60_000 }, async () => {
  await using systems = await twoSystems();
  await people(systems.old);
  await say(systems.old, 'ann', 'before');
  const live = systems.live('--allow-notifications');
  live.ended.then(({ stderr, stdout }) => console.log(stdout, stderr));
  await systems.until(({ phase }) => phase === 'capture', 'capture');
  await say(systems.old, 'bob', 'during capture');
  await systems.until(({ proven }) => proven.old !== undefined, 'an event of the old side');
  await people(systems.new).catch(() => {});
  await systems.until(({ phase }) => phase === 'live', 'live');
  expect(await textsOf(systems.new)).toEqual(['before', 'during capture']);
});
