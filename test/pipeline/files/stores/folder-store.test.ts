import {
  chmod,
  glob,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileStore } from '../../../../src/pipeline/files/stores/file-store.ts';
import { openStore } from '../../../../src/pipeline/files/stores/stores.ts';
import type { Files } from '../../../../src/system/files.ts';
import { realSystem } from '../../../../src/system/system.ts';
import { type StoreUnderTest, storeConformance } from './conformance.ts';
import { fileBody, keyOf, PNG, storeAccess, uploadLog } from './store-here.ts';

const signal = new AbortController().signal;
const KEY = keyOf('a file');

/** A store of a new folder. */
async function opened(
  change: (files: Files) => Partial<Files> = () => ({}),
): Promise<StoreUnderTest & { folder: string }> {
  const above = await mkdtemp(join(tmpdir(), 'published-'));
  const folder = join(above, 'public', 'files');
  const access = storeAccess();
  const files = { ...realSystem.files, ...change(realSystem.files) };
  const store = await openStore(
    { store: { kind: 'folder', folder } },
    { ...access, system: { ...access.system, files } },
  );
  return {
    store,
    folder,
    held: (key) => readFile(join(folder, key)).catch(() => undefined),
    count: async () => (await namesIn(folder)).length,
    [Symbol.asyncDispose]: () => rm(above, { recursive: true, force: true }),
  };
}

const namesIn = (folder: string): Promise<string[]> => Array.fromAsync(glob('**/*.*', { cwd: folder }));

const put = (store: FileStore): Promise<void> => store.put(KEY, fileBody('a file'), PNG, uploadLog(), signal);

storeConformance(() => opened());

test('everybody may read the files, whatever the umask; folders that are there stay as they are', async () => {
  await using under = await opened();
  const { store, folder } = under;
  await mkdir(dirname(folder), { mode: 0o700 });
  const before = process.umask(0o077);
  try {
    await put(store);
  } finally {
    process.umask(before);
  }
  const modeOf = async (path: string): Promise<number> => (await lstat(path)).mode & 0o777;
  expect(await modeOf(dirname(folder))).toBe(0o700);
  expect(await modeOf(folder)).toBe(0o755);
  expect(await modeOf(join(folder, KEY.slice(0, 2)))).toBe(0o755);
  expect(await modeOf(join(folder, KEY))).toBe(0o644);
});

test('what a kill has left goes with the next write of the file, or with its removal', async () => {
  await using under = await opened();
  const { store, folder } = under;
  const left = join(folder, `${KEY}.0b1c.next`);
  const other = join(dirname(left), 'other.png.next');
  const leave = async (): Promise<void> => {
    await mkdir(dirname(left), { recursive: true });
    await writeFile(left, 'a fi');
    await writeFile(other, 'of a person');
  };
  await leave();
  await put(store);
  expect((await readdir(dirname(left))).sort()).toEqual([KEY.slice(3), 'other.png.next'].sort());
  await leave();
  await store.remove(KEY, signal);
  expect(await readdir(dirname(left))).toEqual(['other.png.next']);
});

test('links in the folder are not followed', async () => {
  await using under = await opened();
  const { store, folder } = under;
  const outside = join(dirname(folder), 'outside');
  await mkdir(outside, { recursive: true });
  await writeFile(join(outside, KEY.slice(3)), 'a secret');
  await mkdir(folder);
  await symlink(outside, join(folder, KEY.slice(0, 2)));
  const taken = {
    code: 'FILE.KEY_TAKEN',
    exitCode: 2,
    message: expect.stringContaining('is a symbolic link'),
  };
  for (const call of [() => put(store), () => store.head(KEY, signal), () => store.remove(KEY, signal)])
    await expect(call()).rejects.toMatchObject(taken);
  expect(await readdir(outside)).toEqual([KEY.slice(3)]);

  await rm(join(folder, KEY.slice(0, 2)));
  await mkdir(join(folder, KEY.slice(0, 2)));
  await symlink(join(outside, KEY.slice(3)), join(folder, KEY));
  for (const call of [() => put(store), () => store.head(KEY, signal), () => store.remove(KEY, signal)])
    await expect(call()).rejects.toMatchObject(taken);
  expect(await readFile(join(outside, KEY.slice(3)), 'utf8')).toBe('a secret');
});

test.for([
  ['../../../../etc/passwd'],
  ['aa/../../x'],
  ['/etc/passwd'],
  [`${'a'.repeat(2)}/${'0'.repeat(64)}.png/../../../x`],
  [`aa/${'0'.repeat(64)}.p\u0000ng`],
])('a key that is none leads nowhere: %s', async ([key]) => {
  await using under = await opened();
  const { store } = under;
  await expect(store.put(key ?? '', fileBody('x'), PNG, uploadLog(), signal)).rejects.toThrow('is no key');
  await expect(store.head(key ?? '', signal)).rejects.toThrow('is no key');
  await expect(store.remove(key ?? '', signal)).rejects.toThrow('is no key');
  expect(await under.count()).toBe(0);
});

const failure = (code: string): Error => Object.assign(new Error(code), { code });

test.for([
  ['ENOSPC', 'FILES.STORE_FULL', 7],
  ['EDQUOT', 'FILES.STORE_FULL', 7],
  ['EACCES', 'FILES.STORE_DENIED', 10],
  ['EROFS', 'FILES.STORE_DENIED', 10],
] as const)('%s is %s, and leaves nothing', async ([errno, code, exitCode]) => {
  await using under = await opened(({ open }) => ({
    async open(path, flags, mode) {
      const file = await open(path, flags, mode);
      if (flags === 'wx') file.write = () => Promise.reject(failure(errno));
      return file;
    },
  }));
  const { store, folder } = under;
  await expect(put(store)).rejects.toMatchObject({
    code,
    exitCode,
    message: expect.stringContaining(folder),
  });
  expect(await under.count()).toBe(0);
});

test('a folder that is a file, and one that may not be written', async () => {
  await using under = await opened();
  const { store, folder } = under;
  await mkdir(dirname(folder), { recursive: true });
  await writeFile(folder, 'a file of somebody');
  await expect(put(store)).rejects.toMatchObject({ code: 'FILES.STORE_DENIED' });
  if (process.getuid?.() === 0) return;
  await rm(folder);
  await mkdir(folder);
  await chmod(folder, 0o500);
  await expect(put(store)).rejects.toMatchObject({ code: 'FILES.STORE_DENIED' });
});

test('who removes what is being written has the same file complete', async () => {
  let isFirst = true;
  await using under = await opened(({ rename, rm: remove }) => ({
    async rename(from, to) {
      if (isFirst) {
        isFirst = false;
        // Another pipeline completes the same file, and removes what was begun.
        await put(under.store);
        await remove(from, { force: true });
      }
      await rename(from, to);
    },
  }));
  await put(under.store);
  expect((await under.held(KEY))?.toString()).toBe('a file');
  expect(await under.count()).toBe(1);
});

test('what killed processes have left beside a file that is complete is removed', async () => {
  await using under = await opened();
  const { store, folder } = under;
  await put(store);
  await writeFile(join(folder, `${KEY}.left-1.next`), 'a f');
  await store.settle?.(KEY);
  expect(await namesIn(folder)).toEqual([KEY]);
});
