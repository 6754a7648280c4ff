import { crc32, deflateRawSync, zstdCompressSync } from 'node:zlib';

/** A file of a zip archive made for a test, with what may be wrong about it. */
export type ZipPart = {
  /** Bytes in the encoding that the test needs. */
  readonly name: string | Buffer;
  readonly content: string | Uint8Array;
  /** @default 8: deflate */
  readonly method?: 0 | 8 | 12 | 93;
  readonly flags?: number;
  /** Instead of the real ones. */
  readonly bytes?: number;
  readonly crc32?: number;
  /** The index of another part whose bytes this one uses. */
  readonly sharing?: number;
};

/** A zip archive. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const part of parts) {
    const content = Buffer.from(part.content);
    const { method = 8, flags = 0, bytes = content.length, crc32: sum = crc32(content), sharing } = part;
    const packed = {
      0: (data: Buffer) => data,
      8: deflateRawSync,
      12: (data: Buffer) => data,
      93: zstdCompressSync,
    }[method](content);
    const name = Buffer.from(part.name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(sum, 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes, 18);
    shared.writeUInt16LE(name.length, 22);
    const start = sharing === undefined ? offset : (offsets[sharing] ?? 0);
    offsets.push(start);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(start, 10);
    directory.push(Buffer.from('504b01021400', 'hex'), shared, tail, name);
    if (sharing !== undefined) continue;
    const file = Buffer.concat([Buffer.from('504b0304', 'hex'), shared, name, packed]);
    files.push(file);
    offset += file.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, list, end]);
}
