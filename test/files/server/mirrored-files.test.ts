import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FolderChanges } from '../../../src/files/server/changes.ts';
import { mirroredFiles } from '../../../src/files/server/mirrored-files.ts';
import { CHUNK_BYTES } from '../../../src/files/server/tables.ts';
import { type Files, realFiles } from '../../../src/system/files.ts';

/** What a server would have: files that are contents, contents that are chunks. */
class Kept {
  readonly #named = new Map<string, { content: string; bytes: number }>();
  readonly #contents = new Map<string, Map<number, Buffer>>();

  /** Takes over an image, as a commit does. */
  take(changes: FolderChanges): void {
    const image = changes.image();
    if (!image) return;
    for (const path of image.gone) this.#named.delete(path);
    for (const { content, file, bytes } of image.long) {
      for (let at = 0; at < bytes; at += CHUNK_BYTES) {
        const into = Buffer.alloc(Math.min(CHUNK_BYTES, bytes - at));
        realFiles.readSync(file, into, 0, into.length, at);
        this.#put(content, at, into);
      }
      realFiles.closeSync(file);
    }
    for (const { content, at, bytes } of image.parts) this.#put(content, at, Buffer.from(bytes));
    for (const { path, content, bytes } of image.named) this.#named.set(path, { content, bytes });
    for (const content of image.left) this.#contents.delete(content);
  }

  #put(content: string, at: number, bytes: Buffer): void {
    const chunks = this.#contents.get(content) ?? new Map<number, Buffer>();
    this.#contents.set(content, chunks.set(at, bytes));
  }

  files(): Record<string, string> {
    const found = [...this.#named].map(([path, { content, bytes }]) => {
      const chunks = [...(this.#contents.get(content) ?? [])].filter(([at]) => at < bytes);
      const all = Buffer.alloc(bytes);
      for (const [at, data] of chunks) data.copy(all, at);
      return [path, all.toString('latin1')];
    });
    return Object.fromEntries(found);
  }
}

/** What programs do with the files of a state. */
type Step =
  | { readonly kind: 'replace' | 'remove' | 'image'; readonly name: string; readonly size: number }
  | {
      readonly kind: 'append' | 'write' | 'truncate';
      readonly name: string;
      readonly at: number;
      readonly size: number;
    }
  | { readonly kind: 'rename'; readonly name: string; readonly to: string };

const name = fc.constantFrom('a.log', 'b.bin', 'keys/c.bin', 'keys/d.bin', 'c.json.next', 'c.json');
const size = fc.oneof(fc.nat(100), fc.nat(3 * CHUNK_BYTES), fc.nat(90 * CHUNK_BYTES));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('replace', 'remove', 'image'), name, size }),
  fc.record({ kind: fc.constantFrom('append', 'write', 'truncate'), name, at: size, size }),
  fc.record({ kind: fc.constant('rename'), name, to: fc.oneof(name, fc.constant('keys')) }),
);

async function act(each: Step, folder: string, files: Files, fill: number): Promise<void> {
  const path = join(folder, each.name);
  const isThere = files.existsSync(path);
  if (each.kind === 'rename') {
    if (each.to === 'keys') {
      // A folder that is set aside.
      files.rmSync(join(folder, 'keys.before'), { recursive: true, force: true });
      files.renameSync(join(folder, 'keys'), join(folder, 'keys.before'));
      files.mkdirSync(join(folder, 'keys'), { recursive: true });
    } else if (isThere) await files.rename(path, join(folder, each.to));
    return;
  }
  const bytes = Buffer.alloc(each.size, 97 + (fill % 26));
  if (each.kind === 'replace') await files.writeFile(path, bytes.toString('latin1'), { mode: 0o600 });
  else if (each.kind === 'remove') await files.rm(path, { force: true });
  else if (each.kind === 'truncate') {
    if (isThere) await files.truncate(path, Math.min(each.at, readFileSync(path).length));
  } else if (each.kind === 'append') {
    const file = files.openSync(path, 'a', 0o600);
    files.writeSync(file, bytes, 0, bytes.length, null);
    files.closeSync(file);
  } else if (each.kind === 'write' && isThere) {
    await using file = await files.open(path, 'r+');
    await file.write(bytes, 0, bytes.length, Math.min(each.at, readFileSync(path).length));
  }
}

test('whatever is done with files, an image has every one of them as it is, but those that are not kept', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const folder = mkdtempSync(join(tmpdir(), 'chatferry-mirror-'));
      try {
        mkdirSync(join(folder, 'keys'));
        let contents = 0;
        const changes = new FolderChanges(folder, realFiles, () => `content-${contents++}`);
        const kept = new Kept();
        const files = mirroredFiles(realFiles, folder, changes, async () => kept.take(changes));
        for (const [at, each] of steps.entries()) {
          if (each.kind === 'image') kept.take(changes);
          else await act(each, folder, files, at);
        }
        kept.take(changes);
        expect(kept.files()).toEqual(filesIn(folder));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: 150 },
  );
});

function filesIn(folder: string): Record<string, string> {
  const names = [
    'a.log',
    'b.bin',
    'c.json',
    'keys/c.bin',
    'keys/d.bin',
    'keys.before/c.bin',
    'keys.before/d.bin',
  ];
  return Object.fromEntries(
    [...names, 'keys/c.json']
      .filter((each) => realFiles.existsSync(join(folder, each)))
      .map((each) => [each, readFileSync(join(folder, each), 'latin1')]),
  );
}

test('what is synced was sent before the call returns; locks, drafts, databases and shards are not sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-mirror-'));
  try {
    const kept = new Kept();
    const changes = new FolderChanges(folder, realFiles, () => Math.random().toString());
    const files = mirroredFiles(realFiles, folder, changes, async () => kept.take(changes));
    mkdirSync(join(folder, 'shards/0'), { recursive: true });
    mkdirSync(join(folder, 'prepared/spool'), { recursive: true });
    const own = ['lock', 'lock.claim', 'ledger.sqlite', 'ledger.sqlite-wal', 'keys.next', 'sandbox.sqlite'];
    for (const path of [...own, 'shards/0/ledger.log', 'prepared/users-1.table', 'x.reserve', 'y.filter'])
      await files.writeFile(join(folder, path), 'own', { mode: 0o600 });
    expect(changes.isEmpty).toBe(true);
    await files.writeFile(join(folder, 'prepared/spool/users-1-abc.csv.zst'), 'kept', { mode: 0o600 });
    await using log = await files.open(join(folder, 'ledger.log'), 'wx', 0o600);
    await log.write(Buffer.from('first'), 0, 5, 0);
    await log.datasync();
    expect(kept.files()).toEqual({ 'prepared/spool/users-1-abc.csv.zst': 'kept', 'ledger.log': 'first' });
    const file = files.openSync(join(folder, 'ledger.log'), 'r+');
    files.writeSync(file, Buffer.from('FI'), 0, 2, 0);
    await files.fdatasync(file);
    files.closeSync(file);
    expect(kept.files()['ledger.log']).toBe('FIrst');
    // Elsewhere nothing is noted.
    writeFileSync(join(tmpdir(), 'not-in-it'), '');
    await files.rm(join(tmpdir(), 'not-in-it'), {});
    expect(changes.isEmpty).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
