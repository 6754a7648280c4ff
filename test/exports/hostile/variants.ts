import type { ExportBytes, Fixture } from '../../fuzz-exports/exports.ts';

/** Makes hostile variants of exports, of whatever form their files are. */

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Row = { [name: string]: Json };

/** How what lands of a variant stands to what lands of the export as it is. */
type Lands = 'the same' | 'the same, or an error' | 'at most as much' | 'nothing is certain';
export type Variant = { readonly name: string; readonly files: ExportBytes; readonly lands: Lands };

const PACKED = /\.(?:gz|zst|zip|png|jpg|webp|bson|archive|sqlite|db)$/i;

/** The text of a file; scripts of SQL Server are in UTF-16. */
const textOf = (bytes: Buffer): string =>
  bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le', 2) : bytes.toString();

/** Every file of text changed, the others as they are. */
const ofTexts = (files: ExportBytes, change: (bytes: Buffer) => Buffer): ExportBytes =>
  new Map([...files].map(([name, bytes]) => [name, PACKED.test(name) ? bytes : change(bytes)]));

/** The file with most bytes. */
export const largestOf = (files: ExportBytes): string =>
  [...files].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? '';

/** The same values in other JSON; files of anything else stay as they are. */
function ofJson(files: ExportBytes, change: (value: Json) => Json): ExportBytes {
  return ofTexts(files, (bytes) => {
    const text = textOf(bytes);
    const whole = parsed(text);
    if (whole !== undefined) return Buffer.from(JSON.stringify(change(whole), undefined, 1));
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const rows = lines.map(parsed);
    if (rows.includes(undefined)) return bytes;
    return Buffer.from(rows.map((row) => `${JSON.stringify(change(row as Json))}\n`).join(''));
  });
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const isRow = (value: Json | undefined): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value whose objects are changed, from the innermost to the outermost. */
function changedObjects(value: Json, change: (row: Row) => Row): Json {
  if (Array.isArray(value)) return value.map((each) => changedObjects(each, change));
  if (!isRow(value)) return value;
  return change(
    Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changedObjects(each, change)])),
  );
}

/** Every list of rows that no other list stands in, changed. */
function changedLists(value: Json, change: (rows: Json[]) => Json[]): Json {
  if (Array.isArray(value)) {
    const inner = value.map((each) => changedLists(each, change));
    return value.some(isRow) ? change(inner) : inner;
  }
  if (!isRow(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changedLists(each, change)]));
}

const DEEP = parsed(`${'['.repeat(100)}${']'.repeat(100)}`) as Json;
const PARENTS =
  /^(?:parent|parent_id|parentId|parent_message_id|thread_ts|thread_id|tmid|reply_to|reply_to_message_id|quoted_message_id)$/;
const IDS = ['id', '_id', 'message_id', 'ts', 'sid'];
const PERSON =
  /"(?:user_id|from_id|author_id|authorId|sender_id|senderId|sender|user|userId|identity|author)":\s*"([^"\\]+)"/;

/** A row whose parent is itself. */
function ownParent(row: Row): Row {
  const id = IDS.map((name) => row[name]).find((value) => value !== undefined && !isRow(value));
  const parent = Object.keys(row).find((name) => PARENTS.test(name));
  return id === undefined || parent === undefined ? row : { ...row, [parent]: id };
}

/** An object whose members stand the other way round: those who read may come before what they read. */
const reversed = (row: Row): Row => Object.fromEntries(Object.entries(row).toReversed());

/** A row that also has the names that every object of JavaScript has. */
function withPrototypeNames(row: Row): Row {
  const changed = { ...row, constructor: { prototype: { polluted: 1 } } as Json };
  return Object.defineProperty(changed, '__proto__', { value: { polluted: 1 }, enumerable: true });
}

/** An export in which somebody has another id. */
function renamed(files: ExportBytes, id: string): ExportBytes | undefined {
  const texts = [...files].filter(([name]) => !PACKED.test(name));
  const person = texts.map(([, bytes]) => PERSON.exec(textOf(bytes))?.[1]).find(Boolean);
  if (person === undefined) return undefined;
  return ofTexts(files, (bytes) => Buffer.from(textOf(bytes).replaceAll(`"${person}"`, `"${id}"`)));
}

/** All variants of an export. */
export function variantsOf({ files }: Fixture, other: Fixture): readonly Variant[] {
  const largest = largestOf(files);
  const cut = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1);
  const utf16 = (bytes: Buffer): Buffer => Buffer.from(`\ufeff${textOf(bytes)}`, 'utf16le');
  const latin = (bytes: Buffer): Buffer =>
    Buffer.from(textOf(bytes).replaceAll(/[^\0-\u00ff]/gu, '?'), 'latin1');
  const ids = ['__proto__', 'constructor'].flatMap((id): readonly Variant[] => {
    const found = renamed(files, id);
    return found ? [{ name: `the id ${id}`, files: found, lands: 'nothing is certain' }] : [];
  });
  return [
    {
      name: 'cut in the middle',
      files: new Map([...files, [largest, cut(files.get(largest) as Buffer)]]),
      lands: 'at most as much',
    },
    {
      name: 'mixed with another system',
      files: new Map([
        ...files,
        ...[...other.files].map(([name, bytes]) => [`other/${name}`, bytes] as const),
      ]),
      lands: 'the same',
    },
    { name: 'UTF-16 LE', files: ofTexts(files, utf16), lands: 'the same' },
    { name: 'UTF-16 BE', files: ofTexts(files, (bytes) => utf16(bytes).swap16()), lands: 'the same' },
    { name: 'latin1', files: ofTexts(files, latin), lands: 'at most as much' },
    {
      name: 'doubled rows',
      files: ofJson(files, (value) => changedLists(value, (rows) => [...rows, ...rows])),
      lands: 'the same',
    },
    {
      name: 'rows in another order',
      files: ofJson(files, (value) => changedLists(value, (rows) => rows.toReversed())),
      lands: 'the same',
    },
    {
      name: 'sections in another order',
      files: ofJson(files, (value) => changedObjects(value, reversed)),
      lands: 'the same, or an error',
    },
    {
      name: 'parents of themselves',
      files: ofJson(files, (value) => changedObjects(value, ownParent)),
      lands: 'the same',
    },
    {
      name: 'names of prototypes',
      files: ofJson(files, (value) => changedObjects(value, withPrototypeNames)),
      lands: 'nothing is certain',
    },
    ...ids,
    {
      name: 'nested too deep',
      files: ofJson(files, (value) =>
        changedLists(value, (rows) =>
          rows.map((row, at) => (at === rows.length >> 1 && isRow(row) ? { ...row, deep: DEEP } : row)),
        ),
      ),
      lands: 'at most as much',
    },
  ];
}
