import { crc32 } from 'node:zlib';
import { asRunError, RunError } from '../../errors/run-error.ts';
import type { KeptBytes, OpenLog } from '../../files/state/state-store.ts';
import { type EntityName, entityRecord } from '../../input/entities/entity.ts';
import { changedWith } from '../changed-with.ts';
import type { LedgerClaim } from '../claim.ts';
import {
  type Block,
  type BlockContent,
  blockBytes,
  LogBlockReader,
  type LogSums,
  READ_BYTES,
} from './block.ts';
import { LogSync } from './log-sync.ts';
import { decodeMeta, encodeMeta, type LedgerMeta } from './meta.ts';

/** The first bytes of a log: its name and version, and their checksum. */
const HEAD_TEXT = 'chatferry ledger log 1\n';
const HEAD_BYTES = HEAD_TEXT.length + 4;
/** A longer log takes too long to be checked as a whole whenever it is opened; `state check` does it. */
const CHECKED_BYTES_MAX = 8 << 20;
/** Enough to look at one block. */
const PEEK_BYTES = 4_096;

/** Place where a log ends, or ended. */
export type LogEnd = LogSums & {
  /** Places where the last block begins and where it ends. */
  readonly last: number;
  readonly end: number;
  readonly crc: number;
};

/** Content that comes to a log with one call: blocks, and metadata that changes with them. */
type Append = {
  readonly blocks?: readonly BlockContent[];
  readonly meta?: Partial<LedgerMeta>;
  /** True if plans are stale from now on. */
  readonly isChange?: boolean;
};

/**
 * The truth of a ledger: blocks with checksums, one after the other, which are never changed. Each block has the checksum of
 * the one before, and the sums of all that comes before it, so that a reader can begin at any block.
 */
export class LedgerLog implements Disposable {
  readonly #store: OpenLog;
  readonly #path: string;
  readonly #sync: LogSync<LogEnd>;
  #end: LogEnd;
  #meta: LedgerMeta;
  /** The first bytes that are no whole block, if there are any: what a kill or a power cut has left. */
  readonly tornAt: number | undefined;
  #hasWritten = false;
  #isClosed = false;

  /**
   * Opens a log. What follows its last whole block is cut off with the first write.
   * @param path for messages
   * @param claims what the log held when checkpoints were saved
   * @throws RunError `STATE.CORRUPT` if it is none, or is damaged before what a claim says
   */
  constructor(store: OpenLog, path: string, claims: readonly LedgerClaim[]) {
    this.#store = store;
    this.#path = path;
    if (!isHead(store)) throw this.#damaged(0);
    const reader = new LogBlockReader(store);
    const from = this.#claimed(claims) ?? { ...beginning, end: HEAD_BYTES };
    this.#end = lastOf(reader, from);
    // The first block has the metadata.
    if (this.#end === from && from.end === HEAD_BYTES) throw this.#damaged(HEAD_BYTES);
    const meta = reader.at(this.#end.metaAt, undefined);
    if (meta?.kind !== 'meta') throw this.#damaged(this.#end.metaAt);
    this.#meta = decodeMeta(meta.payload);
    this.tornAt = this.#end.end < store.bytes ? this.#end.end : undefined;
    // What a process wrote that was killed may not be on the disk yet.
    this.#sync = new LogSync<LogEnd>(
      () => store.sync(),
      () => this.#end,
      beginning,
    );
    const isBehind = claims.some(
      ({ lineage, log }) => lineage === this.#meta.lineage && log && log.end > this.#end.end,
    );
    if (isBehind && this.tornAt !== undefined) {
      const claimed = Math.max(...claims.map(({ log }) => log?.end ?? 0));
      if (store.bytes >= claimed) throw this.#damaged(this.tornAt);
    }
  }

  /**
   * The bytes of a new log.
   * @param serial the number of changes before it
   */
  static begin(meta: LedgerMeta, serial = 0): Buffer {
    const head = Buffer.alloc(HEAD_BYTES);
    head.write(HEAD_TEXT, 'latin1');
    head.writeUInt32LE(crc32(HEAD_TEXT), HEAD_TEXT.length);
    const sums = { serial, rows: entityRecord(() => 0), metaAt: HEAD_BYTES };
    return Buffer.concat([head, blockBytes({ kind: 'meta', payload: encodeMeta(meta) }, sums, 0).bytes]);
  }

  /** Place up to which a long log is known to be whole: at the furthest claim that is true of it. */
  #claimed(claims: readonly LedgerClaim[]): LogEnd | undefined {
    if (this.#store.bytes <= CHECKED_BYTES_MAX) return undefined;
    const reader = new LogBlockReader(this.#store, PEEK_BYTES);
    for (const { lineage, log } of claims.toSorted((a, b) => (b.log?.end ?? 0) - (a.log?.end ?? 0))) {
      const block = log && reader.at(log.last, undefined);
      if (!block || block.end !== log.end) continue;
      const found = endOf(block);
      const meta = reader.at(found.metaAt, undefined);
      if (meta?.kind === 'meta' && decodeMeta(meta.payload).lineage === lineage) return found;
    }
    return undefined;
  }

  get meta(): LedgerMeta {
    return this.#meta;
  }

  /** Place where it ends now. */
  get end(): LogEnd {
    return this.#end;
  }

  /** Place where it ended when the last sync of this process began: what comes before survives a power cut. */
  get synced(): LogEnd {
    return this.#sync.synced;
  }

  lastRow(entity: EntityName): number {
    return this.#end.rows[entity];
  }

  /**
   * Appends blocks with one write, which survives a kill. Of new rows of an entity there is one block.
   * @param rows the largest row numbers from then on
   * @returns where each block begins
   * @throws RunError `STATE.UNWRITABLE`: then nothing has changed
   */
  append(
    { blocks = [], meta, isChange = false }: Append,
    rows: LogSums['rows'] = this.#end.rows,
  ): readonly number[] {
    const next = meta && { ...this.#meta, ...meta };
    const contents = next ? [...blocks, { kind: 'meta', payload: encodeMeta(next) } as const] : blocks;
    const serial = this.#end.serial + (isChange ? 1 : 0);
    let end = this.#end;
    const parts: Buffer[] = [];
    const places: number[] = [];
    for (const content of contents) {
      const metaAt = content.kind === 'meta' ? end.end : end.metaAt;
      const { bytes, crc } = blockBytes(content, { serial, rows, metaAt }, end.crc);
      parts.push(bytes);
      places.push(end.end);
      end = { serial, rows, metaAt, crc, last: end.end, end: end.end + bytes.length };
    }
    this.#write(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
    this.#end = end;
    if (next) this.#meta = next;
    return places;
  }

  #write(bytes: Buffer): void {
    try {
      this.#sync.assertSound();
      if (!this.#hasWritten && this.tornAt !== undefined) this.#store.truncate(this.tornAt);
      this.#hasWritten = true;
      this.#store.write(bytes, this.#end.end);
    } catch (error) {
      throw this.#unwritable(error);
    }
  }

  #unwritable(error: unknown): RunError {
    return asRunError(error, 'STATE.UNWRITABLE', `the ledger cannot be written: ${(error as Error).message}`);
  }

  /**
   * Resolves once what comes before `end` survives a power cut; by default everything.
   * @throws RunError `STATE.UNWRITABLE`, then for ever
   */
  async sync(end = this.#end.end): Promise<void> {
    try {
      while (this.#sync.synced.end < end) await this.#sync.now();
    } catch (error) {
      throw this.#unwritable(error);
    }
  }

  /** The blocks from a place on, to the end; each is valid until the next is read. */
  *blocks(from: number, before?: number): Generator<Block> {
    const reader = new LogBlockReader(this.#store, Math.min(READ_BYTES, Math.max(0, this.#end.end - from)));
    let crc = before;
    for (let at = from; at < this.#end.end; ) {
      const block = reader.at(at, crc);
      if (!block) throw this.#damaged(at);
      yield block;
      crc = block.crc;
      at = block.end;
    }
  }

  /** True if anything may have been recorded of an entity since its fingerprints were published. */
  hasChanged(entity: EntityName): boolean {
    const at = this.#meta.publishedAt?.[entity];
    if (at === undefined) return true;
    for (const block of this.blocks(at))
      if (block.kind !== 'meta' && block.kind !== 'published' && mayChange(block, entity)) return true;
    return false;
  }

  /** Place where the first block begins. */
  get start(): number {
    return HEAD_BYTES;
  }

  /** True if a block begins at a place, ends at another and has a checksum: then everything before is the same as then. */
  has({ last, end, crc }: Pick<LogEnd, 'last' | 'end' | 'crc'>): boolean {
    if (end > this.#end.end) return false;
    const block = new LogBlockReader(this.#store, PEEK_BYTES).at(last, undefined);
    return block?.end === end && block.crc === crc;
  }

  /**
   * Reads all of it.
   * @throws RunError `STATE.CORRUPT` with the first byte of the block that is damaged
   */
  check(): void {
    for (const _ of this.blocks(HEAD_BYTES, 0));
  }

  #damaged(byte: number): RunError {
    return new RunError(
      'STATE.CORRUPT',
      `the ledger ${this.#path} is damaged at byte ${byte}, or is not a ledger`,
      {
        where: { file: this.#path, byte },
      },
    );
  }

  /** Syncs what is left, and closes the store; nothing if that is done. */
  [Symbol.dispose](): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#sync.isRunning) {
      void this.#sync.idle().then(() => this.#store[Symbol.dispose]());
      return;
    }
    try {
      if (this.#hasWritten && this.#sync.isSound && this.#sync.synced !== this.#end) this.#store.syncNow();
    } finally {
      this.#store[Symbol.dispose]();
    }
  }
}

const beginning: LogEnd = {
  serial: 0,
  rows: entityRecord(() => 0),
  metaAt: HEAD_BYTES,
  last: 0,
  end: 0,
  crc: 0,
};

const endOf = ({ sums, at, end, crc }: Block): LogEnd => ({ ...sums, last: at, end, crc });

/** Place where the whole blocks end that follow a place. */
function lastOf(reader: LogBlockReader, from: LogEnd): LogEnd {
  let end = from;
  for (;;) {
    const block = reader.at(end.end, end.crc);
    if (!block) return end;
    end = endOf(block);
  }
}

function isHead(store: KeptBytes): boolean {
  const head = Buffer.alloc(HEAD_BYTES);
  if (store.read(head, 0) < HEAD_BYTES) return false;
  return (
    head.toString('latin1', 0, HEAD_TEXT.length) === HEAD_TEXT &&
    head.readUInt32LE(HEAD_TEXT.length) === crc32(HEAD_TEXT)
  );
}

/** True if a block may change rows of an entity: a mark of a row may also change those that change with it. */
const mayChange = ({ kind, entity: of }: Block, entity: EntityName): boolean =>
  of === undefined || of === entity || (kind === 'marked' && changedWith(of, entity) !== undefined);
