import { RunError } from '../../errors/run-error.ts';
import type { Data, Item, OwnedFields } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { Cursor, Row } from '../../input/rows/row.ts';
import { contentOf, type Stamp, type Stamps } from '../../keys/key-index.ts';
import type { ByteWriter } from '../../ledger/log/bytes.ts';
import type { IntentRecord } from '../../ledger/log/intent.ts';
import { writeBytes } from '../../ledger/log/records.ts';
import type { PendingEntry } from '../../ledger/pending-entry.ts';
import type { BulkRow } from '../../service/targets/bulk.ts';
import type { LineRow } from './line-row.ts';
import type { Slab, SlabFile } from './slab.ts';

/**
 * A row in a slab, valid and with a key that no row before it has. On the line it is what other rows are as objects: its
 * parts are read from the slab when somebody asks for them, which few rows need.
 */
export class SlabRow implements Item, LineRow, BulkRow, IntentRecord {
  /** Its number in the window, once it has entered it. */
  seq = -1;
  readonly valid = true;
  /** Its number in the ledger, once the ledger has recorded it; 0 until then. */
  ledgerRow = 0;
  counted?: true | undefined;
  tooOldAt?: number | undefined;
  readonly slab: Slab;
  readonly index: number;
  /** As in a Row; negative if rows are not selected. */
  ordinal = -1;
  /** Set once the service has created the row as it was sent; its id, if it has one, is in the slab. */
  isCreated = false;
  #pending: PendingEntry | undefined;
  /** An outcome other than that. */
  #outcome: Outcome | undefined;

  constructor(slab: Slab, index: number) {
    this.slab = slab;
    this.index = index;
  }

  /** Makes it a row that has just been read. */
  begin(ordinal: number): void {
    this.ordinal = ordinal;
    this.seq = -1;
    this.ledgerRow = 0;
    this.counted = undefined;
    this.tooOldAt = undefined;
    this.isCreated = false;
    this.#pending = undefined;
    this.#outcome = undefined;
  }

  get outcome(): Outcome | undefined {
    if (!this.isCreated) return this.#outcome;
    const id = this.slab.id[this.index] as number;
    return id === 0 ? CREATED : { status: 'created', id: String(id) };
  }

  set outcome(outcome: Outcome) {
    this.#outcome = outcome;
  }

  /** The id of a created row; 0 if it has none. */
  get createdId(): number {
    return this.slab.id[this.index] as number;
  }

  get isSettled(): boolean {
    return this.isCreated || this.#outcome !== undefined;
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
      file: this.file,
    };
  }

  get #origin(): SlabFile {
    return this.slab.files[this.index] as SlabFile;
  }

  get owned(): OwnedFields {
    return this.#origin.owned;
  }

  /** The index of its file in the step. */
  get file(): number {
    return this.#origin.file;
  }

  /** The row with its original cells, read again from its record. */
  get row(): Row {
    const { slab, index } = this;
    const { source, file } = this.#origin;
    const record = slab.records.subarray(slab.recordAt[index], slab.recordEnd[index]);
    const place = {
      file,
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

  get after(): Cursor {
    const { slab, index, file } = this;
    return {
      file,
      row: slab.row[index] as number,
      line: slab.endLine[index] as number,
      byte: slab.endByte[index] as number,
    };
  }

  /** Entry that the ledger has recorded of it; undefined until it has. */
  get pending(): PendingEntry | undefined {
    if (this.#pending || this.ledgerRow === 0) return this.#pending;
    return { ...this.toPending(), row: this.ledgerRow };
  }

  /** Set for a row that the ledger knew before. */
  set pending(entry: PendingEntry | undefined) {
    this.#pending = entry;
  }

  /** True if the ledger has recorded that it is to be sent. */
  get isIntended(): boolean {
    return this.ledgerRow > 0 || this.#pending !== undefined;
  }

  get intent(): IntentRecord {
    return this;
  }

  /** No record that names a message is proved valid by its bytes. */
  get isUnattached(): boolean {
    return true;
  }

  recordedAs(row: number): void {
    this.ledgerRow = row;
  }

  writeIntent(to: ByteWriter): void {
    const { slab, index, textAt, jsonAt, jsonEnd } = this;
    const logEnd = slab.logEnd[index] as number;
    if (logEnd > 0) {
      to.add(slab.log, slab.logAt[index] as number, logEnd);
      return;
    }
    const key = slab.hasEscapes[index] === 1 ? Buffer.from(this.key) : undefined;
    const conversationEnd = slab.conversationEnd[index] as number;
    // An escaped key is none of the bytes of the slab; the conversation then goes after it.
    const text = key ? Buffer.concat([key, slab.text.subarray(jsonEnd, conversationEnd)]) : slab.text;
    const [keyAt, keyEnd] = key ? [0, key.length] : [textAt + 1, jsonAt - 2];
    writeBytes(to, {
      isActive: slab.isActive[index] === 1,
      content: slab.contentVersion[index] as number,
      fixed: slab.fixedVersion[index] as number,
      text,
      keyAt,
      keyEnd,
      conversationAt: key ? key.length : jsonEnd,
      conversationEnd: key ? text.length : conversationEnd,
      sentAt: slab.sentAt[index] as number,
    });
  }

  /** Makes the entry that the ledger is to record of it. */
  toPending(): PendingEntry {
    const { slab, index } = this;
    const { entity } = this.#origin;
    const version = {
      content: slab.contentVersion[index] as number,
      fixed: slab.fixedVersion[index] as number,
    };
    const entry = { key: this.key, version, active: slab.isActive[index] === 1 };
    if (entity.goesWith !== 'conversation') return entry;
    const conversation = slab.text.toString('utf8', slab.jsonEnd[index], slab.conversationEnd[index]);
    return { ...entry, conversation, sentAt: slab.sentAt[index] as number };
  }

  addLanded(to: Stamps): void {
    const { slab, index, file } = this;
    to.addLanded(slab.keyLo[index] as number, slab.keyHi[index] as number, {
      content: slab.content[index] as number,
      line: slab.line[index] as number,
      file,
    });
  }

  release(): void {
    this.slab.release();
  }

  /** The row as an item of its own, which needs no slab. */
  toItem(): Item {
    const { key, json, seq, owned } = this;
    return { key, json, data: JSON.parse(json) as Data, seq, owned };
  }
}

const CREATED: Outcome = { status: 'created' };

/** The row with an index of a slab. Slabs keep their rows, because objects that live for some hundred milliseconds cost much. */
export function slabRow(slab: Slab, index: number, ordinal: number): SlabRow {
  let row = slab.objects[index] as SlabRow | undefined;
  if (!row) {
    row = new SlabRow(slab, index);
    slab.objects[index] = row;
  }
  row.begin(ordinal);
  return row;
}
