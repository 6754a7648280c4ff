import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunError } from '../../src/errors/run-error.ts';
import { csv } from '../../src/input/sources/csv/csv.ts';
import { ndjson } from '../../src/input/sources/json/ndjson.ts';
import type { SourceFormat } from '../../src/input/sources/source.ts';
import { realFiles } from '../../src/system/files.ts';
import { pick, type Random, seeded } from '../support/random.ts';

const TOKENS = [
  '"',
  '""',
  ',',
  '\n',
  '\r',
  '\r\n',
  'a',
  ' ',
  'a,b',
  ',"',
  '",',
  '"\n',
  '{',
  '}',
  '[',
  ']',
  ':',
  '\\',
  '1',
  'é',
  '\0',
];
const TOKENS_MAX = 5;
/** Those that a reader which looks again and again at the same bytes would choke on. */
const HOSTILE = [
  'a,"\n',
  '"\n',
  'a,"b\n',
  '"",\n',
  'a,"b"c\n',
  '"a\n,',
  '\r',
  '[',
  '{"a":',
  '"\\',
  'a,b,c\n"',
];
const SIGNAL = new AbortController().signal;
/** A reader that looks at everything once takes four times as long for four times as much. */
const [TIMES_MORE, TIMES_LONGER, SLOW_MS] = [4, 10, 1_000];

/** Reads files that repeat a short pattern over and over and says which of them took long. */
export async function readRepeated(options: {
  readonly patterns: number;
  readonly bytes: number;
  readonly seed: number;
}): Promise<readonly string[]> {
  const random = seeded(options.seed);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-repeated-'));
  const slow: string[] = [];
  const drawn = Array.from({ length: options.patterns }, () => drawnPattern(random));
  for (const pattern of [...HOSTILE, ...drawn])
    for (const format of [csv, ndjson]) {
      const path = join(folder.path, `repeated${format.endings[0]}`);
      const little = await millisecondsFor(format, path, pattern, options.bytes / TIMES_MORE);
      const much = await millisecondsFor(format, path, pattern, options.bytes);
      if (much > SLOW_MS && much > little * TIMES_LONGER)
        slow.push(
          `${format.name}: ${JSON.stringify(pattern)}: ${little} ms, ${much} ms for ${TIMES_MORE} times as much`,
        );
    }
  return slow;
}

async function millisecondsFor(
  format: SourceFormat,
  path: string,
  pattern: string,
  bytes: number,
): Promise<number> {
  const header = format.name === 'csv' ? 'a,b\n' : '';
  await writeFile(path, header + pattern.repeat(Math.ceil(bytes / pattern.length)));
  // The time of this process: the machine may be busy with others.
  const before = process.cpuUsage();
  try {
    const source = await format.open(path, 0, { files: realFiles });
    for await (const _ of source.read(undefined, SIGNAL));
  } catch (error) {
    // A header that is none, or a JSON array without an end; nothing else may end the reading.
    if (!(error instanceof RunError) || !error.code.startsWith('SOURCE.')) throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 1_000);
}

function drawnPattern(random: Random): string {
  const length = 1 + Math.floor(random() * TOKENS_MAX);
  return Array.from({ length }, () => pick(random, TOKENS)).join('');
}
