import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { startCli } from '../../support/cli-process.ts';
import { liveHere } from '../phases/live-here.ts';
import { people, say, textsOf, twoSystems, untilTexts } from '../phases/two-systems.ts';

/** Ends the process that reads an event with a word, as a fault of the runtime does: nobody can catch it. */
const POISON = `
import { isMainThread } from 'node:worker_threads';
const parse = JSON.parse;
if (isMainThread)
  JSON.parse = (text, ...more) => {
    // Events of the old app alone: the echo of its message has a key.
    if (typeof text === 'string' && /^\\{"trigger"(?!.*"muid").*poison/.test(text))
      process.kill(process.pid, 'SIGKILL');
    return parse(text, ...more);
  };
`;

/** Far more starts than it takes. */
const STARTS_MAX = 12;

test('an event that ends the process each time is read alone, then never again, and all others are written', async () => {
  await using systems = await twoSystems(['  direction: both', '  reconcile: off']);
  const { old, new: fresh, folder, pipeline, status, until } = systems;
  await people(old);
  const preload = join(folder, 'poison.mjs');
  writeFileSync(preload, POISON);
  const NODE_OPTIONS = `${process.env['NODE_OPTIONS'] ?? ''} --import ${pathToFileURL(preload)}`;
  const args = ['live', pipeline, '--yes', '--unproven', '--allow-notifications'];
  const texts = ['one', 'poison', 'two', 'three'];
  let crashes = 0;
  for (let start = 0; start < STARTS_MAX; start++) {
    const child = startCli(args, { ...process.env, NODE_OPTIONS });
    child.stdin.end();
    child.stdout.resume();
    child.stderr.resume();
    await using _ = {
      [Symbol.asyncDispose]: async () => {
        if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL'))
          await once(child, 'close');
      },
    };
    const ended = once(child, 'close').then(() => 'ended' as const);
    if (start === 0) {
      await until(({ phase }) => phase === 'live', 'live');
      for (const words of texts) await say(old, 'ann', words);
    }
    const isDead = until(({ forward }) => forward.dead > 0, 'the dead event').catch(() => 'never' as const);
    if ((await Promise.race([ended, isDead])) === 'ended') {
      crashes++;
      expect(child.signalCode).toBe('SIGKILL');
      continue;
    }
    // A list tells of its message, too.
    await untilTexts(fresh, texts);
    await say(old, 'bob', 'four');
    await untilTexts(fresh, [...texts, 'four']);
    expect(status()?.dead).toMatchObject([
      { side: 'old', code: 'LIVE.EVENT_MALFORMED', message: 'each time it was read, the process ended' },
    ]);
    expect(await liveHere(pipeline).stop()).toMatchObject({ exitCode: 4 });
    await ended;
    expect(child.exitCode).toBe(4);
    break;
  }
  // Twice among others, twice alone.
  expect(crashes).toBe(4);
  expect(await textsOf(old)).toEqual([...texts, 'four'].sort());
});
