import { expect, test } from 'vitest';
import { liveHere } from './live-here.ts';
import { people, say, textsOf, twoSystems } from './two-systems.ts';

test('nobody is notified without consent, also after a new start and by a stop', async () => {
  await using systems = await twoSystems(['  direction: forward']);
  const { old, new: fresh } = systems;
  const here = liveHere(systems.pipeline);
  await people(old);
  await say(old, 'ann', 'before');
  expect(await here.live({ until: 'live' })).toMatchObject({ exitCode: 0 });
  // Nobody receives it: whoever works next finds it.
  await say(old, 'ann', 'meanwhile');
  expect(await here.live({ allowNotifications: false })).toMatchObject({
    exitCode: 2,
    printed: {
      error: { code: 'NOTIFICATIONS.ON', message: expect.stringContaining('the phase is live still') },
    },
  });
  expect(await textsOf(fresh)).toEqual(['before']);
  expect(await here.stop()).toMatchObject({ exitCode: 0, printed: { live: { phase: 'stopped' } } });
});
