import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileState } from '../../../src/files/state/file-state.ts';
import { memoryState } from '../../../src/files/state/memory-state.ts';
import type { StateStore } from '../../../src/files/state/state-store.ts';
import { realFiles } from '../../../src/system/files.ts';

/** In memory if the system has such a folder, because there are thousands of synced writes. */
const ROOT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Does something with a state; returns what can be seen of it. */
type Act = (state: StateStore) => Promise<unknown> | unknown;

const anyName = fc.constantFrom('a', 'b.bin', 'logs/c.ndjson');
const anyBytes = fc.uint8Array({ maxLength: 40 });
/** A place in a log, as a part of what it has. */
const anyPart = fc.double({ min: 0, max: 1, noNaN: true });
const placeIn = (bytes: number, part: number): number => Math.floor(bytes * part);

/** What is kept under a name, and what a read beyond its end gives. */
function contentOf(state: StateStore, name: string): unknown {
  using kept = state.read(name);
  if (!kept) return undefined;
  const bytes = Buffer.alloc(kept.bytes + 3);
  const count = kept.read(bytes, 0);
  return [bytes.toString('hex', 0, count), kept.read(new Uint8Array(2), kept.bytes + 5)];
}

const appended = (name: string, bytes: Uint8Array, part: number): Act => {
  return async (state) => {
    const length = await state.bytesOf(name);
    if (length === undefined) await state.begin(name);
    return state.append(name, bytes, placeIn(length ?? 0, part));
  };
};

const written = (name: string, bytes: Uint8Array, part: number, cut: number): Act => {
  return async (state) => {
    if ((await state.bytesOf(name)) === undefined) return undefined;
    using log = state.open(name);
    log.write(bytes, placeIn(log.bytes, part));
    log.truncate(placeIn(log.bytes, cut));
    await log.sync();
    log.write(bytes, log.bytes);
    log.syncNow();
    const found = new Uint8Array(log.bytes);
    return [log.read(found, 0), found.join()];
  };
};

const drafted = (name: string, bytes: Uint8Array, part: number, isPublished: boolean): Act => {
  return (state) => {
    using draft = state.draft(name);
    draft.write(bytes, 0);
    draft.write(bytes, placeIn(bytes.length, part));
    draft.write(Uint8Array.of(7), 0);
    const seen = contentOf(state, name);
    if (isPublished) draft.publish();
    return seen;
  };
};

const truncated = (name: string, part: number): Act => {
  return async (state) => {
    const length = await state.bytesOf(name);
    if (length !== undefined) await state.truncate(name, placeIn(length, part));
  };
};

const anyAct: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(anyName, anyBytes, anyPart).map((of) => appended(...of)),
  fc.tuple(anyName, anyBytes, anyPart, anyPart).map((of) => written(...of)),
  fc.tuple(anyName, anyBytes, anyPart, fc.boolean()).map((of) => drafted(...of)),
  fc.tuple(anyName, anyPart).map((of) => truncated(...of)),
  fc.tuple(anyName, fc.string({ unit: 'grapheme' })).map(([name, text]): Act => {
    return async (state) => ((await state.bytesOf(name)) === undefined ? 0 : state.save(name, text));
  }),
  anyName.map(
    (name): Act =>
      (state) =>
        state.remove(name),
  ),
  fc.constant<Act>((state) => state.reserve('a').release()),
);

test('a state in files and one in memory are the same, whatever is done with them', async () => {
  const root = mkdtempSync(join(ROOT, 'chatferry-'));
  let number = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { maxLength: 30, size: 'max' }), async (acts) => {
        const folder = join(root, String(++number));
        mkdirSync(folder);
        const stores = [fileState(folder, realFiles), memoryState()] as const;
        for (const act of acts) {
          const [inFiles, inMemory] = [await act(stores[0]), await act(stores[1])];
          expect(inMemory).toEqual(inFiles);
          for (const name of ['a', 'b.bin', 'logs/c.ndjson'])
            expect(contentOf(stores[1], name)).toEqual(contentOf(stores[0], name));
        }
        // What is not published, and what is beside a file while it is written, is gone.
        const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((at) =>
          at.isFile(),
        );
        for (const { parentPath, name } of files) {
          expect(name).toMatch(/^(?:a|b\.bin|c\.ndjson)$/);
          expect(statSync(join(parentPath, name)).mode & 0o777).toBe(0o600);
        }
      }),
      { numRuns: 150 },
    );
  } finally {
    rmSync(root, { recursive: true });
  }
});
