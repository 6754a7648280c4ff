import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from '../../support/cli-here.ts';
import { liveHere } from '../phases/live-here.ts';
import { people, say, twoSystems, untilTexts } from '../phases/two-systems.ts';

test('a damaged ledger of the way back is found and begun anew, and nothing is written twice', {
  timeout: 60_000,
}, async () => {
  await using systems = await twoSystems();
  const { old, new: other, pipeline, folder } = systems;
  const here = liveHere(pipeline);
  await people(old);
  const first = new AbortController();
  const running = here.live({}, first.signal);
  await systems.until(({ phase }) => phase === 'live', 'live');
  await say(old, 'ann', 'said in old');
  await untilTexts(other, ['said in old']);
  const said = await say(other, 'bob', 'said in new');
  await untilTexts(old, ['said in old', 'said in new']);
  first.abort();
  await running.catch(() => {});

  const check = async () => {
    const { code, out } = await cli(['state', 'check', pipeline, '--json']);
    const { findings } = JSON.parse(out) as { findings: { file: string; status: string }[] };
    return { code, status: findings.find(({ file }) => file === 'live/back/ledger.log')?.status };
  };
  expect(await check()).toEqual({ code: 0, status: 'ok' });
  const log = join(folder, '.chatferry', 'move', 'live', 'back', 'ledger.log');
  const bytes = readFileSync(log);
  bytes.fill(0x7f, 400, 420);
  writeFileSync(log, bytes);
  expect(await check()).toEqual({ code: 9, status: 'damaged' });
  expect((await cli(['state', 'repair', pipeline, '--yes'])).code).toBe(0);
  expect(existsSync(`${log}.damaged`)).toBe(true);
  expect((await check()).code).toBe(0);

  const second = new AbortController();
  const again = here.live({}, second.signal);
  await systems.until(({ phase }) => phase === 'live', 'live');
  await other.messages.update(said, { data: { text: 'edited in new' } });
  await say(old, 'ann', 'said later');
  await untilTexts(old, ['said in old', 'edited in new', 'said later']);
  await untilTexts(other, ['said in old', 'edited in new', 'said later']);
  await here.stop();
  expect(await again).toMatchObject({ exitCode: 0 });
  await untilTexts(old, ['said in old', 'edited in new', 'said later']);
});
