import { gzipSync, zstdCompressSync } from 'node:zlib';
import { mutated } from '../fuzz-input/mutate.ts';
import { zipOf } from '../input/sources/documents/zip-file.ts';
import { pick, type Random } from '../support/random.ts';
import type { ExportBytes, Fixture } from './exports.ts';

const below = (random: Random, end: number): number => Math.floor(random() * end);

/** Names that no export has, or that lead out of it. */
const NAMES = [
  '../x.json',
  '/etc/x.json',
  'a/../../x.json',
  'C:\\x.json',
  'x',
  '.x',
  'a b/ü😀.json',
  '__MACOSX/x.json',
];
NAMES.push(
  'users.json',
  'channels.json',
  'messages.json',
  '2025-01-01/x.json',
  'general/2025-01-01.json',
  'x.csv',
  'x.sql',
);
NAMES.push(
  'x.txt',
  'x.html',
  'x.gz',
  'x.zip',
  'x.pdf',
  `${'n'.repeat(200)}.json`,
  'con.json',
  '-rf',
  '%2e%2e',
  'a\nb.json',
);

/** Changes the bytes of a piece of a file: bits, cuts, tokens, pieces of others. */
export function changedBytes(bytes: Buffer, others: readonly Buffer[], random: Random): Buffer {
  const at = below(random, bytes.length + 1);
  const to = Math.min(bytes.length, at + 1 + below(random, 200));
  const piece = mutated(
    bytes.subarray(at, to),
    others.map((each) => each.subarray(0, 2_000)),
    random,
  );
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(to)]);
}

/** Changes the lines of a file: one is cut, left out or doubled, or two change places. */
export function changedLines(bytes: Buffer, random: Random): Buffer {
  const lines = bytes.toString('latin1').split('\n');
  const [at, other] = [below(random, lines.length), below(random, lines.length)];
  const line = lines[at] as string;
  switch (below(random, 5)) {
    case 0:
      lines[at] = line.slice(0, below(random, line.length + 1));
      break;
    case 1:
      lines.splice(at, 1);
      break;
    case 2:
      lines.splice(other, 0, line);
      break;
    case 3:
      [lines[at], lines[other]] = [lines[other] as string, line];
      break;
    default:
      lines.length = at + 1;
  }
  return Buffer.from(lines.join('\n'), 'latin1');
}

/** Changes which files there are: one is gone, empty, elsewhere, doubled, packed, or of another system. */
export function changedFiles(files: ExportBytes, others: readonly Fixture[], random: Random): ExportBytes {
  const changed = new Map(files);
  const names = [...changed.keys()];
  if (names.length === 0) return changed;
  const [name, second] = [pick(random, names), pick(random, names)];
  const bytes = changed.get(name) as Buffer;
  const other = pick(random, [...pick(random, others).files]);
  switch (below(random, 11)) {
    case 0:
      changed.delete(name);
      break;
    case 1:
      changed.set(name, Buffer.alloc(0));
      break;
    case 2:
      changed.set(name, changed.get(second) as Buffer).set(second, bytes);
      break;
    case 3:
      changed.delete(name);
      changed.set(pick(random, NAMES), bytes);
      break;
    case 4:
      changed.set(pick(random, NAMES), bytes);
      break;
    case 5:
      changed.set(name, other[1]);
      break;
    case 6:
      changed.set(...other);
      break;
    case 7:
      changed.set(name, pick(random, [gzipSync, zstdCompressSync])(bytes));
      break;
    case 8:
      changed.set(name, Buffer.from(`\ufeff${bytes.toString()}`, pick(random, ['utf8', 'utf16le'] as const)));
      break;
    case 9:
      changed.set(name, bytes.subarray(0, below(random, bytes.length)));
      break;
    default:
      changed.set(
        name,
        Buffer.from(
          pick(random, ['{}', '[]', 'null', '0', '""', '[[]]', '[null]', '\0', '\n', '{"a":[', '<html>']),
        ),
      );
  }
  return changed;
}

/** The files as a zip archive, which may be damaged. */
export function archiveOf(files: ExportBytes, random: Random, isDamaged: boolean): Buffer {
  const parts = [...files].map(([name, content]) => ({ name, content }));
  if (!isDamaged) return zipOf(parts);
  const odd = parts.map((part) => {
    if (random() > 0.1) return part;
    return pick(random, [
      { ...part, name: pick(random, NAMES) },
      { ...part, bytes: 4_000_000_000 },
      { ...part, crc32: 1 },
      { ...part, flags: pick(random, [1, 0x800, 8]) },
      { ...part, method: 12 as const },
      { ...part, name: Buffer.from([0xff, 0x80, 0x41]) },
      { ...part, name: parts[0]?.name ?? '' },
    ]);
  });
  const bytes = zipOf(odd);
  switch (below(random, 4)) {
    case 0:
      return bytes.subarray(0, below(random, bytes.length));
    case 1:
      return Buffer.concat([bytes.subarray(0, below(random, 100)), bytes]);
    case 2: {
      const changed = Buffer.from(bytes);
      for (let count = 1 + below(random, 8); count > 0; count--)
        changed[below(random, changed.length)] = below(random, 256);
      return changed;
    }
    default:
      return bytes;
  }
}
