import { expect, test } from 'vitest';
import { startFakeS3 } from '../pipeline/files/fake-s3.ts';
import { addressesIn, copiedHere, digestsAt, isAtRest, PEOPLE, picture, withFiles } from './copied-here.ts';
import { digestOf, fakeStore } from './stores-here.ts';

const NAMES = ['one', 'two', 'three', 'four', 'five', 'six'];

/** A run of six small files and a large one, into the fake of S3. */
async function sixFiles() {
  const at = await copiedHere(() => fakeStore({ prefix: 'chat' }), { users: PEOPLE, messages: [] });
  const pictures = [...NAMES.map((name) => picture(name)), picture('large', 20 * 2 ** 20)];
  at.rows(
    'messages',
    pictures.map((bytes, index) =>
      withFiles(`m${index}`, [at.source.put(`/${index}.png`, bytes, { type: 'image/png' })]),
    ),
  );
  const { fake } = at.store as Awaited<ReturnType<typeof fakeStore>>;
  return { at, fake, digests: pictures.map(digestOf).toSorted() };
}

test('a store that throttles, cuts, loses answers and answers 200 with an error has every file in the end', async () => {
  const { at, fake, digests } = await sixFiles();
  await using _ = at;
  fake.plant('PutObject', { status: 503, code: 'SlowDown' }, 2);
  fake.plant('HeadObject', 'cut', 1);
  fake.plant('PutObject', 'lost', 1);
  fake.plant('UploadPart', 'cut', 1);
  fake.plant('CompleteMultipartUpload', 'errorIn200', 1);
  const { exitCode, result } = await at.run();
  expect([exitCode, result.fileCopies]).toMatchObject([0, { copied: 7, balanced: true }]);
  expect((await digestsAt(await addressesIn(at.here))).toSorted()).toEqual(digests);
  expect([Object.keys(await at.store.contents()).length, fake.uploads.size]).toEqual([7, 0]);
});

test('a store that denies ends the run before anything is sent, and the next one continues there', async () => {
  const { at, fake, digests } = await sixFiles();
  await using _ = at;
  let isDenied = true;
  const fits = (): boolean => isDenied && fake.objects.size >= 3;
  fake.plant('PutObject', { status: 403, code: 'AccessDenied' }, 100, fits);
  expect((await at.run()).exitCode).toBe(10);
  expect(
    at.here.requests.filter((request) => /^(?:POST|PUT) .*(?:users|messages|import)/.test(request)),
  ).toEqual([]);
  const before = fake.count('PutObject');
  at.source.forget();
  expect((await at.run()).exitCode).toBe(10);
  expect(fake.count('PutObject') - before).toBeLessThanOrEqual(8);
  const reached = fake.objects.size;
  isDenied = false;
  const last = await at.run();
  expect([last.exitCode, last.result.fileCopies]).toMatchObject([0, { balanced: true }]);
  expect(reached).toBeGreaterThanOrEqual(3);
  expect((await digestsAt(await addressesIn(at.here))).toSorted()).toEqual(digests);
});

test('two pipelines that copy the same files into one bucket at once have each object once', async () => {
  await using fake = await startFakeS3();
  const shared = async () => {
    const store = await fakeStore({ fake, prefix: 'chat' });
    return { ...store, [Symbol.asyncDispose]: async () => {} };
  };
  const options = { users: PEOPLE, messages: [] };
  await using one = await copiedHere(shared, options);
  await using two = await copiedHere(shared, { ...options, source: one.source });
  const urls = NAMES.map((name) => one.source.put(`/${name}.png`, picture(name), { type: 'image/png' }));
  for (const at of [one, two])
    at.rows(
      'messages',
      urls.map((url, index) => withFiles(`m${index}`, [url])),
    );
  const [first, second] = await Promise.all([one.run(), two.run()]);
  expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
  expect(Object.values(await one.store.contents()).map((said) => said.split(' ')[0])).toEqual(
    NAMES.map((name) => digestOf(picture(name))).toSorted(),
  );
  for (const at of [one, two]) {
    const digests = await digestsAt(await addressesIn(at.here));
    expect(digests.toSorted()).toEqual(NAMES.map((name) => digestOf(picture(name))).toSorted());
    const again = await at.run();
    expect(isAtRest(again.result.fileCopies)).toBe(true);
  }
});
