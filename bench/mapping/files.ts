import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const WRITE_CHARS = 65_536;

/** Writes a file; returns its path. */
export async function written(path: string, text: string): Promise<string> {
  await writeFile(path, text);
  return path;
}

/** A text file with a head, written in big pieces. */
export async function linesOf(
  path: string,
  head: string,
): Promise<AsyncDisposable & { add(line: string): Promise<void> }> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'w');
  let waiting = `${head}\n`;
  const flush = async (): Promise<void> => {
    await file.write(waiting);
    waiting = '';
  };
  return {
    async add(line) {
      waiting += `${line}\n`;
      if (waiting.length > WRITE_CHARS) await flush();
    },
    async [Symbol.asyncDispose]() {
      await flush();
      await file.close();
    },
  };
}

/** The same numbers in every run: whole, from 0 up to a bound. */
export function randomNumbers(): (below: number) => number {
  let state = 12_345;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}
