import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { FileStore } from '../../../../src/pipeline/files/stores/file-store.ts';
import { bytesOf, fileBody, keyOf, PNG, sha256, uploadLog } from './store-here.ts';

/** A store under test, and how everybody gets what is in it. */
export type StoreUnderTest = AsyncDisposable & {
  readonly store: FileStore;
  /** Bytes of an object as the other side has them; undefined if there is none. */
  held(key: string): Promise<Buffer | undefined>;
  /** Number of objects that the other side has. */
  count(): Promise<number>;
};

/** Tests that every store passes. */
export function storeConformance(open: () => Promise<StoreUnderTest>): void {
  const signal = new AbortController().signal;

  test('a file is complete in the store, with its size and hash', async () => {
    await using under = await open();
    const { store } = under;
    const content = randomBytes(300_000);
    const key = keyOf(content);
    expect(await store.head(key, signal)).toBeUndefined();
    await store.put(key, fileBody(content), PNG, uploadLog(), signal);
    expect(await store.head(key, signal)).toEqual({ bytes: 300_000, sha256: sha256(content) });
    expect(sha256(await bytesOf(store, key, signal))).toBe(sha256(content));
    expect(sha256((await under.held(key)) ?? '')).toBe(sha256(content));
  });

  test('a file of one byte, and one over another of the same name', async () => {
    await using under = await open();
    const { store } = under;
    const key = keyOf('a');
    await store.put(key, fileBody('something else'), PNG, uploadLog(), signal);
    await store.put(key, fileBody('a'), PNG, uploadLog(), signal);
    expect(await store.head(key, signal)).toEqual({ bytes: 1, sha256: sha256('a') });
    expect((await under.held(key))?.toString()).toBe('a');
    expect(await under.count()).toBe(1);
  });

  test('a large file, of more than one request', async () => {
    await using under = await open();
    const { store } = under;
    const content = randomBytes(20 * 2 ** 20 + 17);
    const key = keyOf(content, 'mp4');
    await store.put(key, fileBody(content), PNG, uploadLog(), signal);
    expect(await store.head(key, signal)).toEqual({ bytes: content.length, sha256: sha256(content) });
    expect(sha256((await under.held(key)) ?? '')).toBe(sha256(content));
    expect(sha256(await bytesOf(store, key, signal))).toBe(sha256(content));
  });

  test('what is removed is gone, and may be removed again', async () => {
    await using under = await open();
    const { store } = under;
    const key = keyOf('gone');
    await store.put(key, fileBody('gone'), PNG, uploadLog(), signal);
    await store.remove(key, signal);
    await store.remove(key, signal);
    await store.abort(key, 'no-upload', signal);
    expect(await store.head(key, signal)).toBeUndefined();
    expect(await under.count()).toBe(0);
  });

  test('many files at once, some of the same content', async () => {
    await using under = await open();
    const { store } = under;
    const contents = Array.from({ length: 40 }, (_, index) => `file ${index % 20}`.repeat(100));
    await Promise.all(
      contents.map((content) => store.put(keyOf(content), fileBody(content), PNG, uploadLog(), signal)),
    );
    expect(await under.count()).toBe(20);
    for (const content of contents) expect((await under.held(keyOf(content)))?.toString()).toBe(content);
  });

  test('a file whose bytes cannot be read, or are others, leaves nothing', async () => {
    await using under = await open();
    const { store } = under;
    const key = keyOf('whole');
    const whole = { bytes: 5, sha256: sha256('whole') };
    const broken = { ...whole, read: () => Promise.reject(new Error('the disk is gone')) };
    await expect(store.put(key, broken, PNG, uploadLog(), signal)).rejects.toThrow('the disk is gone');
    const other = { ...whole, read: async () => Buffer.from('other') };
    await expect(store.put(key, other, PNG, uploadLog(), signal)).rejects.toMatchObject({
      code: 'FILES.STORE_SILENT',
    });
    const short = { ...whole, read: async () => Buffer.alloc(0) };
    await expect(store.put(key, short, PNG, uploadLog(), signal)).rejects.toThrow();
    expect(await under.count()).toBe(0);
  });

  test('an aborted signal ends everything with its reason', async () => {
    await using under = await open();
    const { store } = under;
    const reason = new Error('enough');
    const aborted = AbortSignal.abort(reason);
    const key = keyOf('a');
    for (const call of [
      () => store.head(key, aborted),
      () => store.put(key, fileBody('a'), PNG, uploadLog(), aborted),
      () => bytesOf(store, key, aborted),
      () => store.remove(key, aborted),
    ])
      await expect(call()).rejects.toBe(reason);
    expect(await under.count()).toBe(0);
  });
}
