import { crc32 } from 'node:zlib';
import type { KeptBytes } from '../../files/state/state-store.ts';
import { type EntityName, entityRecord } from '../../input/entities/entity.ts';

/** Kinds of things that a block records; the numbers are stored. */
const KINDS = {
  /** The metadata from here on. */
  meta: 1,
  /** New rows that are about to be sent, with consecutive numbers. */
  intended: 2,
  /** Rows with numbers that are about to be sent. */
  resent: 3,
  /** Whole entries with their numbers. */
  entries: 4,
  /** Rows that the service has acknowledged. */
  acknowledged: 5,
  /** A change of state of rows. */
  marked: 6,
  /** Rows are uncertain that the service removes together with others. */
  dependents: 7,
  /** Of rows with the same key only one counts, and from here on a key is recorded once. */
  keyed: 8,
  /** The fingerprints of all rows are published. */
  published: 9,
  /** Every row is deleted. */
  cleared: 10,
  /** Rows that have changed since their fingerprints were published. */
  changed: 11,
  /** Nothing that is recorded of our rows is certain any more. */
  reopened: 12,
} as const;

type BlockKind = keyof typeof KINDS;

const KIND_NAMES = new Map(Object.entries(KINDS).map(([name, code]) => [code as number, name as BlockKind]));

/** The numbers of entities in logs, below 16. A number is never given to another entity: it is in the logs of users. */
const entityCodes: Readonly<Record<EntityName, number>> = {
  users: 0,
  groups: 1,
  members: 2,
  messages: 3,
  roles: 4,
  friends: 5,
  reactions: 6,
  pins: 7,
  receipts: 8,
  blocks: 9,
  bans: 10,
  tokens: 11,
};
const NO_ENTITY = 255;
const ENTITY_OF = new Map(
  Object.entries(entityCodes).map(([name, code]) => [code, name as EntityName] as const),
);

/** Sums of a log at the end of a block. */
export type LogSums = {
  /** The number of changes that make plans stale. */
  readonly serial: number;
  /** The largest row number of each entity; 0 if there is none. */
  readonly rows: Readonly<Record<EntityName, number>>;
  /** Place where the last block of metadata begins. */
  readonly metaAt: number;
};

/** Content that is to be recorded in a block. */
export type BlockContent = {
  readonly kind: BlockKind;
  readonly entity?: EntityName | undefined;
  /** A number that the kind gives a meaning to, below 2^16. */
  readonly detail?: number;
  /** Number of rows that it has. */
  readonly count?: number;
  /** @default nothing */
  readonly payload?: Uint8Array;
};

/** A block in a log. */
export type Block = Required<Pick<BlockContent, 'kind' | 'detail' | 'count'>> & {
  readonly entity: EntityName | undefined;
  /** Valid until the next block is read. */
  readonly payload: Buffer;
  readonly at: number;
  readonly end: number;
  /** Checksum of the block and, by the one before, of everything before it. */
  readonly crc: number;
  readonly sums: LogSums;
};

/**
 * The header of a block: mark, kind, entity, detail, length and rows of the payload, checksum of the block before, own
 * checksum, serial, place of the metadata, largest row number of each entity.
 */
const HEADER = { mark: 0x6c_6c_62_63, bytes: 104, entities: 16 } as const;
/** That of blocks which are older than the ninth entity. */
const OLDER_HEADER = { mark: 0x6b_6c_62_63, bytes: 72, entities: 8 } as const;
const MARK_BYTES = 4;
const AT = {
  kind: 4,
  entity: 5,
  detail: 6,
  bytes: 8,
  count: 12,
  before: 16,
  crc: 20,
  serial: 24,
  metaAt: 32,
  rows: 40,
} as const;
const NOTHING = new Uint8Array(0);
/** No block is larger; a larger length is damage. */
const PAYLOAD_MAX = 64 << 20;

/** The bytes of a block that follows one with the checksum `before`, and its checksum. */
export function blockBytes(
  { kind, entity, detail = 0, count = 0, payload = NOTHING }: BlockContent,
  sums: LogSums,
  before: number,
): { readonly bytes: Buffer; readonly crc: number } {
  if (payload.length > PAYLOAD_MAX) throw new RangeError(`a block of ${payload.length} bytes is too large`);
  const bytes = Buffer.alloc(HEADER.bytes + payload.length);
  bytes.writeUInt32LE(HEADER.mark, 0);
  bytes.writeUInt8(KINDS[kind], AT.kind);
  bytes.writeUInt8(entity === undefined ? NO_ENTITY : entityCodes[entity], AT.entity);
  bytes.writeUInt16LE(detail, AT.detail);
  bytes.writeUInt32LE(payload.length, AT.bytes);
  bytes.writeUInt32LE(count, AT.count);
  bytes.writeUInt32LE(before, AT.before);
  bytes.writeDoubleLE(sums.serial, AT.serial);
  bytes.writeDoubleLE(sums.metaAt, AT.metaAt);
  for (const [code, name] of ENTITY_OF) bytes.writeUInt32LE(sums.rows[name], AT.rows + 4 * code);
  bytes.set(payload, HEADER.bytes);
  const crc = crcOf(bytes);
  bytes.writeUInt32LE(crc, AT.crc);
  return { bytes, crc };
}

/** The checksum of a block, in which its own place counts as left out. */
const crcOf = (bytes: Buffer): number => crc32(bytes.subarray(AT.crc + 4), crc32(bytes.subarray(0, AT.crc)));

/** Number of bytes of a log that are read at once. */
export const READ_BYTES = 1 << 20;

/** Reads blocks of a log, a megabyte at once. */
export class LogBlockReader {
  readonly #store: KeptBytes;
  #buffer: Buffer;
  #from = 0;
  #length = 0;

  /** @param readBytes how much is read at once; little where single blocks are looked at */
  constructor(store: KeptBytes, readBytes = READ_BYTES) {
    this.#store = store;
    this.#buffer = Buffer.allocUnsafe(readBytes);
  }

  /**
   * The block at a place; undefined if there is no whole and undamaged one.
   * @param before the checksum of the block before; not compared if undefined
   */
  at(at: number, before: number | undefined): Block | undefined {
    const form = this.#form(at);
    const header = form && this.#bytes(at, form.bytes);
    if (!header) return undefined;
    if (before !== undefined && header.readUInt32LE(AT.before) !== before) return undefined;
    const length = header.readUInt32LE(AT.bytes);
    if (length > PAYLOAD_MAX) return undefined;
    const bytes = this.#bytes(at, form.bytes + length);
    if (!bytes) return undefined;
    const crc = bytes.readUInt32LE(AT.crc);
    const kind = KIND_NAMES.get(bytes.readUInt8(AT.kind));
    if (kind === undefined || crc !== crcOf(bytes)) return undefined;
    return {
      kind,
      crc,
      at,
      end: at + bytes.length,
      payload: bytes.subarray(form.bytes),
      entity: ENTITY_OF.get(bytes.readUInt8(AT.entity)),
      detail: bytes.readUInt16LE(AT.detail),
      count: bytes.readUInt32LE(AT.count),
      sums: {
        serial: bytes.readDoubleLE(AT.serial),
        metaAt: bytes.readDoubleLE(AT.metaAt),
        rows: entityRecord((name) =>
          entityCodes[name] < form.entities ? bytes.readUInt32LE(AT.rows + 4 * entityCodes[name]) : 0,
        ),
      },
    };
  }

  /** The form of the header at a place; undefined if no block begins there. */
  #form(at: number): typeof HEADER | typeof OLDER_HEADER | undefined {
    const mark = this.#bytes(at, MARK_BYTES)?.readUInt32LE(0);
    return [HEADER, OLDER_HEADER].find((one) => one.mark === mark);
  }

  /** Forgets what was read, because it may have been written since. */
  refresh(): void {
    this.#length = 0;
  }

  #bytes(at: number, length: number): Buffer | undefined {
    if (at < this.#from || at + length > this.#from + this.#length) {
      if (at + length > this.#store.bytes) return undefined;
      if (length > this.#buffer.length) this.#buffer = Buffer.allocUnsafe(length);
      this.#from = at;
      this.#length = this.#store.read(this.#buffer, at);
      if (this.#length < length) return undefined;
    }
    return this.#buffer.subarray(at - this.#from, at - this.#from + length);
  }
}
