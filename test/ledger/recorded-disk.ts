import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ledger } from '../../src/ledger/ledger.ts';
import { type Files, realFiles } from '../../src/system/files.ts';
import { realSystem, type System } from '../../src/system/system.ts';
import { ledgerAt } from '../support/state-at.ts';

/** What was done to the log after it was created: bytes at a place, or a sync that has ended. */
type Step = { readonly at: number; readonly bytes: Buffer } | 'synced';

/** A disk that records what is done to the log of a ledger, so that it can be cut off at any moment. */
export class RecordedDisk implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  readonly path = join(this.folder, 'ledger.log');
  readonly steps: Step[] = [];
  /** What was there before the first step: a log is created as a whole. */
  #created = Buffer.alloc(0);
  #log = -1;
  #opened: Ledger | undefined;

  get system(): System {
    return { ...realSystem, files: this.#files() };
  }

  #files(): Files {
    return {
      ...realFiles,
      openSync: (path, flags, mode) => {
        const file = realFiles.openSync(path, flags, mode);
        if (path === this.path && flags === 'r+') {
          this.#log = file;
          this.#created = readFileSync(path);
        }
        return file;
      },
      writeSync: (file, from, offset, length, position) => {
        if (file === this.#log)
          this.steps.push({
            at: position as number,
            bytes: Buffer.from(from.buffer, from.byteOffset + offset, length),
          });
        return realFiles.writeSync(file, from, offset, length, position);
      },
      fdatasync: async (file) => {
        await realFiles.fdatasync(file);
        this.steps.push('synced');
      },
    };
  }

  /** The log after the first steps. */
  after(count: number): Buffer {
    let log = this.#created;
    for (const step of this.steps.slice(0, count))
      if (step !== 'synced') log = Buffer.concat([log.subarray(0, step.at), step.bytes]);
    return log;
  }

  /** How many of the first steps survive a power cut after them. */
  syncedOf(count: number): number {
    return this.steps.slice(0, count).lastIndexOf('synced') + 1;
  }

  /** Opens a log of these bytes, without an index, and closes the one that was opened before. */
  open(log: Uint8Array, ...claims: ConstructorParameters<typeof Ledger>[3] & {}): Ledger {
    rmSync(join(this.folder, 'ledger.sqlite'), { force: true });
    writeFileSync(this.path, log);
    this.#opened?.[Symbol.dispose]();
    this.#opened = new Ledger(ledgerAt(this.path), realSystem, undefined, claims);
    return this.#opened;
  }

  [Symbol.dispose](): void {
    this.#opened?.[Symbol.dispose]();
    rmSync(this.folder, { recursive: true });
  }
}
