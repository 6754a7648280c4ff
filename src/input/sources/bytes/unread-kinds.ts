import { RunError } from '../../../errors/run-error.ts';

/** A kind of file that is recognised by its first bytes and not read. */
type UnreadKind = {
  /** With its article, for messages. */
  readonly name: string;
  /** The place where the bytes stand. */
  readonly at: number;
  readonly bytes: Buffer;
  /** The command to type, for a file with a path that is quoted for the shell. */
  readonly hint: (path: string, plain: string) => string;
};

const kind = (name: string, hex: string, hint: UnreadKind['hint'], at = 0): UnreadKind => ({
  name,
  at,
  bytes: Buffer.from(hex.replaceAll(' ', ''), 'hex'),
  hint,
});
const unpack =
  (command: string): UnreadKind['hint'] =>
  (path) =>
    `unpack it:  ${command} ${path}`;
const inside: UnreadKind['hint'] = (path) => `name the files in it:  path: ${path}!/*.csv`;

const KINDS: readonly UnreadKind[] = [
  kind('a zip archive', '50 4b 03 04', inside),
  kind('an empty zip archive', '50 4b 05 06', () => 'export it again: there is no file in it'),
  kind('a file compressed with xz', 'fd 37 7a 58 5a 00', unpack('xz -dk')),
  // Its first block begins with the digits of pi; BZh alone may begin a text.
  kind('a file compressed with bzip2', '31 41 59 26 53 59', unpack('bzip2 -dk'), 4),
  kind('a 7z archive', '37 7a bc af 27 1c', unpack('7z x')),
  kind('a rar archive', '52 61 72 21 1a 07', unpack('unrar x')),
  kind('a tar archive', '75 73 74 61 72', inside, 257),
  kind(
    'a database file of SQLite',
    '53 51 4c 69 74 65 20 66 6f 72 6d 61 74 20 33 00',
    (path) => `read its tables as those of a chat:  sources: { export: { system: sql, path: ${path} } }`,
  ),
  kind(
    'a Parquet file',
    '50 41 52 31',
    (path, plain) => `convert it:  duckdb -c "copy '${path}' to '${plain}.csv'"`,
  ),
  kind(
    'a dump of pg_dump in its own format',
    '50 47 44 4d 50',
    (path, plain) => `make it text:  pg_restore -f ${plain}.sql ${path}`,
  ),
];

/**
 * Refuses a file that is no text but something known.
 * @param head its first bytes, or those of what it unpacks to
 * @param inPacked the compression that it was in
 * @throws RunError `SOURCE.FORMAT_UNKNOWN`
 */
export function refuseUnread(head: Buffer, path: string, inPacked?: string): void {
  const found = KINDS.find(({ at, bytes }) => head.subarray(at, at + bytes.length).equals(bytes));
  if (!found) return;
  const plain = path.replace(/\.[a-z0-9]{1,7}$/i, '');
  const isTar = found.hint === inside && inPacked !== undefined && found.at > 0;
  const isInside = path.includes('!/') || (inPacked !== undefined && !isTar);
  const hint = isInside
    ? `unpack it and name the files in it:  ${unpackedBy(inPacked, path)}`
    : found.hint(path, plain);
  const message = `${path} is ${found.name}${inPacked === undefined ? '' : ` in a file compressed with ${inPacked}`}`;
  throw new RunError('SOURCE.FORMAT_UNKNOWN', message, { hint, where: { file: path } });
}

/**
 * Refuses an archive that is not read, or a file in a compression that is not.
 * @throws RunError `SOURCE.FORMAT_UNKNOWN`
 */
export function refuseArchive(head: Buffer, path: string): void {
  const found = KINDS.find(({ at, bytes }) => head.subarray(at, at + bytes.length).equals(bytes));
  if (found && /archive|compressed/.test(found.name)) refuseUnread(head, path);
}

/** Refuses a file that was compressed twice, as some web servers do. */
export function refuseTwicePacked(compression: string, inner: string | undefined, path: string): void {
  if (inner === undefined) return;
  const message = `${path} is compressed twice: ${inner} in ${compression}`;
  const hint = `unpack it once:  ${unpackedBy(compression, path)}`;
  throw new RunError('SOURCE.FORMAT_UNKNOWN', message, { hint, where: { file: path } });
}

function unpackedBy(compression: string | undefined, path: string): string {
  const plain = path.replace(/\.(gz|zst|zstd)$/i, '');
  const [archive, member] = path.split('!/');
  if (member !== undefined)
    return /\.zip$/i.test(archive ?? '') ? `unzip ${archive} '${member}'` : `tar -xf ${archive} '${member}'`;
  return `${compression === 'zstd' ? 'zstd -dc' : 'gzip -dc'} < ${path} > ${plain === path ? `${path}.new` : plain}`;
}
