import { printable } from '../../terminal/printable.ts';

/** Text that is already markup. Only `html` makes it, so that nothing in a user's file becomes markup. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type Content = Markup | string | number | false | undefined | readonly Content[];

/** A template of markup. Inserted values are escaped unless they are `Markup`. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(parts.map((part, index) => part + written(values[index])).join(''));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function written(value: Content): string {
  if (value instanceof Markup) return value.toString();
  if (value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map(written).join('');
  return printable(String(value))
    .toWellFormed()
    .replaceAll(/[&<>"']/g, (char) => ENTITIES[char] as string);
}

/** One part of the page, with its entry in the contents. */
export type Section = {
  readonly id: string;
  readonly title: string;
  /** Shown next to the title in the contents. */
  readonly count?: string | undefined;
  readonly body: Markup;
};

/** Numbers are aligned right; a chart is hidden on a narrow page, where its number stays. A name alone is a column of texts. */
export type Column = string | { readonly name: string; readonly kind: 'numbers' | 'chart' };

/** A column of bars; the column next to it has the same values as numbers. */
export const chartColumn: Column = { name: 'Chart', kind: 'chart' };

/** Columns of numbers. */
export const numberColumns = (...names: readonly string[]): Column[] =>
  names.map((name) => ({ name, kind: 'numbers' }));

const nameOf = (column: Column = ''): string => (typeof column === 'string' ? column : column.name);
const kindOf = (column: Column | undefined) => (typeof column === 'object' ? column.kind : undefined);

const CLASSES = { numbers: 'n', chart: 'draw' } as const;

/** Tables with more columns are stacked on a narrow page: their cells stand below each other, with their names. */
const COLUMNS_NARROW = 3;

/** A table whose first column names its rows. If it is wider than the page, it scrolls, also with the keyboard. */
export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Content[])[],
): Markup {
  const isStacked = columns.length > COLUMNS_NARROW;
  const cell = (content: Content, index: number): Markup => {
    const [name, kind] = [nameOf(columns[index]), kindOf(columns[index])];
    return index === 0
      ? html`<th scope="row">${content}</th>`
      : html`<td${kind && html` class="${CLASSES[kind]}${isZero(content) && ' zero'}"`}${isStacked && html` data-name="${name}"`}>${content}</td>`;
  };
  const head = columns.map((column) => {
    const [name, kind] = [nameOf(column), kindOf(column)];
    return html`<th scope="col"${kind && html` class="${CLASSES[kind]}"`}>${kind === 'chart' ? html`<span class="unseen">${name}</span>` : name}</th>`;
  });
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table${isStacked && html` class="stacked"`}><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${row.map(cell)}</tr>`,
  )}</tbody></table></div>`;
}

/** The numbers of a chart, folded at first. */
export const numbersOf = (what: string, content: Markup): Markup =>
  html`<details class="numbers"><summary>${what}</summary>${content}</details>`;

/** A number that says nothing; it is written pale. */
const isZero = (content: Content): boolean => content === '0' || content === '0\u00a0%';
