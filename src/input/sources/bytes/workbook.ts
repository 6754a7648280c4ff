import { posix } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import type { Files } from '../../../system/files.ts';
import { libraryOf } from '../../rows/library.ts';
import { ZipWindow } from './zip-window.ts';

/** A table of a workbook. */
type Sheet = {
  readonly name: string;
  /** Its file in the workbook, which is a zip archive. */
  readonly member: string;
  readonly isHidden: boolean;
};

/** The parts of an Excel workbook. */
export type Workbook = {
  readonly sheets: readonly Sheet[];
  /** True if its days count from 1904 on. */
  readonly is1904: boolean;
  /** The files of its texts and of its formats; absent if there are none. */
  readonly strings?: string;
  readonly styles?: string;
};

/** A larger list of sheets is none. */
const LIST_BYTES_MAX = 4_194_304;

/**
 * Reads the list of the sheets of a workbook; undefined if the zip archive is none.
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`, `.TRUNCATED`, `.ARCHIVE_UNSAFE`, and `.FORMAT_UNKNOWN` for a binary workbook
 */
export async function workbookAt(path: string, files: Files): Promise<Workbook | undefined> {
  await using zip = await ZipWindow.open(path, files);
  const textOf = async (member: string): Promise<string | undefined> =>
    (await zip.read(member, LIST_BYTES_MAX))?.toString();
  const roots = relationsIn((await textOf('_rels/.rels')) ?? '', '');
  const member = roots.find(({ kind }) => kind === 'officeDocument')?.member ?? 'xl/workbook.xml';
  if (/\.bin$/i.test(member))
    throw new RunError('SOURCE.FORMAT_UNKNOWN', `${path} is a binary workbook`, {
      hint: 'save it as .xlsx',
      where: { file: path },
    });
  const text = member.startsWith('word/') || member.startsWith('ppt/') ? undefined : await textOf(member);
  if (text === undefined) return undefined;
  const folder = posix.dirname(member);
  const relations = relationsIn(
    (await textOf(`${folder}/_rels/${posix.basename(member)}.rels`)) ?? '',
    folder,
  );
  const sheets: Sheet[] = [];
  let [is1904, isWorkbook] = [false, false];
  readXml(text, (name, { id, state, date1904, ...attributes }) => {
    if (name === 'workbook') isWorkbook = true;
    if (name === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true';
    const found = name === 'sheet' ? relations.find((each) => each.id === id) : undefined;
    if (found?.kind === 'worksheet')
      sheets.push({
        name: attributes['name'] ?? '',
        member: found.member,
        isHidden: state === 'hidden' || state === 'veryHidden',
      });
  });
  const partOf = (kind: string): string | undefined => relations.find((each) => each.kind === kind)?.member;
  const [strings, styles] = [partOf('sharedStrings'), partOf('styles')];
  return isWorkbook
    ? { sheets, is1904, ...(strings ? { strings } : {}), ...(styles ? { styles } : {}) }
    : undefined;
}

type Relation = { readonly id: string; readonly kind: string; readonly member: string };

/** The parts that a part of a workbook refers to; `kind` is the end of the address that names it. */
function relationsIn(text: string, folder: string): readonly Relation[] {
  const found: Relation[] = [];
  readXml(text, (name, { id = '', type = '', target = '' }) => {
    if (name !== 'Relationship') return;
    const member = target.startsWith('/') ? target.slice(1) : posix.normalize(posix.join(folder, target));
    found.push({ id, kind: type.slice(type.lastIndexOf('/') + 1), member });
  });
  return found;
}

type Attributes = Readonly<Record<string, string>>;

function readXml(text: string, open: (name: string, attributes: Attributes) => void): void {
  const parser = xmlParser({ open });
  parser.write(text);
  parser.end();
}

/** Takes what a parser finds; names are without their prefix, those of attributes also in lower case. */
export type XmlHandler = {
  open(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
};

const htmlparser2 = libraryOf<typeof import('htmlparser2')>('htmlparser2');

/** A parser of XML that comes in pieces. It knows no entities but those of XML, and loads nothing. */
export function xmlParser({ open, text, close }: XmlHandler): { write(text: string): void; end(): void } {
  return new (htmlparser2().Parser)(
    {
      onopentag: (name, attributes) => open(plainName(name), plainNames(attributes)),
      ...(text ? { ontext: text } : {}),
      ...(close ? { onclosetag: (name) => close(plainName(name)) } : {}),
    },
    { xmlMode: true, decodeEntities: true, lowerCaseAttributeNames: true },
  );
}

/** Some programs write a prefix before each name. */
const plainName = (name: string): string => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name);

function plainNames(attributes: Attributes): Attributes {
  let plain: Record<string, string> | undefined;
  for (const name in attributes)
    if (name.includes(':') && !name.startsWith('xmlns')) {
      plain ??= { ...attributes };
      plain[plainName(name)] = attributes[name] as string;
    }
  return plain ?? attributes;
}
