import { expect, test } from 'vitest';
import { type Files, realFiles } from '../../../src/system/files.ts';
import { checked, LARGE } from './checked.ts';
import { fileHost } from './file-host.ts';

test('a disk that is too small is said before anything is fetched', async () => {
  await using host = await fileHost();
  const url = host.put('/users.csv', LARGE);
  const files: Files = {
    ...realFiles,
    statfsSync: (path) => ({ ...realFiles.statfsSync(path), bavail: 1024, bsize: 65_536 }),
  };
  expect(await checked(url, files)).toMatchObject({ exitCode: 7, code: 'SOURCE.SPOOL_FULL' });
  expect(host.fetched()).toEqual([]);
});

test('a disk that is filled by others meanwhile', async () => {
  await using host = await fileHost();
  const url = host.put('/users.csv', LARGE);
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const files: Files = {
    ...realFiles,
    async open(path, flags, mode) {
      const file = await realFiles.open(path, flags, mode);
      if (path.endsWith('.part')) file.write = () => Promise.reject(full);
      return file;
    },
  };
  const found = await checked(url, files);
  expect(found).toMatchObject({ exitCode: 7, code: 'SOURCE.SPOOL_FULL' });
  expect(found.message).toContain(url);
});
