import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type CopyingHere, copyingHere, keyOf, png, sha256 } from './copying-here.ts';
import { Death } from './death.ts';

/** All points take a minute: some are enough each time, others the next. */
const POINTS = Number(process.env['KILL_POINTS'] ?? 3);

let here: CopyingHere;
afterEach(() => here[Symbol.asyncDispose]());

const NAMES = ['a', 'b', 'c', 'large'];
const contentOf = (name: string): Buffer => png(name === 'large' ? name.repeat(1_000_000) : name);
const objectsOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [keyOf(contentOf(name)), sha256(contentOf(name))]));

/** Names files in messages; one content is at two addresses. */
function name(names: readonly string[]): void {
  here.rows([
    ...names.map((each) => ({ muid: each, files: [here.source.put(`/${each}.png`, contentOf(each))] })),
    { muid: 'twin', files: [here.source.put('/twin.png', contentOf('a'))] },
    { muid: 'gone', files: [`${here.source.origin}/gone.png`] },
  ]);
}

function begin(): void {
  for (const each of ['state', 'prepared', 'public'])
    rmSync(join(here.folder, each), { recursive: true, force: true });
  here.bucket?.objects.clear();
  here.bucket?.uploads.clear();
}

const copyUntil = (death: Death) =>
  here.copy({ files: death.files, around: { store: death.store, fetcher: death.fetcher } });

describe.each(['folder', 's3'] as const)('copying to a %s', (kind) => {
  test('is killed anywhere: nothing is lost, nothing is left that no row names, nothing is asked twice', async () => {
    here = await copyingHere(kind);
    name(NAMES);
    const whole = new Death(Number.POSITIVE_INFINITY);
    expect((await copyUntil(whole)).error).toBeUndefined();
    const step = Math.max(1, whole.count / POINTS);
    for (let at = 1 + Math.random() * (step - 1); at <= whole.count; at += step) {
      const point = `point ${Math.floor(at)} of ${whole.count}`;
      begin();
      name(NAMES);
      const death = new Death(Math.floor(at));
      await copyUntil(death);
      // In the meantime a row has gone, or not.
      const names = Math.floor(at) % 2 === 0 ? NAMES : NAMES.filter((each) => each !== 'b');
      name(names);
      here.source.forget();
      const resumed = await here.copy();
      expect(resumed.error, point).toBeUndefined();
      expect(resumed.counts.balanced, point).toBe(true);
      expect(resumed.counts.bytes, point).toBe(names.reduce((sum, each) => sum + contentOf(each).length, 0));
      // A file whose copy was complete stays, also if its row is gone.
      const objects = here.objects();
      expect(objects, point).toMatchObject(objectsOf(names));
      expect(Object.keys(objects).sort(), point).toEqual([...(await here.named())].sort());
      const find = await here.find();
      for (const each of [...names, 'twin'])
        expect(find(`${here.source.origin}/${each}.png`), `${point}, ${each}`).toMatchObject({
          outcome: 'copied',
        });
      const again = await here.copy();
      expect(again.counts, point).toMatchObject({
        known: names.length + 1,
        failed: { gone: 1 },
        requests: { get: 0, put: 0, head: 0, parts: 0 },
      });
    }
  });
});
