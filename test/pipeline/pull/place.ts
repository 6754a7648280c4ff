import { hash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import type { OriginAccount } from '../../../src/origin/origin.ts';
import { type Pulled, pullOrigin } from '../../../src/pipeline/pull/pull-origin.ts';
import type { PullEvent, PullMode } from '../../../src/pipeline/pull-event.ts';
import { type Files, realFiles } from '../../../src/system/files.ts';
import { realSystem } from '../../../src/system/system.ts';
import type { OldSystem } from './old-system.ts';

export const DAY = 86_400_000;
export const START = Date.parse('2026-03-01T00:00:00Z');

/** A folder of records, and the time of the machine that reads. */
export class PullPlaceHere implements Disposable {
  readonly prepared: string;
  now = START;
  /** So far the clock of the old system is ahead, milliseconds. */
  aheadMs = 0;
  by: OriginAccount['by'] = 'auto';
  app: string | undefined;
  /** Decides what is read. */
  choice = 'all';
  shown = 'https://old.example/v1';
  /** Milliseconds that were waited. */
  readonly slept: number[] = [];
  readonly events: PullEvent[] = [];
  readonly said: string[] = [];

  /** @param before a place whose files it has */
  constructor(before?: PullPlaceHere) {
    this.prepared = mkdtempSync(join(tmpdir(), 'chatferry-pull-'));
    if (!before) return;
    cpSync(before.prepared, this.prepared, { recursive: true });
    this.now = before.now;
  }

  async pull(
    old: OldSystem,
    mode: PullMode = 'again',
    files: Files = realFiles,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<Pulled> {
    const sleep = async (ms: number): Promise<void> => void this.slept.push(ms);
    const clock = { ...realSystem.clock, now: () => this.now, sleep };
    return await pullOrigin({
      system: 'old',
      tellsChanges: old.tells,
      again: { overlapMs: DAY, recheckMs: 7 * DAY, fullMs: 30 * DAY },
      shown: this.shown,
      app: this.app,
      choice: this.choice,
      mode,
      prepared: this.prepared,
      outside: { ...realSystem, clock, files },
      signal,
      say: (sentence) => void this.said.push(sentence),
      pulling: (event) => void this.events.push(event),
      hold: async () => ({
        folder: this.prepared,
        assertHeld: () => {},
        [Symbol.asyncDispose]: async () => {},
      }),
      account: async () => ({ names: {}, secrets: {}, by: this.by }),
      open: ({ by }) => ({
        origin: old.open(by),
        counts: () => ({ requests: old.asked.length, bytes: 0 }),
        aheadMs: () => (old.asked.length > 0 ? this.aheadMs : 0),
        [Symbol.asyncDispose]: async () => {},
      }),
    });
  }

  /** The records of a list, of whatever conversation. */
  rows(list: string): readonly { readonly list: string; readonly of?: string; readonly row: unknown }[] {
    return Object.entries(this.bytes())
      .filter(([name]) => name.endsWith('.zst'))
      .map(([, bytes]) => bytes)
      .flatMap(linesIn)
      .filter((line) => line.list === list);
  }

  /** Digests of the files by name. */
  digests(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(this.bytes()).map(([name, bytes]) => [name, `${bytes.length} ${hash('sha1', bytes)}`]),
    );
  }

  bytes(): Readonly<Record<string, Buffer>> {
    const folder = join(this.prepared, 'pulled');
    const names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name))]));
  }

  [Symbol.dispose](): void {
    rmSync(this.prepared, { recursive: true, force: true });
  }
}

const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

function linesIn(
  bytes: Buffer,
): readonly { readonly list: string; readonly of?: string; readonly row: unknown }[] {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const next = bytes.indexOf(MAGIC, at + 4);
    const end = next < 0 ? bytes.length : next;
    text += zstdDecompressSync(bytes.subarray(at, end)).toString();
    at = end;
  }
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
