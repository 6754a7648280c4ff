import { describe, expect, test } from 'vitest';
import { status } from '../../pipeline/files/source-answers.ts';
import { runHere } from '../../support/command-here.ts';
import { copiesHere, copiesIn, keyOf, png, sha256, writesOf } from './copies-here.ts';

const RETRY = ['run', '--only', 'files', '--retry-files'] as const;

type Verified = { fileCopies: { differences: readonly { what: string; count: number }[]; next?: string } };

describe.each(['folder', 's3'] as const)('copies that a %s has lost', (kind) => {
  test('are named by verify with what to type, which puts them there again and changes no row', async () => {
    await using here = await copiesHere(kind);
    const { source, store } = here;
    here.messages(
      { muid: 'm1', files: [source.put('/a.png', png('a')), source.put('/b.png', png('b'))] },
      {
        muid: 'm2',
        files: [source.put('/c.png', png('c')), source.answer('/d.png', status(404))],
        text: 'd',
      },
    );
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    const [before, sent, writes] = [store.list(), await here.sent(), writesOf(here)];
    store.lose(keyOf(png('a')));
    await store.put(keyOf(png('b')), Buffer.from('other bytes'));
    const shown = await runHere(['verify', here.pipeline, '--files']);
    expect(shown.stdout).toMatch(/next +chatferry run \S+ --only files --retry-files\n/);
    const found = await here.json<Verified>('verify', '--files');
    expect(found.result.fileCopies).toMatchObject({
      differences: expect.arrayContaining([
        expect.objectContaining({ what: 'missing', count: 1 }),
        expect.objectContaining({ what: 'differs', count: 1 }),
      ]),
      next: expect.stringMatching(/^chatferry run \S+ --only files --retry-files$/),
    });

    source.forget();
    const { exitCode, stdout, stderr } = await runHere(['run', here.pipeline, ...RETRY.slice(1), '--json']);
    expect([exitCode, copiesIn(JSON.parse(stdout))]).toMatchObject([
      0,
      { copied: 2, known: 1, failed: { gone: 1 }, balanced: true },
    ]);
    expect(source.counts()).toEqual({ '/a.png': 1, '/b.png': 1 });
    expect(stderr).toMatch(/warning: 1 file .* stays so: rows were sent/);
    expect([store.list(), await here.sent(), writesOf(here)]).toEqual([before, sent, writes]);
    source.forget();
    const again = await here.json('run', '--yes', '--retry-files');
    expect([again.exitCode, source.connections, writesOf(here)]).toEqual([0, 0, writes]);
    expect(copiesIn(again.result)).toMatchObject({ copied: 0, known: 3 });
  });
});

test('a lost copy whose address has ended, or has other bytes, is said to be lost, and its entry stays', async () => {
  await using here = await copiesHere();
  const { source, store } = here;
  here.messages(
    { muid: 'm1', files: [source.put('/a.png', png('a'))] },
    { muid: 'm2', files: [source.put('/b.png', png('b'))] },
  );
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  store.lose(keyOf(png('a')));
  store.lose(keyOf(png('b')));
  source.answer('/a.png', status(404));
  source.put('/b.png', png('another'));
  const lost = await here.json(...RETRY);
  expect([lost.exitCode, copiesIn(lost.result)]).toMatchObject([
    0,
    { copied: 0, failed: { gone: 2 }, balanced: true },
  ]);
  expect(store.list()).toEqual({});
  source.put('/a.png', png('a'));
  source.put('/b.png', png('b'));
  const found = await here.json(...RETRY);
  expect(copiesIn(found.result)).toMatchObject({ copied: 2, failed: { gone: 0 } });
  expect(store.list()).toEqual(
    Object.fromEntries(['a', 'b'].map((name) => [keyOf(png(name)), sha256(png(name))])),
  );
});

test('a copy that was there before is ours once it was put again: undo removes it', async () => {
  await using here = await copiesHere('s3');
  const { source, store } = here;
  await store.put(keyOf(png('a')), png('a'));
  here.messages({ muid: 'm1', files: [source.put('/a.png', png('a'))] });
  expect(copiesIn((await here.json('run', '--yes')).result)).toMatchObject({ alreadyThere: 1 });
  store.lose(keyOf(png('a')));
  expect(copiesIn((await here.json(...RETRY)).result)).toMatchObject({ copied: 1 });
  const { result } = await here.json<{ files?: { objects: number } }>('undo');
  expect(result.files?.objects).toBe(1);
});
