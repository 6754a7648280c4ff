import { mkdtempDisposable, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAccept } from '../../src/delivery/accept.ts';
import type { Checkpoint, StepState } from '../../src/delivery/checkpoint.ts';
import { Commit, MARK_ROWS } from '../../src/delivery/commit.ts';
import { InFlight } from '../../src/delivery/in-flight.ts';
import { IntentEnds } from '../../src/delivery/intent-ends.ts';
import { emptyTally } from '../../src/delivery/tally/tally.ts';
import type { Outcome } from '../../src/input/rows/outcome.ts';
import { placesIn } from '../../src/input/rows/place.ts';
import { ndjson } from '../../src/input/sources/json/ndjson.ts';
import { keyFile } from '../../src/keys/key-file.ts';
import { KeyIndex } from '../../src/keys/key-index.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import { rejectsFiles } from '../../src/state/rejects-files.ts';
import { State } from '../../src/state/state.ts';
import { realFiles } from '../../src/system/files.ts';
import { realSystem } from '../../src/system/system.ts';
import { rowAt } from './example-rows.ts';

const created: Outcome = { status: 'created' };
const rejected: Outcome = {
  status: 'rejected',
  problems: [{ code: 'ROW.FIELD_MISSING', field: 'name', message: 'name is missing' }],
};

/** The step `users` of a run, with its state in a temporary folder. */
async function opened() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const inFolder = new State(folder.path, realFiles);
  const { paths, kept, store, ledger: place } = inFolder;
  await inFolder.make();
  const input = join(folder.path, 'users.ndjson');
  await writeFile(input, '{"uid":"u0"}\n');
  const source = await ndjson.open(input, 0, { files: realFiles });
  const state: StepState = { ...emptyTally(), sentHigh: 0, rejects: {}, keyBytes: 0, done: false };
  const checkpoint: Checkpoint = {
    version: 1,
    tool: 'test',
    lineage: 'a',
    pipeline: 'example',
    startedAt: '2026-01-01T00:00:00Z',
    target: {},
    settings: {},
    inputs: [],
    steps: { users: state },
    savedAt: '',
    serial: 0,
  };
  const ledger = new Ledger(place, realSystem);
  const keys = new KeyIndex();
  const window = new InFlight(100, 0);
  const failures: unknown[] = [];
  const clock = realSystem.clock;
  const onFailed = (error: unknown): void => void failures.push(error);
  const accept = createAccept({
    again: false,
    window,
    entity: 'users',
    ledger,
    checkpoint,
    state,
    clock,
    onFailed,
  });
  const commit = new Commit({
    step: {
      entity: 'users',
      state,
      keys,
      keyFile: keyFile(kept, 'keys/users.bin'),
      placeOf: placesIn(() => 'users.ndjson'),
    },
    ends: new IntentEnds(),
    window,
    accept,
    ledger,
    checkpoint,
    store,
    files: {
      deadLetter: rejectsFiles(kept, {
        entity: { name: 'users' },
        sources: [source],
        placeOf: placesIn(() => 'users.ndjson'),
      }),
      archive: undefined,
    },
    clock,
    everyMs: 60_000,
    onCommitted: () => {},
    onFailed,
  });
  return {
    commit,
    ledger,
    window,
    state,
    paths,
    failures,
    /** Adds the next row of the file to the window. */
    enter: (index: number): number => {
      const key = `u${index}`;
      const place = { content: 0, line: index + 1, file: 0 };
      const seq = window.enter({
        row: rowAt(index, { uid: key }),
        key,
        valid: true,
        stamp: keys.add(key, 'landed', place).stamp,
      });
      window.setPending(seq, { key, version: { content: index, fixed: 0 }, active: true });
      return seq;
    },
    /** The step that a new process would load. */
    onDisk: async (): Promise<StepState | undefined> => (await store.load())?.steps.users,
    [Symbol.asyncDispose]: async () => {
      ledger[Symbol.dispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('a flush makes the rows that can leave the window durable: rejects, ledger, keys, then the checkpoint', async () => {
  await using step = await opened();
  const [good, bad] = [step.enter(0), step.enter(1)];
  step.window.settle(good, created);
  step.window.settle(bad, rejected);
  await step.commit.flush();
  const rejects = await readFile(join(step.paths.rejects, 'users.ndjson'));
  expect(JSON.parse(rejects.toString())).toMatchObject({ uid: 'u1', _line: 2, _code: 'ROW.FIELD_MISSING' });
  expect(step.ledger.find('users', 'u0')).toMatchObject({ origin: 'created' });
  expect(step.ledger.find('users', 'u1')).toBeUndefined();
  const keyBytes = (await readFile(join(step.paths.keys, 'users.bin'))).length;
  expect(await step.onDisk()).toMatchObject({
    counts: { read: 2, created: 1, rejected: 1 },
    at: { row: 2, line: 3, byte: 20 },
    rejects: { 'users.ndjson': rejects.length },
    keyBytes,
  });
});

test('an accepted row that waits for an earlier row is counted and in the ledger; the position stays before both', async () => {
  await using step = await opened();
  const [first, second] = [step.enter(0), step.enter(1)];
  step.window.settle(second, created);
  await step.commit.flush();
  expect(await step.onDisk()).toMatchObject({ counts: { read: 1, created: 1 }, ahead: { created: 1 } });
  expect(await step.onDisk()).not.toHaveProperty('at');
  expect(step.ledger.find('users', 'u1')).toMatchObject({ origin: 'created' });
  expect(step.ledger.accepted.load('a', 'users', 0)).toEqual(new Map([[second, 'created']]));
  step.window.settle(first, created);
  await step.commit.flush();
  expect(await step.onDisk()).toMatchObject({
    counts: { read: 2, created: 2 },
    ahead: { created: 0 },
    at: { row: 2 },
  });
  await step.commit.close(true);
  expect(step.ledger.accepted.load('a', 'users', 2), 'the checkpoint claims them').toEqual(new Map());
});

test('a rejected row that waits for an earlier row is neither counted nor written', async () => {
  await using step = await opened();
  const [, second] = [step.enter(0), step.enter(1)];
  step.window.settle(second, rejected);
  await step.commit.flush();
  expect(await step.onDisk()).toMatchObject({ counts: { read: 0 }, rejects: {} });
});

test('before rows are sent, the checkpoint says that they may have been sent', async () => {
  await using step = await opened();
  await step.commit.mark(0);
  expect(await step.onDisk()).toMatchObject({ sentHigh: MARK_ROWS, counts: { read: 0 } });
  await step.commit.mark(MARK_ROWS / 2 - 1);
  expect((await step.onDisk())?.sentHigh, 'the rows far below the mark need no other').toBe(MARK_ROWS);
  await step.commit.mark(MARK_ROWS);
  expect((await step.onDisk())?.sentHigh, 'marks that follow fast are further ahead').toBe(3 * MARK_ROWS);
});

test('a mark is written before it is reached', async () => {
  await using step = await opened();
  await step.commit.mark(0);
  await step.commit.mark(MARK_ROWS - 1);
  await step.commit.flush();
  expect((await step.onDisk())?.sentHigh).toBe(3 * MARK_ROWS - 1);
});

test('a step is done only after it is closed as done', async () => {
  await using step = await opened();
  step.window.settle(step.enter(0), created);
  await step.commit.flush();
  expect(await step.onDisk()).toMatchObject({ done: false });
  await step.commit.close(true);
  expect(await step.onDisk()).toMatchObject({ done: true, counts: { created: 1 } });
});

test('after a failed write nothing more becomes durable, even if the disk works again', async () => {
  await using step = await opened();
  step.window.settle(step.enter(0), rejected);
  await rm(step.paths.rejects, { recursive: true });
  await expect(step.commit.flush()).rejects.toMatchObject({ code: 'STATE.UNWRITABLE' });
  expect(step.failures).toHaveLength(1);
  await new State(step.paths.folder, realFiles).make();
  step.window.settle(step.enter(1), created);
  await expect(step.commit.flush()).rejects.toMatchObject({ code: 'STATE.UNWRITABLE' });
  expect(await step.onDisk()).toBeUndefined();
  expect(step.ledger.isEmpty).toBe(true);
});

test('a mark that needs no new checkpoint waits until the intents of its rows survive a power cut', async () => {
  await using step = await opened();
  const seq = step.enter(0);
  await step.commit.mark(seq);
  const key = 'u1';
  step.ledger.recordIntent('users', [{ key, version: { content: 1, fixed: 0 }, active: true }]);
  expect(step.ledger.synced.rows.users).toBe(0);
  await step.commit.mark(step.enter(1));
  expect(step.ledger.synced.rows.users).toBe(1);
});
