/** A file of a tar archive made for a test, with what may be wrong about it. */
export type TarPart = {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** @default `0`: a file */
  readonly type?: string;
  /** The folder before the name, in a field of its own. */
  readonly prefix?: string;
  /** Instead of the real one. */
  readonly bytes?: number;
  readonly isDamaged?: boolean;
};

const BLOCK = 512;

/** A tar archive. */
export const tarOf = (parts: readonly TarPart[], end = 2): Buffer =>
  Buffer.concat([...parts.flatMap(entryOf), Buffer.alloc(end * BLOCK)]);

function entryOf({ name, content = '', type = '0', prefix = '', bytes, isDamaged }: TarPart): Buffer[] {
  const data = Buffer.from(content);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100);
  header.write('0000644\0', 100);
  header.write(`${(bytes ?? data.length).toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.fill(' ', 148, 156);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  header.write(prefix, 345, 155);
  const sum = header.reduce((all, byte) => all + byte, isDamaged ? 1 : 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, data, Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK)];
}

/** The entries of a file with a name of any length, as GNU writes it. */
export const gnuNamed = (name: string, content: string): TarPart[] => [
  { name: '././@LongLink', type: 'L', content: `${name}\0` },
  { name: name.slice(0, 99), content },
];

/** The entries of a file with its name in an extended header. */
export function paxNamed(name: string, content: string): TarPart[] {
  const record = ` path=${name}\n`;
  const length = Buffer.byteLength(record);
  const digits = String(length + String(length).length).length;
  return [
    { name: 'PaxHeaders/x', type: 'x', content: `${length + digits}${record}` },
    { name: 'short', content },
  ];
}
