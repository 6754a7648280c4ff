import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runHere } from '../support/command-here.ts';
import { pick, type Random, seeded } from '../support/random.ts';

const FILES = Number(process.env['CHATFERRY_FUZZ_FILES'] ?? 200);
/** A validation of a small file takes milliseconds; the rest is for a machine that is busy. */
const HANG_MS = 20_000;
const TIMEOUT_MS = 60_000 + FILES * 1_000;

const rows = Array.from({ length: 40 }, (_, at) => ({ uid: `u-${at}`, name: `Näme, "${at}" 🙂\nx` }));
const csv = `uid,name\n${rows.map(({ uid, name }) => `${uid},"${name.replaceAll('"', '""')}"\n`).join('')}`;
const ndjson = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const array = JSON.stringify(rows, undefined, 2);
type Whole = { readonly bytes: Buffer; readonly name: string; readonly encoding: string };
const whole = (name: string, text: string): readonly Whole[] => [
  { bytes: Buffer.from(text), name, encoding: '' },
  { bytes: gzipSync(text), name: `${name}.gz`, encoding: '' },
  { bytes: zstdCompressSync(text), name: `${name}.zst`, encoding: '' },
  { bytes: Buffer.from(`\ufeff${text}`, 'utf16le'), name, encoding: 'utf-16le' },
];
const CORPUS = [
  ...whole('users.csv', csv),
  ...whole('users.ndjson', ndjson),
  ...whole('users.ndjson', array),
];

const below = (random: Random, end: number): number => Math.floor(random() * end);
const noise = (random: Random, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => below(random, 256)));

/** One change: bits, a cut, a piece twice, a piece of another file, bytes of no meaning. */
function changed(random: Random, bytes: Buffer): Buffer {
  const at = below(random, bytes.length + 1);
  const to = Math.min(bytes.length, at + below(random, 64));
  switch (below(random, 6)) {
    case 0:
      return Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ (1 << below(random, 8)) : byte)));
    case 1:
      return bytes.subarray(0, at);
    case 2:
      return Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)]);
    case 3:
      return Buffer.concat([bytes.subarray(0, at), pick(random, CORPUS).bytes.subarray(below(random, 200))]);
    case 4:
      return Buffer.concat([bytes.subarray(0, at), noise(random, 1 + below(random, 40)), bytes.subarray(to)]);
    default:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(pick(random, ['"', '{', '[', '\\', '\0', ',', '\r', '{"a":', '\\ud83d', '1e999'])),
        bytes.subarray(to),
      ]);
  }
}

test(
  'no file of crafted bytes breaks or hangs a validation, whatever its name and its declared encoding',
  async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'crafted-'));
    const codes = new Map<number, number>();
    for (let seed = 1; seed <= FILES; seed++) {
      const random = seeded(seed);
      const base = pick(random, CORPUS);
      let bytes = seed % 50 === 0 ? noise(random, 3_000) : base.bytes;
      for (let count = below(random, 4); count > 0; count--) bytes = changed(random, bytes);
      const { name, encoding } =
        random() < 0.8
          ? base
          : {
              name: pick(random, CORPUS).name,
              encoding: pick(random, ['utf-16be', 'windows-1252', 'shift_jis']),
            };
      await writeFile(join(folder.path, name), bytes);
      const source = `{ path: ${name}${encoding && `, encoding: ${encoding}`} }`;
      const pipeline = join(folder.path, 'pipeline.yaml');
      await writeFile(pipeline, `version: 1\nname: crafted\nsources: { users: ${source} }\n`);
      const begun = performance.now();
      const { exitCode, stderr } = await runHere(['validate', pipeline, '--json']).catch((error) => {
        throw new Error(`seed ${seed}: ${name} ${encoding}`, { cause: error });
      });
      expect(performance.now() - begun, `seed ${seed}`).toBeLessThan(HANG_MS);
      expect([0, 2, 4, 9], `seed ${seed}: ${stderr}`).toContain(exitCode);
      codes.set(exitCode, (codes.get(exitCode) ?? 0) + 1);
    }
    // Some files are still good, some have bad rows, some cannot be read at all.
    expect([...codes.keys()].sort()).toEqual(expect.arrayContaining([0, 2, 4, 9]));
  },
  TIMEOUT_MS,
);
