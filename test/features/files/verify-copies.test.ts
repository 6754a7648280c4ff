import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FilesVerification } from '../../../src/features/verify/result/files-verification.ts';
import { startFakeS3 } from '../../pipeline/files/fake-s3.ts';
import { runHere } from '../../support/command-here.ts';
import { copiesHere, messagesWith } from './copies-here.ts';

type Result = { readonly fileCopies: FilesVerification };

const addresses = Array.from(
  { length: 6 },
  (_, at) => `https://cdn.example.com/${at}.png?X-Amz-Signature=${at}`,
);

test('objects, addresses in rows and public addresses are compared, and each difference is named', async () => {
  await using here = await copiesHere({ files: messagesWith(addresses) });
  const objects: string[] = [];
  for (const [at, address] of addresses.slice(0, 5).entries())
    objects.push(await here.copied(address, `file ${at}`));
  const all = async (...options: string[]) =>
    (await here.json<Result>('verify', '--files', ...options)).result;
  const good = (await all()).fileCopies;
  expect(good).toEqual({
    objects: { of: 5, checked: 5, same: 5 },
    addresses: { of: 6, same: 5 },
    public: { asked: 5, same: 5 },
    differences: [
      { what: 'notCopied', count: 1, samples: [expect.objectContaining({ message: expect.any(String) })] },
    ],
  });
  rmSync(here.pathOf(objects[0] as string));
  writeFileSync(here.pathOf(objects[1] as string), 'file X');
  writeFileSync(here.pathOf(objects[2] as string), 'longer than before');
  const bad = (await all('--bytes')).fileCopies;
  expect(bad.objects).toEqual({ of: 5, checked: 5, same: 2 });
  expect(bad.differences.map(({ what, count }) => [what, count])).toEqual([
    ['missing', 1],
    ['differs', 2],
    ['notCopied', 1],
  ]);
  expect(JSON.stringify(bad)).not.toContain('Signature');
});

test('a storage that cannot be asked makes copies unread, and no tick', async () => {
  await using s3 = await startFakeS3();
  const { endpoint, bucket, keys } = s3;
  await using here = await copiesHere({
    files: messagesWith(addresses.slice(0, 3)),
    to: { bucket: `s3://${bucket}/chat`, publicUrl: `${s3.publicUrl}/chat` },
    rules: `endpoint: "${endpoint}", credentials: { accessKeyId: { file: id.txt }, secretAccessKey: { file: secret.txt } }`,
  });
  const writeKeys = (secret: string): void => {
    for (const [name, value] of [
      ['id.txt', keys.accessKeyId],
      ['secret.txt', secret],
    ] as const)
      writeFileSync(join(here.folder, name), value, { mode: 0o600 });
  };
  for (const address of addresses.slice(0, 3)) await here.copied(address, address, false);
  writeKeys('wrong');
  const { exitCode, result } = await here.json<Result>('verify', '--files');
  expect([exitCode, result.fileCopies.objects, result.fileCopies.public]).toEqual([
    5,
    { of: 3, checked: 3, same: 0 },
    { asked: 0, same: 0 },
  ]);
  expect(result.fileCopies.differences.map(({ what, count }) => [what, count])).toEqual([['unread', 3]]);
  // It is not asked for each.
  expect(s3.requests.length).toBeLessThan(9);
  writeKeys(keys.secretAccessKey);
  const { stdout } = await runHere(['verify', here.pipeline, '--files']);
  expect(stdout).toContain('copies are not in the storage  3\n');
  expect(stdout).toContain('0 of 3 copies in the storage as they were put');
  expect(stdout).toContain('; 0 of 3 copies of files');
  expect(stdout).not.toContain(keys.secretAccessKey);
});

test('a sample is the same each time, and a public address that answers with something else is named', async () => {
  await using here = await copiesHere({ files: messagesWith(addresses) });
  for (const [at, address] of addresses.entries()) await here.copied(address, `file ${at}`);
  const some = (await here.json<Result>('verify', '--files', '--sample', '50%')).result.fileCopies;
  expect((await here.json<Result>('verify', '--files', '--sample', '50%')).result.fileCopies).toEqual(some);
  expect(some.objects.of).toBe(6);
  expect(some.objects.checked).toBeLessThan(6);
  here.answers = () => 'a page of the web server';
  const { exitCode, result } = await here.json<Result>('verify', '--files');
  expect([exitCode, result.fileCopies.objects.same, result.fileCopies.public]).toEqual([
    5,
    6,
    { asked: 6, same: 0 },
  ]);
  expect(result.fileCopies.differences.map(({ what, count }) => [what, count])).toEqual([['notPublic', 6]]);
});

test('without copies there is nothing to compare, and --bytes alone means nothing', async () => {
  await using here = await copiesHere({ files: messagesWith(addresses), isOff: true });
  for (const [args, said] of [
    [['--files'], 'the pipeline copies none'],
    [['--bytes'], 'with --files'],
  ] as const) {
    const { exitCode, stderr } = await runHere(['verify', here.pipeline, ...args]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(said)]);
  }
});
