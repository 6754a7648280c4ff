import { expect, test } from 'vitest';
import { jsonHere } from '../support/command-here.ts';
import { copiedHere, PEOPLE, picture, withFiles } from './copied-here.ts';
import { digestOf, fakeStore } from './stores-here.ts';

test('undo leaves the bucket as it was before, byte for byte', async () => {
  await using at = await copiedHere(() => fakeStore({ prefix: 'chat' }), { users: PEOPLE, messages: [] });
  const { fake } = at.store as Awaited<ReturnType<typeof fakeStore>>;
  const [mine, theirs] = [picture('mine'), picture('theirs')];
  const objectOf = (bytes: Buffer) => ({
    bytes: bytes.length,
    sha256: digestOf(bytes),
    body: bytes,
    headers: { 'content-type': 'image/png', 'x-amz-meta-sha256': digestOf(bytes) },
  });
  const sha = digestOf(theirs);
  fake.objects.set('other/readme.txt', objectOf(Buffer.from('not of this tool')));
  fake.objects.set('chat/readme.txt', objectOf(Buffer.from('beside the copies')));
  // Somebody has put it there before, under the very name that its copy gets.
  fake.objects.set(`chat/${sha.slice(0, 2)}/${sha}.png`, objectOf(theirs));
  const before = await at.store.contents();
  at.rows('messages', [
    withFiles('m1', [at.source.put('/mine.png', mine, { type: 'image/png' })]),
    withFiles('m2', [at.source.put('/theirs.png', theirs, { type: 'image/png' })]),
    withFiles('m3', [at.source.put('/large.png', picture('large', 20 * 2 ** 20), { type: 'image/png' })]),
  ]);
  const { exitCode, result } = await at.run();
  expect([exitCode, result.fileCopies]).toMatchObject([0, { copied: 2, alreadyThere: 1 }]);
  expect(Object.keys(await at.store.contents())).toHaveLength(5);
  const undo = ['undo', at.here.pipeline, '--json', '--include-used'];
  const shown = await jsonHere<{ confirm: string }>(undo);
  const undone = await jsonHere([
    'undo',
    at.here.pipeline,
    '--json',
    '--include-used',
    '--confirm',
    shown.result.confirm,
  ]);
  expect(undone.exitCode).toBe(0);
  expect(await at.store.contents()).toEqual(before);
  expect(fake.uploads.size).toBe(0);
});
