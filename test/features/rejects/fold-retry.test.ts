import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Checkpoint, StepState } from '../../../src/delivery/checkpoint.ts';
import { foldRetry, type KeptState } from '../../../src/features/rejects/retry-rejects.ts';
import { zeroCounts } from '../../../src/input/rows/outcome.ts';
import { STAMP_BYTES } from '../../../src/keys/key-index.ts';
import { State } from '../../../src/state/state.ts';
import { realFiles } from '../../../src/system/files.ts';
import { realSystem } from '../../../src/system/system.ts';

const step = (part: Partial<StepState>): StepState => ({
  counts: zeroCounts(),
  problems: {},
  notCarried: {},
  skipped: {},
  sentHigh: 0,
  rejects: {},
  keyBytes: 0,
  done: true,
  ...part,
});

const checkpointOf = (lineage: string, users: StepState): Checkpoint => ({
  version: 1,
  tool: '0',
  lineage,
  pipeline: 'p',
  startedAt: '2026-01-01T00:00:00Z',
  target: {},
  settings: {},
  inputs: [],
  steps: { users },
  savedAt: '2026-01-01T00:00:00Z',
  serial: 1,
});

/** A run with five rows, three of them rejected, and a retry that read two of these and created one. */
async function states(folder: string): Promise<{ run: KeptState; retry: KeptState }> {
  const problems = { 'X.Y': { count: 1, samples: [] } };
  const make = async (state: State, users: StepState, lineage: string): Promise<KeptState> => {
    await state.make();
    const { paths, store } = state;
    await writeFile(join(paths.keys, 'users.bin'), Buffer.alloc(users.keyBytes + 5, lineage));
    await store.save(checkpointOf(lineage, users));
    return { state, checkpoint: (await store.load()) as Checkpoint };
  };
  const counts = (read: number, created: number, rejected: number) => ({
    ...zeroCounts(),
    read,
    created,
    rejected,
  });
  const state = new State(folder, realFiles);
  const { paths } = state;
  const rejects = { 'users.csv': 6, 'users.ndjson': 3 };
  const before = step({
    counts: counts(5, 2, 3),
    keyBytes: 2 * STAMP_BYTES,
    rejects,
    notCarried: { role: 1 },
  });
  const again = step({
    counts: counts(2, 1, 1),
    keyBytes: STAMP_BYTES,
    rejects: { 'users.csv': 3 },
    problems,
    notCarried: { role: 2 },
  });
  const run = await make(state, before, 'r');
  const retry = await make(state.retry, again, 't');
  await writeFile(join(paths.rejects, 'users.csv'), 'before');
  await writeFile(join(paths.rejects, 'users.ndjson'), 'old');
  await writeFile(join(retry.state.paths.rejects, 'users.csv'), 'now');
  return { run, retry };
}

const reload = async ({ state }: KeptState): Promise<KeptState> => ({
  state,
  checkpoint: (await state.store.load()) as Checkpoint,
});

test.each(['never', 'before the checkpoint of the run is saved', 'after it is saved'])(
  'foldRetry merges a retry into its run once, killed %s',
  async (killed) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    const { run, retry } = await states(folder.path);
    if (killed !== 'never') {
      const dying = {
        ...run.state.store,
        async save(checkpoint: Checkpoint) {
          if (killed.startsWith('after')) await run.state.store.save(checkpoint);
          throw new Error('killed');
        },
      };
      await expect(
        foldRetry({ ...run, state: run.state.withStore(dying) }, retry, realSystem),
      ).rejects.toThrow('killed');
      expect(await retry.state.store.load()).toBeDefined();
    }
    await foldRetry(await reload(run), await reload(retry), realSystem);
    const { checkpoint } = await reload(run);
    expect(checkpoint).toMatchObject({ lineage: 'r', retried: 't' });
    expect(checkpoint.steps.users).toMatchObject({
      counts: { ...zeroCounts(), read: 5, created: 3, rejected: 1, skipped: 1 },
      skipped: { removed: 1 },
      notCarried: { role: 3 },
      problems: { 'X.Y': { count: 1 } },
      rejects: { 'users.csv': 3 },
      keyBytes: 3 * STAMP_BYTES,
    });
    expect(await readdir(run.state.paths.rejects)).toEqual(['users.csv']);
    expect(await readFile(join(run.state.paths.rejects, 'users.csv'), 'utf8')).toBe('now');
    expect((await readdir(`${run.state.paths.rejects}.before`)).sort()).toEqual([
      'users.csv',
      'users.ndjson',
    ]);
    expect(await readFile(join(`${run.state.paths.rejects}.before`, 'users.csv'), 'utf8')).toBe('before');
    const keys = await readFile(join(run.state.paths.keys, 'users.bin'), 'latin1');
    expect(keys.slice(0, 3 * STAMP_BYTES)).toBe('r'.repeat(2 * STAMP_BYTES) + 't'.repeat(STAMP_BYTES));
    expect(await retry.state.store.load()).toBeUndefined();
  },
);
