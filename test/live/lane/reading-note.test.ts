import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ReadingNote } from '../../../src/features/live/lane/reading-note.ts';
import { fileState } from '../../../src/files/state/file-state.ts';
import { realFiles } from '../../../src/system/files.ts';

describe('an event that ends the process each time', () => {
  let folder: string;
  const opened = () => ReadingNote.open(fileState(folder, realFiles), 'old');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'chatferry-reading-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A process that reads events as they wait, until one of them ends it; returns those that it has read, and the dead. */
  async function processWith(poison: number, waiting: number[]): Promise<{ read: number[]; dead: number[] }> {
    using note = await opened();
    const [read, dead]: [number[], number[]] = [[], []];
    while (waiting.length > 0) {
      const batch = waiting.slice(0, note.most(5));
      const sound = batch.filter((seq) => !note.isPoison(seq));
      dead.push(...batch.filter((seq) => note.isPoison(seq)));
      if (sound.length > 0) note.begin(sound);
      if (sound.includes(poison)) return { read, dead };
      if (sound.length > 0) note.end(sound);
      read.push(...sound);
      waiting.splice(0, batch.length);
    }
    return { read, dead };
  }

  test('is found, and all others are read', async () => {
    const waiting = Array.from({ length: 12 }, (_, at) => at);
    const [read, dead]: [number[], number[]] = [[], []];
    let processes = 0;
    while (waiting.length > 0 && processes < 20) {
      processes++;
      const found = await processWith(3, waiting);
      read.push(...found.read);
      dead.push(...found.dead);
    }
    expect(dead).toEqual([3]);
    expect(read).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(processes).toBe(5);
  });

  test('is not one that a kill has met once or twice', async () => {
    for (let kill = 0; kill < 2; kill++) {
      using note = await opened();
      note.begin([1, 2, 3]);
    }
    using note = await opened();
    expect(note.most(500)).toBe(1);
    expect([1, 2, 3].some((seq) => note.isPoison(seq))).toBe(false);
    note.begin([1, 2, 3]);
    note.end([1, 2, 3]);
    expect(note.most(500)).toBe(500);
  });
});
