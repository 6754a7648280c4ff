import { expect, test } from 'vitest';
import { liveHere } from './live-here.ts';
import { people, twoSystems } from './two-systems.ts';

test('wishes of several commands at once are answered, one after another', async () => {
  await using systems = await twoSystems();
  const here = liveHere(systems.pipeline);
  await people(systems.old);
  const running = here.live();
  await systems.until(({ phase }) => phase === 'live', 'live');
  const answers = await Promise.all([
    here.switch(),
    here.retry(),
    here.retry(),
    here.switch({ withinMs: 1 }),
  ]);
  const codes = answers.map(({ exitCode }) => exitCode);
  expect(codes.slice(0, 3)).toEqual([0, 0, 0]);
  // Either it came first and found nobody silent so soon, or people have moved by then.
  expect([2, 7]).toContain(codes[3]);
  expect(await here.stop()).toMatchObject({ exitCode: 0 });
  expect(await running).toMatchObject({ exitCode: 0 });
});
