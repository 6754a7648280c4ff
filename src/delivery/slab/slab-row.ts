import { RunError } from '../../errors/run-error.ts';
import type { Data, Entity, Item } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { Row } from '../../input/rows/row.ts';
import type { Source } from '../../input/sources/source.ts';
import { contentOf, type Stamp } from '../../keys/key-index.ts';
import type { PendingEntry } from '../../ledger/pending-entry.ts';
import type { BulkRow } from '../../service/targets/bulk.ts';
import type { Slab } from './slab.ts';

/** What the rows of one file have in common. */
export type SlabFile = {
  readonly entity: Entity;
  readonly source: Pick<Source, 'path' | 'rowOf'>;
};

/**
 * A row in a slab, valid and with a key that no row before it has. On the line it is what other rows are as objects: its
 * parts are read from the slab when somebody asks for them, which few rows need.
 */
export class SlabRow implements Item, BulkRow {
  /** Its number in the window, once it has entered it. */
  seq = -1;
  readonly valid = true;
  outcome?: Outcome;
  pending?: PendingEntry;
  counted?: true;
  tooOldAt?: number;
  readonly slab: Slab;
  readonly index: number;
  /** As in a Row; negative if rows are not selected. */
  readonly ordinal: number;
  readonly #file: SlabFile;

  constructor(slab: Slab, index: number, file: SlabFile, ordinal: number) {
    this.slab = slab;
    this.index = index;
    this.#file = file;
    this.ordinal = ordinal;
  }

  get text(): Buffer {
    return this.slab.text;
  }

  get textAt(): number {
    return this.slab.textAt[this.index] as number;
  }

  get jsonAt(): number {
    return this.slab.jsonAt[this.index] as number;
  }

  get jsonEnd(): number {
    return this.slab.jsonEnd[this.index] as number;
  }

  /** The fingerprint of its order key, the lower half. */
  get order(): number {
    return this.slab.order[this.index] as number;
  }

  get key(): string {
    const { text, textAt, jsonAt } = this.slab;
    // Without the colon that is between the key and the JSON.
    return JSON.parse(
      text.toString('utf8', textAt[this.index], (jsonAt[this.index] as number) - 1),
    ) as string;
  }

  get json(): string {
    const { text, jsonAt, jsonEnd } = this.slab;
    return text.toString('utf8', jsonAt[this.index], jsonEnd[this.index]);
  }

  get data(): Data {
    return JSON.parse(this.json) as Data;
  }

  get stamp(): Stamp {
    const { slab, index } = this;
    return {
      lo: slab.keyLo[index] as number,
      hi: slab.keyHi[index] as number,
      content: contentOf(slab.content[index] as number),
      line: slab.line[index] as number,
      file: slab.file,
    };
  }

  /** The row with its original cells, read again from its record. */
  get row(): Row {
    const { slab, index } = this;
    const { source } = this.#file;
    const record = slab.records.subarray(slab.recordAt[index], slab.recordEnd[index]);
    const place = {
      file: slab.file,
      line: slab.line[index] as number,
      byte: slab.byte[index] as number,
    };
    const row = source.rowOf?.(record, { ...place, row: (slab.row[index] as number) - 1 });
    if (!row)
      throw new RunError('BUG.UNEXPECTED', `line ${place.line} of ${source.path} reads otherwise now`);
    return {
      ...row,
      endLine: slab.endLine[index] as number,
      endByte: slab.endByte[index] as number,
      ...(this.ordinal < 0 ? {} : { ordinal: this.ordinal }),
    };
  }

  /** What the ledger is to record of it. */
  toPending(): PendingEntry {
    const { slab, index } = this;
    const { entity } = this.#file;
    const version = {
      content: slab.contentVersion[index] as number,
      fixed: slab.fixedVersion[index] as number,
    };
    const entry = { key: this.key, version, active: slab.isActive[index] === 1 };
    if (entity.goesWith !== 'conversation') return entry;
    const conversation = slab.text.toString('utf8', slab.jsonEnd[index], slab.conversationEnd[index]);
    return { ...entry, conversation, sentAt: slab.sentAt[index] as number };
  }

  /** The row as an item of its own, which needs no slab. */
  toItem(): Item {
    const { key, json, seq } = this;
    return { key, json, data: JSON.parse(json) as Data, seq };
  }
}

/** An item whose properties are its own. */
export const ownItem = (item: Item): Item => (item instanceof SlabRow ? item.toItem() : item);
