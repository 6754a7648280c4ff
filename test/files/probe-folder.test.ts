import { mkdtempDisposable, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from '../../src/files/lock.ts';
import { type Files, realFiles } from '../../src/system/files.ts';
import { realSystem } from '../../src/system/system.ts';

const refuse = (code: string) => async (): Promise<never> => {
  throw Object.assign(new Error(code), { code });
};

/** What file systems of networks and object stores do, and what is said of them. */
const others: readonly (readonly [string, Partial<Files>, string])[] = [
  [
    'that creates a file which is there',
    { open: (path, flags, mode) => realFiles.open(path, flags === 'wx' ? 'w' : flags, mode) },
    'creates a file that is there already',
  ],
  [
    'whose links replace files',
    {
      link: async (existing, path) => {
        await rm(path, { force: true });
        await realFiles.link(existing, path);
      },
    },
    'replaces a file by a link',
  ],
  ['without links', { link: refuse('ENOTSUP') }, 'has no links'],
  ['without renames', { rename: refuse('ENOSYS') }, 'no renames'],
  ['whose renames copy', { rename: async () => {} }, 'does not replace one file by another'],
];

test.each(others)('a file system %s is refused, and nothing is left on it', async (_what, files, said) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const system = { ...realSystem, files: { ...realFiles, ...files } };
  await expect(takeLock(join(folder.path, 'lock'), 'a test', system)).rejects.toMatchObject({
    code: 'STATE.FOLDER_UNSUITABLE',
    message: expect.stringContaining(said),
  });
  expect(await readdir(folder.path)).toEqual([]);
});
