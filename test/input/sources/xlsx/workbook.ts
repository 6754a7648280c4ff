import { zipOf } from '../documents/zip-file.ts';

/** A cell of a workbook made for a test: `#N/A` is an error, a Date a time; `xml` is the element as it is. */
export type SheetCell = string | number | boolean | Date | undefined | { readonly xml: string };

/** A sheet made for a test; a row that is undefined is not there. */
export type SheetOf = {
  readonly name: string;
  readonly rows: readonly (readonly SheetCell[] | undefined)[];
  readonly isHidden?: boolean;
  /** What stands behind its rows. */
  readonly after?: string;
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

const DAY_MS = 86_400_000;
/** Styles of cells: none, day and time, day, time, duration, five digits, a format without a time. */
const FORMATS = [
  'General',
  'yyyy\\-mm\\-dd\\ hh:mm',
  'dd.mm.yyyy',
  'h:mm:ss',
  '[h]:mm',
  '00000',
  '#,##0 "days"',
];

/** An Excel workbook, with its texts shared. */
export function workbookOf(
  sheets: readonly SheetOf[],
  { is1904 = false, isPrefixed = false }: { readonly is1904?: boolean; readonly isPrefixed?: boolean } = {},
): Buffer {
  const strings: string[] = [];
  const since = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const cellXml = (cell: SheetCell, at: string): string => {
    if (cell === undefined) return '';
    if (cell instanceof Date) return `<c r="${at}" s="1"><v>${(cell.getTime() - since) / DAY_MS}</v></c>`;
    if (typeof cell === 'object') return cell.xml.replace('<c', `<c r="${at}"`);
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
    if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`;
    if (/^#(?:N\/A|DIV\/0!|REF!|NAME\?|VALUE!)$/.test(cell)) return `<c r="${at}" t="e"><v>${cell}</v></c>`;
    if (!strings.includes(cell)) strings.push(cell);
    return `<c r="${at}" t="s"><v>${strings.indexOf(cell)}</v></c>`;
  };
  const sheetXml = ({ rows, after = '' }: SheetOf): string => {
    const lines = rows.map((row, at) =>
      row
        ? `<row r="${at + 1}">${row.map((cell, column) => cellXml(cell, `${letters(column)}${at + 1}`)).join('')}</row>`
        : '',
    );
    return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${lines.join('')}</sheetData>${after}</worksheet>`;
  };
  const bodies = sheets.map(sheetXml);
  const relation = (id: string, kind: string, target: string): string =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`;
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr date1904="${is1904}"/><sheets>${sheets
      .map(
        ({ name, isHidden }, at) =>
          `<sheet name="${escaped(name)}" sheetId="${at + 1}"${isHidden ? ' state="hidden"' : ''} r:id="s${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map((_, at) => relation(`s${at + 1}`, 'worksheet', `/xl/worksheets/sheet${at + 1}.xml`))
      .join(
        '',
      )}${relation('t', 'sharedStrings', 'sharedStrings.xml')}${relation('f', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts>${FORMATS.map((code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${FORMATS.map((_, at) => `<xf numFmtId="${170 + at}"/>`).join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  };
  for (const [at, body] of bodies.entries()) parts[`xl/worksheets/sheet${at + 1}.xml`] = body;
  const prefixed = (text: string): string =>
    isPrefixed ? text.replaceAll(/<(\/?)(?=[a-zA-Z])/g, '<$1x:') : text;
  return zipOf(Object.entries(parts).map(([name, content]) => ({ name, content: prefixed(content) })));
}

/** A workbook with one sheet, whose cells are those of a CSV text without quotes. */
export const workbookOfText = (text: string): Buffer =>
  workbookOf([
    {
      name: 'Sheet1',
      rows: text
        .trimEnd()
        .split('\n')
        .map((line) => line.split(',')),
    },
  ]);
