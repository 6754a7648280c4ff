import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { liveHere } from './live-here.ts';
import { people, say, twoSystems } from './two-systems.ts';

test('a direction that waiting does not mend ends it with its error', async () => {
  await using systems = await twoSystems();
  await people(systems.old);
  const running = liveHere(systems.pipeline).live();
  await systems.until(({ phase }) => phase === 'live', 'live');
  // The document of the direction cannot be replaced from now on.
  mkdirSync(join(systems.folder, '.chatferry', 'move', 'live', 'lane-old.json.next', 'full'), {
    recursive: true,
  });
  await say(systems.old, 'ann', 'one more');
  const { exitCode, printed } = await running;
  expect(exitCode).not.toBe(0);
  expect(printed).toMatchObject({ error: { code: 'STATE.UNWRITABLE' }, live: { phase: 'live' } });
});
