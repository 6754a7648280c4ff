import { chmod, mkdtempDisposable, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileState } from '../../src/files/state/file-state.ts';
import { memoryState } from '../../src/files/state/memory-state.ts';
import { checkpointStore } from '../../src/state/checkpoint-store.ts';
import { realFiles } from '../../src/system/files.ts';
import { checkpointOf, checkpointStoreConformance } from '../conformance/checkpoint-store.ts';

async function folder() {
  const made = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  return {
    path: join(made.path, 'checkpoint.json'),
    folder: made.path,
    [Symbol.asyncDispose]: () => made.remove(),
  };
}

const inFolder = (folder: string) => checkpointStore(fileState(folder, realFiles));

checkpointStoreConformance('a state in files', async () => {
  const { folder: at, [Symbol.asyncDispose]: remove } = await folder();
  return { store: inFolder(at), reopen: () => inFolder(at), [Symbol.asyncDispose]: remove };
});

checkpointStoreConformance('a state in memory', async () => {
  const state = memoryState();
  const reopen = () => checkpointStore(state);
  return { store: reopen(), reopen, [Symbol.asyncDispose]: async () => {} };
});

describe('a checkpoint in a file', () => {
  test('writes a file that only the owner can read, and leaves no temporary file', async () => {
    await using place = await folder();
    await inFolder(place.folder).save(checkpointOf(1));
    expect((await stat(place.path)).mode & 0o777).toBe(0o600);
    expect(await readdir(place.folder)).toEqual(['checkpoint.json']);
  });

  test('ignores a partial temporary file that a kill has left', async () => {
    await using place = await folder();
    await inFolder(place.folder).save(checkpointOf(1));
    await writeFile(`${place.path}.next`, '{"sha256":"12');
    expect((await inFolder(place.folder).load())?.serial).toBe(1);
    await inFolder(place.folder).save(checkpointOf(2));
    expect((await inFolder(place.folder).load())?.serial).toBe(2);
  });

  test('detects any damage: every flipped bit, every truncation, an empty file', async () => {
    await using place = await folder();
    await inFolder(place.folder).save(checkpointOf(1));
    const whole = await readFile(place.path);
    const damaged: Buffer[] = [Buffer.alloc(0), Buffer.from('{}'), Buffer.concat([whole, Buffer.from('x')])];
    for (let at = 0; at < whole.length; at += 3) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] as number) ^ (1 << (at % 8));
      damaged.push(flipped, whole.subarray(0, at));
    }
    for (const bytes of damaged) {
      await writeFile(place.path, bytes);
      await expect(inFolder(place.folder).load()).rejects.toMatchObject({
        code: 'STATE.CORRUPT',
        exitCode: 9,
      });
    }
  });

  test('refuses a checkpoint of a newer version, and names the version', async () => {
    await using place = await folder();
    await inFolder(place.folder).save({ ...checkpointOf(1), version: 2 } as never);
    await expect(inFolder(place.folder).load()).rejects.toThrow(/version 2/);
  });

  test('throws if it cannot write, and keeps the last checkpoint', async () => {
    await using place = await folder();
    await expect(inFolder(join(place.folder, 'missing')).save(checkpointOf(1))).rejects.toMatchObject({
      code: 'STATE.UNWRITABLE',
      exitCode: 7,
    });
    await inFolder(place.folder).save(checkpointOf(1));
    await chmod(place.folder, 0o700);
    await writeFile(`${place.path}.next`, '');
    expect((await inFolder(place.folder).load())?.serial).toBe(1);
  });
});
