import { describe, expect, test } from 'vitest';
import type { Checkpoint, CheckpointStore } from '../../src/delivery/checkpoint.ts';

export function checkpointOf(serial: number): Checkpoint {
  return {
    version: 1,
    tool: '0.0.0',
    lineage: 'a-b',
    pipeline: 'case',
    startedAt: '2026-01-02T03:04:05.000Z',
    savedAt: '2026-01-02T03:04:06.000Z',
    target: { service: 'sandbox', appId: '__proto__' },
    settings: {},
    inputs: [{ entity: 'users', path: '/tmp/ü "x".csv', bytes: 1, mtimeMs: 1.5, sha256: '0' }],
    steps: {},
    serial,
  };
}

/** What every checkpoint store must do. `reopen` gives a store over the same data, as the next process would. */
export function checkpointStoreConformance(
  name: string,
  open: () => Promise<{ readonly store: CheckpointStore; reopen(): CheckpointStore } & AsyncDisposable>,
): void {
  describe(`${name} as a checkpoint store`, () => {
    test('has nothing at first', async () => {
      await using opened = await open();
      expect(await opened.store.load()).toBeUndefined();
    });

    test('gives back the last checkpoint saved, also to the next process', async () => {
      await using opened = await open();
      for (const serial of [1, 2, 3]) await opened.store.save(checkpointOf(serial));
      expect(await opened.store.load()).toEqual(checkpointOf(3));
      expect(await opened.reopen().load()).toEqual(checkpointOf(3));
    });

    test('keeps what was saved when the object changes afterwards', async () => {
      await using opened = await open();
      const checkpoint = checkpointOf(1);
      await opened.store.save(checkpoint);
      checkpoint.serial = 9;
      expect((await opened.store.load())?.serial).toBe(1);
      ((await opened.store.load()) as Checkpoint).serial = 8;
      expect((await opened.store.load())?.serial).toBe(1);
    });

    test('forgets on request, and can begin again', async () => {
      await using opened = await open();
      await opened.store.save(checkpointOf(1));
      await opened.store.clear();
      await opened.store.clear();
      expect(await opened.reopen().load()).toBeUndefined();
      await opened.store.save(checkpointOf(5));
      expect((await opened.reopen().load())?.serial).toBe(5);
    });
  });
}
