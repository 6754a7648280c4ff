/** Tar archives are made of blocks of this size. */
export const BLOCK_BYTES = 512;

/** Facts that a header of a tar archive gives of the bytes after it. */
export type TarHeader = {
  readonly name: string;
  readonly bytes: number;
  /** One character: `0` a file, `5` a folder, `1` and `2` links, `L` and `x` a longer name for the next header. */
  readonly type: string;
};

const AT = { name: 0, size: 124, checksum: 148, type: 156, magic: 257, prefix: 345 } as const;
const LENGTH = { name: 100, size: 12, checksum: 8, prefix: 155 } as const;
const BLANK = 0x20;
/** The first bit of a size that is a number in binary, as GNU writes those of 8 GiB and more. */
const BINARY = 0x80;

/** True if a file begins as a tar archive does. */
export const looksLikeTar = (head: Buffer): boolean =>
  head.length >= BLOCK_BYTES &&
  head.toString('latin1', AT.magic, AT.magic + 5) === 'ustar' &&
  tarHeader(head.subarray(0, BLOCK_BYTES)) !== undefined;

export const isZeros = (block: Buffer): boolean => block.every((byte) => byte === 0);

/** Reads a header; undefined if the block is none: its checksum is another one. */
export function tarHeader(block: Buffer): TarHeader | undefined {
  const sum = octal(block, AT.checksum, LENGTH.checksum);
  let found = LENGTH.checksum * BLANK;
  for (let at = 0; at < BLOCK_BYTES; at++)
    if (at < AT.checksum || at >= AT.checksum + LENGTH.checksum) found += block[at] as number;
  const bytes = sizeOf(block);
  if (sum !== found || bytes === undefined) return undefined;
  const isPosix = block[AT.magic + 5] === 0;
  const prefix = isPosix ? textAt(block, AT.prefix, LENGTH.prefix) : '';
  const name = textAt(block, AT.name, LENGTH.name);
  const type = block[AT.type] === 0 ? '0' : String.fromCharCode(block[AT.type] as number);
  return { name: prefix === '' ? name : `${prefix}/${name}`, bytes, type };
}

function sizeOf(block: Buffer): number | undefined {
  if (((block[AT.size] as number) & BINARY) === 0) return octal(block, AT.size, LENGTH.size);
  const size = Number(block.readBigUInt64BE(AT.size + LENGTH.size - 8));
  return Number.isSafeInteger(size) ? size : undefined;
}

function octal(block: Buffer, at: number, length: number): number | undefined {
  const text = textAt(block, at, length).trim();
  return text === '' ? 0 : /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : undefined;
}

/** The text in a field, which ends at the first zero byte. */
export function textAt(block: Buffer, at: number, length: number): string {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
}

/** The path and the size in the records `<length> <name>=<value>\n` of an extended header. */
export function paxRecords(bytes: Buffer): { readonly path?: string; readonly size?: number } {
  const found: { path?: string; size?: number } = {};
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(BLANK, at);
    const length = Number(bytes.toString('latin1', at, blank));
    if (blank < 0 || !Number.isInteger(length) || length <= 0) break;
    const record = bytes.toString('utf8', blank + 1, at + length - 1);
    const equals = record.indexOf('=');
    const [name, value] = [record.slice(0, equals), record.slice(equals + 1)];
    if (name === 'path') found.path = value;
    else if (name === 'size' && /^\d{1,15}$/.test(value)) found.size = Number(value);
    at += length;
  }
  return found;
}
