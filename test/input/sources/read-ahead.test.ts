import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fileBytes } from '../../../src/input/sources/bytes/file-bytes.ts';
import { type Files, realFiles } from '../../../src/system/files.ts';
import { tempFile } from './temp-file.ts';

const PIECE = 131_072;

/** The real files; the read with this number fails, and each takes a while. */
function failingAt(number: number): { readonly files: Files; readonly events: string[] } {
  const events: string[] = [];
  const files: Files = {
    ...realFiles,
    async open(...args) {
      const file = await realFiles.open(...args);
      let reads = 0;
      return {
        ...file,
        stat: () => file.stat(),
        async read(into, offset, length, position) {
          const read = ++reads;
          await pause(2);
          events.push(`read ${read}`);
          if (read === number) throw Object.assign(new Error('bad block'), { code: 'EIO' });
          return await file.read(into, offset, length, position);
        },
        async [Symbol.asyncDispose]() {
          events.push('closed');
          await file.close();
        },
      };
    },
  };
  return { files, events };
}

test('a file is read ahead from its second piece on, and a failed read is the error of its own piece', async () => {
  await using file = await tempFile('a.csv', Buffer.alloc(5 * PIECE, 'x'));
  const { files, events } = failingAt(4);
  const pieces: number[] = [];
  const reading = (async () => {
    for await (const piece of fileBytes(file.path, 0, undefined, files)) {
      pieces.push(piece.length);
      // Long enough for the next read to fail before it is asked for.
      await pause(20);
      events.push(`took ${pieces.length}`);
    }
  })();
  await expect(reading).rejects.toMatchObject({ code: 'SOURCE.UNREADABLE' });
  expect(pieces).toEqual([PIECE, PIECE, PIECE]);
  expect(events).toEqual(['read 1', 'took 1', 'read 2', 'read 3', 'took 2', 'read 4', 'took 3', 'closed']);
});

test('a file that is left in its middle is closed after the read that is under way', async () => {
  await using file = await tempFile('a.csv', Buffer.alloc(5 * PIECE, 'x'));
  const { files, events } = failingAt(3);
  for await (const piece of fileBytes(file.path, PIECE, undefined, files)) {
    expect(piece.length).toBe(PIECE);
    if (events.includes('read 2')) break;
  }
  expect(events).toEqual(['read 1', 'read 2', 'read 3', 'closed']);
});
