import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileState } from '../../src/files/state/file-state.ts';
import { FilterFile, KeyFilter } from '../../src/keys/filter-file.ts';
import { FingerprintMap } from '../../src/keys/fingerprint-map.ts';
import { keyFile } from '../../src/keys/key-file.ts';
import { KeyIndex, STAMP_BYTES, Stamps } from '../../src/keys/key-index.ts';
import { type Files, realFiles } from '../../src/system/files.ts';

/** What can become of a saved filter and of the file of sorted keys beside it, between two runs. */
const damages: Readonly<Record<string, (filter: string, sorted: string) => void>> = {
  nothing: () => {},
  'half a filter': (filter) => truncateSync(filter, statSync(filter).size / 2),
  'another filter': (filter) => flip(filter, 40),
  'a filter of other keys': (filter) => zero(filter, 20, 24),
  'a filter of another version': (filter) => flip(filter, 0),
  'another description': (filter) => flip(filter, statSync(filter).size - 5),
  'a torn description': (filter) => truncateSync(filter, statSync(filter).size - 4),
  'a filter with more behind it': (filter) => appendFileSync(filter, Buffer.alloc(64, 1)),
  'no filter': (filter) => rmSync(filter),
  'no sorted keys': (_, sorted) => rmSync(sorted),
  'half of the sorted keys': (_, sorted) => truncateSync(sorted, statSync(sorted).size / 2),
  'sorted keys without an end': (_, sorted) => truncateSync(sorted, statSync(sorted).size - 1),
  'no longer any sorted keys': (_, sorted) => truncateSync(sorted, 0),
  'a wrong bit among the sorted keys': (_, sorted) => flip(sorted, statSync(sorted).size / 2),
  'a wrong bit in the first sorted key': (_, sorted) => flip(sorted, 4),
  'zeros, as after a power cut': (_, sorted) => zero(sorted, 0, statSync(sorted).size),
};

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(Math.floor(at)) ^ 1, Math.floor(at));
  writeFileSync(path, bytes);
}

function zero(path: string, from: number, to: number): void {
  writeFileSync(path, readFileSync(path).fill(0, from, to));
}

/** Files of one key file, and what a process does with it; each process adds other keys. */
async function keysOfRuns(folder: string) {
  const room = { path: join(folder, 'keys.sorted'), files: realFiles, most: 20 };
  const saved = join(folder, 'keys.bin.filter');
  const state = fileState(folder, realFiles);
  let claimed: string[] = [];
  let processes = 0;
  return {
    room,
    saved,
    state,
    /**
     * Checks what an index knows that goes on where the checkpoint is, and adds keys to it.
     * @param commits number of keys of each
     * @param claims how many of the commits a checkpoint claims
     */
    async process(commits: readonly number[], claims = commits.length, files = realFiles): Promise<void> {
      const number = processes++;
      const index = new KeyIndex({ ...room, files });
      const file = keyFile(state, 'keys.bin', { filter: { path: saved, files }, saveEvery: 25 });
      await file.restore(index, claimed.length * STAMP_BYTES);
      for (const [line, key] of claimed.entries())
        expect([key, index.find(key)?.line, index.state(`next of ${key}`)]).toEqual([key, line, undefined]);
      const found = Array.from({ length: 200 }, (_, other) => index.state(`other ${other}`));
      expect(found.every((state) => state === undefined)).toBe(true);
      const written: string[] = [];
      for (const [commit, count] of commits.entries()) {
        const stamps = new Stamps(count);
        for (let key = 0; key < count; key++) {
          const name = `run ${number} commit ${commit} key ${key}`;
          // In flight when a process ends, so that the next one has it again.
          index.add(`next of ${name}`, 'landed', { content: 1, line: 0, file: 0 });
          const line = claimed.length + written.length;
          stamps.add(index.add(name, 'landed', { content: 1, line, file: 0 }).stamp, 'landed');
          written.push(name);
        }
        await file.append(stamps);
        if (commit < claims) claimed = [...claimed, ...written.splice(0)];
      }
      index[Symbol.dispose]();
    },
  };
}

test('a resumed index is the same with keys that are saved for it, also with such that are damaged or of others', async () => {
  await using at = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const anyRun = fc.record({
    /** Keys of each commit; each run has others. */
    commits: fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 8 }),
    /** So many commits are claimed by no checkpoint. */
    unclaimed: fc.nat({ max: 2 }),
    damage: fc.constantFrom(...Object.keys(damages), ...Array<string>(16).fill('nothing')),
    /** True if the file that is not damaged is the one of the run before. */
    isOlder: fc.boolean(),
  });
  const nothing = { unclaimed: 0, damage: 'nothing', isOlder: false };
  // Some keys of the first process are moved to the disk while the second reads them, others not.
  const movedWhileRead = [[25, 5, 8, 12], [0], [0]].map((commits) => ({ commits, ...nothing }));
  for (const damage of Object.values(damages)) {
    for (const name of readdirSync(at.path)) rmSync(join(at.path, name));
    const keys = await keysOfRuns(at.path);
    await keys.process([30, 30, 30, 30]);
    damage(keys.saved, keys.room.path);
    await keys.process([10, 10]);
    await keys.process([]);
  }
  await fc.assert(
    fc.asyncProperty(fc.array(anyRun, { minLength: 2, maxLength: 6 }), async (runs) => {
      for (const name of readdirSync(at.path)) rmSync(join(at.path, name));
      const keys = await keysOfRuns(at.path);
      const { saved, room } = keys;
      let older: Buffer | undefined;
      for (const { commits, unclaimed, damage, isOlder } of runs) {
        await keys.process(commits, commits.length - unclaimed);
        if (!existsSync(saved) || !existsSync(room.path)) continue;
        const now = readFileSync(saved);
        if (damage === 'nothing' && isOlder && older) writeFileSync(saved, older);
        older = now;
        damages[damage]?.(saved, room.path);
      }
    }),
    { numRuns: 40, examples: [[movedWhileRead]] },
  );
});

test('a process that is killed at any write of what it saves leaves nothing that a resumed index believes', async () => {
  const commits = [30, 30, 30, 30];
  let kills = 0;
  // Sorted keys and a filter are written in 64 parts each.
  for (let kill = 1, isKilled = true; isKilled; kill += 31) {
    await using at = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    const keys = await keysOfRuns(at.path);
    await keys.process([30, 30, 30]);
    const mortal = killedAt(kill);
    isKilled = await keys.process(commits, 6, mortal).then(
      () => false,
      (error) => {
        if (!(error instanceof KilledProcess)) throw error;
        return true;
      },
    );
    // It sees what the first process left, and goes on to save; the next one sees what that one left.
    await keys.process(commits);
    await keys.process([]);
    if (isKilled) kills++;
  }
  expect(kills).toBeGreaterThan(20);
});

class KilledProcess extends Error {}

/** Files of which the write with this number, counted from 1, is done in half, and none after it. */
function killedAt(number: number): Files {
  let writes = 0;
  const write = (bytes: number): number => {
    if (++writes > number) throw new KilledProcess();
    return writes === number ? Math.floor(bytes / 2) : bytes;
  };
  return {
    ...realFiles,
    writeSync: (fd, from, offset, length, position) => {
      const allowed = write(length);
      const done = realFiles.writeSync(fd, from, offset, allowed, position);
      if (writes === number) throw new KilledProcess();
      return done;
    },
    rename: async (from, to) => {
      if (write(1) === 0) throw new KilledProcess();
      await realFiles.rename(from, to);
    },
    rmSync: () => {
      throw new KilledProcess();
    },
    open: async (path, flags, mode) => {
      const file = await realFiles.open(path, flags, mode);
      return {
        read: (...args) => file.read(...args),
        datasync: () => file.datasync(),
        sync: () => file.sync(),
        stat: () => file.stat(),
        close: () => file.close(),
        write: async (from, offset, length, position) => {
          const done = await file.write(from, offset, write(length), position);
          if (writes === number) throw new KilledProcess();
          return done;
        },
        [Symbol.asyncDispose]: () => file.close(),
      };
    },
  };
}

test('a resumed index finds out with sorted keys that a key is new, and does not read the key file for it', async () => {
  await using at = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const stored = fileState(at.path, realFiles);
  let read = 0;
  const state: typeof stored = {
    ...stored,
    read: (name) => {
      const kept = stored.read(name);
      return (
        kept && {
          bytes: kept.bytes,
          read: (into, from) => {
            read++;
            return kept.read(into, from);
          },
          [Symbol.dispose]: () => kept[Symbol.dispose](),
        }
      );
    },
  };
  const room = { path: join(at.path, 'keys.sorted'), files: realFiles, most: 500 };
  const open = async (bytes: number) => {
    const index = new KeyIndex(room);
    const filter = { path: join(at.path, 'keys.bin.filter'), files: realFiles };
    const file = keyFile(state, 'keys.bin', { filter, saveEvery: 1_000 });
    await file.restore(index, bytes);
    return { index, file };
  };
  const { index, file } = await open(0);
  let bytes = 0;
  for (let commit = 0; commit < 600; commit++) {
    const stamps = new Stamps(100);
    for (let line = 0; line < 100; line++)
      stamps.add(index.add(`${commit} ${line}`, 'landed', { content: 1, line, file: 0 }).stamp, 'landed');
    bytes = await file.append(stamps);
  }
  index[Symbol.dispose]();
  const readsOf = async () => {
    const resumed = await open(bytes);
    read = 0;
    for (let other = 0; other < 20_000; other++)
      expect(resumed.index.state(`other ${other}`)).toBe(undefined);
    const reads = read;
    for (let commit = 0; commit < 600; commit += 13)
      expect(resumed.index.find(`${commit} 7`)).toMatchObject({ line: 7 });
    return { reads, resumed };
  };
  expect((await readsOf()).reads).toBe(0);
  rmSync(room.path);
  const { reads, resumed } = await readsOf();
  expect(reads).toBeGreaterThan(0);
  resumed.index.drop();
  expect(existsSync(room.path)).toBe(false);
});

test('a saved filter is used: only the keys after it are added again', async () => {
  await using at = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const path = join(at.path, 'keys.bin');
  const state = fileState(at.path, realFiles);
  const room = { path: join(at.path, 'keys.sorted'), files: realFiles, most: 40 };
  using index = new KeyIndex(room);
  const file = keyFile(state, 'keys.bin', {
    filter: { path: `${path}.filter`, files: realFiles },
    saveEvery: 25,
  });
  await file.restore(index, 0);
  let bytes = 0;
  for (let commit = 0; commit < 10; commit++) {
    const stamps = new Stamps(10);
    for (let line = 0; line < 10; line++)
      stamps.add(index.add(`${commit} ${line}`, 'landed', { content: 1, line, file: 0 }).stamp, 'landed');
    bytes = await file.append(stamps);
  }
  const filter = { path: `${path}.filter`, files: realFiles };
  const loaded = await new FilterFile(filter, () => state.read('keys.bin')).load(
    new KeyFilter(new FingerprintMap(4, room.most).tables),
    bytes,
  );
  expect(loaded?.covered).toBeGreaterThanOrEqual(50 * STAMP_BYTES);
  expect(loaded?.covered).toBeLessThan(bytes);
});
