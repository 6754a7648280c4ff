import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addressesIn, copiedHere, digestsAt, PEOPLE, picture, withFiles } from './copied-here.ts';
import { digestOf, fakeStore } from './stores-here.ts';

const MESSAGES = 12;

/** An address as a store of files signs it anew each time. */
const signed = (url: string): string =>
  `${url}?Expires=${4_000_000_000 + Math.floor(Math.random() * 1e6)}&Signature=${randomUUID()}&Key-Pair-Id=K1`;

test('in the night all addresses are signed anew: nothing is fetched, put or changed', async () => {
  await using at = await copiedHere(() => fakeStore(), {
    users: [],
    messages: [],
    more: { sync: { onMissing: 'delete' } },
  });
  const pictures = Array.from({ length: MESSAGES }, (_, index) => picture(`${index}`));
  const urls = pictures.map((bytes, index) => at.source.put(`/${index}.png`, bytes, { type: 'image/png' }));
  const face = at.source.put('/face.png', picture('face'), { type: 'image/png' });
  const night = (): void => {
    at.rows('users', [{ ...PEOPLE[0], avatar: signed(face) }, ...PEOPLE.slice(1)]);
    at.rows(
      'messages',
      urls.map((url, index) => withFiles(`m${index}`, [signed(url)])),
    );
  };
  night();
  const first = await at.run();
  expect([first.exitCode, first.result.fileCopies]).toMatchObject([0, { copied: MESSAGES + 1 }]);
  const addresses = (await addressesIn(at.here)).toSorted();
  expect((await digestsAt(addresses)).toSorted()).toEqual(
    [...pictures, picture('face')].map(digestOf).toSorted(),
  );
  const writes = at.store.writes();
  for (let each = 0; each < 3; each++) {
    night();
    at.source.forget();
    at.here.requests.length = 0;
    const { exitCode, result } = await at.run();
    expect([exitCode, result.fileCopies]).toMatchObject([0, { known: MESSAGES + 1, balanced: true }]);
    // Whether a face is another one is asked; that it is the same costs no bytes.
    const asked = at.source.requests.map(({ path, status }) => `${path.split('?')[0]} ${status}`);
    expect(asked).toEqual(['/face.png 304']);
    expect(at.store.writes()).toBe(writes);
    expect(at.here.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  }
  expect((await addressesIn(at.here)).toSorted()).toEqual(addresses);
});
