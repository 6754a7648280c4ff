import { rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FilesVerification } from '../../../src/features/verify/result/files-verification.ts';
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
