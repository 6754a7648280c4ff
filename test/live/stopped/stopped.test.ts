import { expect, test } from 'vitest';
import { liveHere } from '../phases/live-here.ts';
import { people, say, twoSystems, untilTexts } from '../phases/two-systems.ts';

test('what people write in the service between a stop and a new beginning goes back', async () => {
  await using systems = await twoSystems(['  direction: both', '  reconcile: "off"']);
  const here = liveHere(systems.pipeline);
  await people(systems.old);
  await say(systems.old, 'ann', 'before');
  expect(await here.live({ until: 'live' })).toMatchObject({ exitCode: 0 });
  expect(await here.stop()).toMatchObject({ exitCode: 0, printed: { live: { phase: 'stopped' } } });
  await say(systems.new, 'bob', 'meanwhile');
  const running = here.live();
  await untilTexts(systems.old, ['before', 'meanwhile']);
  await untilTexts(systems.new, ['before', 'meanwhile']);
  expect(await here.stop()).toMatchObject({ exitCode: 0 });
  expect(await running).toMatchObject({ exitCode: 0 });
});

test('events behind a dead one keep neither a retry nor the stop from their ends', async () => {
  await using systems = await twoSystems(['  onDead: hold']);
  const here = liveHere(systems.pipeline);
  await people(systems.old);
  const running = here.live();
  await systems.until(({ phase }) => phase === 'live', 'live');
  await say(systems.old, 'ann', 'bad \u0000');
  await systems.until(({ forward }) => forward.dead > 0, 'a dead event');
  await say(systems.old, 'bob', 'behind it');
  await systems.until(({ forward }) => forward.waiting > 0, 'an event behind it');
  expect(await here.retry()).toMatchObject({ exitCode: 4, printed: { retried: 1 } });
  expect(await here.retry('ROW.NOPE')).toMatchObject({
    printed: { retried: 0, notices: [expect.stringContaining('ROW.NOPE')] },
  });
  await expect(here.retry('')).rejects.toMatchObject({ code: 'USAGE.INVALID' });
  expect(await here.stop()).toMatchObject({
    exitCode: 4,
    printed: { live: { phase: 'stopped' }, notices: [expect.stringContaining('1 event behind dead ones')] },
  });
  expect(await running).toMatchObject({ exitCode: 4 });
});
