import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonIn } from '../../../src/input/json/defined.ts';
import { liveHere } from './live-here.ts';
import { people, say, twoSystems, untilTexts } from './two-systems.ts';

const OURS = { sides: [{ hooks: [{ isOurs: true }] }, { hooks: [{ isOurs: true }] }] };
/** Whoever waits too long is ended. */
const BOUND = { timeout: 300_000 };

const NONE = { sides: [{ hooks: [] }, { hooks: [] }] };

test('webhooks are there after each start, also those at an address that has changed', BOUND, async () => {
  await using systems = await twoSystems();
  const here = liveHere(systems.pipeline);
  await people(systems.old);
  expect(await here.live({ until: 'live' })).toMatchObject({ exitCode: 0 });
  await expect(here.hooks(true)).rejects.toMatchObject({ code: 'LIVE.PHASE' });
  // The address of the same receiver by another name.
  const text = readFileSync(systems.pipeline, 'utf8');
  writeFileSync(systems.pipeline, text.replace('publicUrl: http://127.0.0.1', 'publicUrl: http://localhost'));
  const running = here.live();
  await expect
    .poll(async () => (await here.hooks()).printed)
    .toMatchObject({
      sides: [
        { hooks: [{ isOurs: true, url: expect.stringContaining('localhost') }] },
        { hooks: [{ isOurs: true }] },
      ],
    });
  await say(systems.old, 'ann', 'by the new address');
  await untilTexts(systems.new, ['by the new address']);
  expect(await here.stop()).toMatchObject({ exitCode: 0 });
  expect(await running).toMatchObject({ exitCode: 0 });
  expect((await here.hooks()).printed).toMatchObject(NONE);
});

test('a webhook that somebody removed is set again, and the time without it is listed', BOUND, async () => {
  await using systems = await twoSystems(['  direction: both', '  reconcile: "off"']);
  const here = liveHere(systems.pipeline);
  await people(systems.old);
  expect(await here.live({ until: 'live' })).toMatchObject({ exitCode: 0 });
  await systems.removeHooks('old');
  await say(systems.old, 'ann', 'unheard');
  const running = here.live();
  await untilTexts(systems.new, ['unheard']);
  expect((await here.hooks()).printed).toMatchObject(OURS);
  expect(await here.stop()).toMatchObject({ exitCode: 0 });
  expect(await running).toMatchObject({ exitCode: 0 });
});

test(
  'a side that refuses to show its webhooks keeps nobody from those of the other one; what it may not have told is listed later',
  BOUND,
  async () => {
    await using systems = await twoSystems(['  direction: both', '  reconcile: "off"']);
    const { old, new: fresh, pipeline, folder, until } = systems;
    const here = liveHere(pipeline);
    await people(old);
    expect(await here.live({ until: 'live' })).toMatchObject({ exitCode: 0 });
    const text = readFileSync(pipeline, 'utf8');
    const wrong = join(folder, 'wrong-key');
    writeFileSync(wrong, 'this-is-no-key', { mode: 0o600 });
    writeFileSync(pipeline, text.replace(/(service: .*key: \{ file: )"[^"]+"/, `$1${JSON.stringify(wrong)}`));
    await systems.removeHooks('old');
    await say(old, 'ann', 'unheard');
    const from = Date.now();
    const stop = new AbortController();
    const running = here.live({}, stop.signal);
    await untilTexts(fresh, ['unheard']);
    stop.abort();
    await running;
    const to = Date.now();
    // The key is right again: nobody knows what was told meanwhile.
    writeFileSync(pipeline, text);
    const again = here.live();
    const covers = (gap: { readonly from: string; readonly to: string }): boolean =>
      Date.parse(gap.from) <= from && Date.parse(gap.to) >= to;
    await until(
      ({ gaps }) => gaps.some((gap) => gap.side === 'new' && gap.closed && covers(gap)),
      'the gap of the new side',
    );
    expect(await here.stop()).toMatchObject({ exitCode: 0 });
    expect(await again).toMatchObject({ exitCode: 0 });
  },
);

test('a stop that was interrupted continues', BOUND, async () => {
  await using systems = await twoSystems();
  const here = liveHere(systems.pipeline);
  await people(systems.old);
  expect(await here.live({ until: 'live' })).toMatchObject({ exitCode: 0 });
  // As a kill leaves it.
  const phase = join(systems.folder, '.chatferry', 'move', 'live', 'phase');
  writeFileSync(phase, JSON.stringify({ ...Object(jsonIn(readFileSync(phase, 'utf8'))), isStopping: true }));
  await systems.removeHooks('old');
  expect(await here.live()).toMatchObject({ exitCode: 0, printed: { live: { phase: 'stopped' } } });
  expect((await here.hooks()).printed).toMatchObject(NONE);
});
