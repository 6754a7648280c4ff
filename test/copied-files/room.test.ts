import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FilesVerification } from '../../src/features/verify/result/files-verification.ts';
import type { Report } from '../../src/report/result/report.ts';
import { addressesIn, type CopiedHere, copiedHere, PEOPLE, picture, withFiles } from './copied-here.ts';
import { fakeStore, folderStore } from './stores-here.ts';

/** Messages whose data have little room, or none, for the addresses of copies. */

const BYTES_MAX = 10_240;

const listOf = ({ here }: CopiedHere): string =>
  readFileSync(join(here.folder, '.chatferry/here/attachments.csv'), 'utf8');

async function dataOf({ here }: CopiedHere, muid: string): Promise<Record<string, unknown>> {
  for await (const message of here.service.messages.list({ limit: 1000 }))
    if (message.muid === muid) return message.data as Record<string, unknown>;
  throw new Error(`${muid} is not there`);
}

const codesOf = (result: Report): readonly string[] => result.problems.map(({ code }) => code);

test('a message that is too large with its addresses and with those of copies is refused by all commands, and nothing is asked for it', async () => {
  await using at = await copiedHere(folderStore, {
    users: PEOPLE,
    messages: [],
    files: { maxFailed: '100%' },
  });
  const many = Array.from({ length: 60 }, (_, index) =>
    at.source.put(`/${String(index).padStart(2, '0')}/${'x'.repeat(150)}.png`, picture(`${index}`), {
      type: 'image/png',
    }),
  );
  const good = at.source.put('/good.png', picture('good'), { type: 'image/png' });
  at.rows('messages', [withFiles('m1', [good]), withFiles('m2', many)]);
  const validated = await at.here.json('validate');
  expect(codesOf(validated.result)).toEqual(['MESSAGE.DATA_TOO_LARGE']);
  expect(validated.exitCode).toBe(4);
  const { exitCode, result } = await at.run();
  expect([exitCode, codesOf(result)]).toEqual([4, ['MESSAGE.DATA_TOO_LARGE']]);
  expect(result.fileCopies).toMatchObject({
    found: 1,
    distinct: 1,
    copied: 1,
    balanced: true,
    requests: { get: 1 },
  });
  expect(await addressesIn(at.here)).toHaveLength(1);
});

test('a message that is too large with its addresses, and not with those of copies, gets all of these', async () => {
  await using at = await copiedHere(folderStore, { users: PEOPLE, messages: [] });
  const many = Array.from({ length: 45 }, (_, index) =>
    at.source.put(
      `/${String(index).padStart(2, '0')}/${'x'.repeat(150)}?n=${'y'.repeat(60)}`,
      picture(`${index}`),
      {
        type: 'image/png',
      },
    ),
  );
  const row = withFiles('m1', many);
  const data = row['data'] as { attachments: { name: string }[] };
  for (const [index, file] of data.attachments.entries()) file.name = `${index}.png`;
  expect(JSON.stringify(data).length).toBeGreaterThan(BYTES_MAX);
  at.rows('messages', [row]);
  expect((await at.here.json('validate')).exitCode).toBe(0);
  const { exitCode, result } = await at.run();
  expect([exitCode, result.fileCopies]).toMatchObject([0, { found: 45, copied: 45, balanced: true }]);
  expect(await addressesIn(at.here)).toHaveLength(45);
});

test('a file whose copy has no room is a link, else stays at its address, else is named; all of it is seen', async () => {
  await using at = await copiedHere(() => fakeStore({ prefix: 'chat/'.repeat(12) }), {
    users: PEOPLE,
    messages: [],
  });
  const put = (path: string): string => at.source.put(path, picture(path), { type: 'image/png' });
  const [whole, linked, stays, named] = [put('/1.png'), put('/2.png'), put('/3.png'), put('/4.png')];
  const row = (muid: string, url: string, characters: number) => {
    const { data, ...rest } = withFiles(muid, [url], { text: 'x'.repeat(characters) });
    return { ...rest, type: 'text', data };
  };
  const signed = `${named}?fat=1`;
  at.rows('messages', [
    row('m1', whole, 9_000),
    row('m2', linked, 10_000),
    row('m3', stays, 10_100),
    row('m4', signed, 10_100),
  ]);
  const { exitCode, result } = await at.run();
  expect([exitCode, result.fileCopies]).toMatchObject([
    0,
    { found: 4, copied: 4, noRoom: 3, balanced: true },
  ]);
  const own = (await dataOf(at, 'm1'))['attachments'] as { url: string }[];
  expect(own[0]?.url).not.toBe(whole);
  expect((await dataOf(at, 'm2'))['text']).toMatch(/^x+\n\[2\.png\]\(http:.*\.png\)$/);
  expect((await dataOf(at, 'm3'))['attachments']).toMatchObject([{ url: stays }]);
  expect((await dataOf(at, 'm4'))['metadata']).toMatchObject({ source: { files: [{ name: '4.png' }] } });
  expect(
    listOf(at)
      .split('\n')
      .filter((line) => line.includes('noRoom')),
  ).toHaveLength(3);
  const verified = await at.here.json<{ fileCopies: FilesVerification }>('verify', '--files');
  expect(verified.result.fileCopies.differences).toMatchObject([{ what: 'noRoom', count: 2 }]);
  expect(verified.exitCode).not.toBe(0);
});

test.each([{ url: '/b.png', name: 'b.png', mimeType: 'image/png', extension: 'png' }, { name: 'c' }])(
  'a faulty file is named by its place in the row, also beside one that could not be copied: %j',
  async (faulty) => {
    await using at = await copiedHere(folderStore, {
      users: PEOPLE,
      messages: [],
      files: { maxFailed: '100%' },
    });
    const gone = `${at.source.origin}/gone.png`;
    const { data, ...row } = withFiles('m1', [gone, at.source.put('/a.png', picture('a'))]);
    const { attachments } = data as { attachments: object[] };
    at.rows('messages', [
      { ...row, data: { attachments: [...attachments, faulty] } },
      withFiles('m2', [gone]),
    ]);
    for (const [command, ...options] of [['validate'], ['run', '--yes'], ['validate']] as const) {
      const { result } = await at.here.json(command, ...options);
      const messages = result.problems.flatMap(({ samples }) => samples.map(({ message }) => message));
      expect(messages).toEqual([expect.stringMatching(/^attachments\[2\]/)]);
    }
  },
);
