import { formatLabel } from '../../input/sources/formats.ts';
import type { ColumnProfile, FileProfile, Profile, TimeForms } from '../result/profile.ts';
import { bar } from './chart.ts';
import { chartColumn, html, type Markup, numberColumns, type Section, table } from './markup.ts';
import { bytes, counted, groupedUnbroken, share } from './numbers.ts';

/** Files are shown unfolded up to this total number of columns. */
const COLUMNS_OPEN = 24;
/** Files that are listed; those after them are folded into one line. */
const LISTED = 5;

/** Lists the columns of every file: fields, fill rates, lengths and forms of times. */
export function columnsSection({ files }: Profile): Section | undefined {
  if (files.length === 0) return undefined;
  const isShort = files.reduce((sum, { columns }) => sum + columns.length, 0) <= COLUMNS_OPEN;
  const blocks = files.map((file) => block(file, isShort));
  return {
    id: 'columns',
    title: 'Files and columns',
    count: groupedUnbroken(files.length),
    body: html`<p class="lead">The content of the files, by column; for times, how the cells are written.</p>${blocks.slice(0, LISTED)}${
      files.length > LISTED &&
      html`<details class="rest"><summary>${counted(files.length - LISTED, 'more file')}</summary>${blocks.slice(LISTED)}</details>`
    }`,
  };
}

function block(file: FileProfile, open: boolean): Markup {
  const { name, entity, derivedFrom, delimiter } = file;
  const delimited = delimiter === undefined ? '' : `, delimiter ${delimiterName(delimiter)}`;
  const origin = derivedFrom
    ? [`derived from ${derivedFrom.join(', ')}`]
    : [entity, `${formatLabel(file.format)}${delimited}`, file.encoding, bytes(file.bytes)];
  const facts = [...origin, counted(file.rows, 'row'), counted(file.columns.length, 'column')];
  const lengths = numberColumns('Shortest', 'Longest');
  const columns = ['Column', 'Used by', ...numberColumns('Filled'), chartColumn, ...lengths, 'Times'];
  return html`<details class="file"${open && html` open`}><summary><h3>${derivedFrom ? entity : name}</h3><span class="facts">${facts.join(' · ')}</span></summary>${table(`Columns of ${name}`, columns, file.columns.map(row))}</details>`;
}

function row(column: ColumnProfile) {
  const { name, filled, empty, shortest, longest, times } = column;
  const cells = filled + empty;
  const title = `${groupedUnbroken(filled)} of ${counted(cells, 'cell')} filled`;
  return [
    html`<code>${name}</code>`,
    usesOf(column),
    html`<span title="${title}">${share(filled, cells)}</span>`,
    bar(`${name}: ${title}`, [{ kind: 'plain', value: filled, title }], cells),
    filled > 0 ? bytes(shortest) : '–',
    filled > 0 ? bytes(longest) : '–',
    times ? evidence(times) : '',
  ];
}

/** Reports of earlier versions have only the field. */
function usesOf({ field, fields = field === undefined ? undefined : [field] }: ColumnProfile): Markup {
  if (!fields) return html`<span class="none">not used</span>`;
  if (fields.length === 0) return html`<span class="none">condition or join</span>`;
  return html`<span class="codes">${fields.map((each, index) => html`${index > 0 && ', '}<code>${each}</code>`)}</span>`;
}

const FORMS: readonly (readonly [keyof TimeForms, string])[] = [
  ['seconds', 'epoch seconds'],
  ['milliseconds', 'epoch milliseconds'],
  ['microseconds', 'epoch microseconds'],
  ['isoWithZone', 'ISO 8601 with a zone'],
  ['isoWithoutZone', 'ISO 8601 without a zone'],
  ['other', 'other'],
];

function evidence(times: TimeForms): Markup {
  const found = FORMS.filter(([form]) => times[form] > 0);
  if (found.length === 0) return html`<span class="none">no time found</span>`;
  return html`<ul class="forms">${found.map(([form, name]) => html`<li><span class="n">${groupedUnbroken(times[form])}</span> ${name}</li>`)}</ul>`;
}

const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};
const delimiterName = (delimiter: string): string =>
  Object.hasOwn(DELIMITERS, delimiter) ? (DELIMITERS[delimiter] as string) : delimiter;
