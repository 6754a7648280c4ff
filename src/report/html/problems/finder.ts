import type { FileProfile } from '../../result/profile.ts';
import type { ProblemReport } from '../../result/report.ts';
import { html, type Markup } from '../markup.ts';
import { counted } from '../numbers.ts';
import { table } from '../section.ts';

type Found = ProblemReport['samples'][number];

/** Files and columns that are listed. */
const LISTED = 100;

/**
 * The way to a problem without a script: links to the codes by name, by file and by column, folded at first.
 * @param id the blocks of the codes are `<id>-1` and so on
 */
export function finder(
  id: string,
  problems: readonly ProblemReport[],
  files: readonly FileProfile[],
): Markup {
  const codes = problems.map(({ code }, index) => link(id, code, index));
  const sorted = codes.toSorted((one, other) => (one.code < other.code ? -1 : 1));
  return html`<details class="numbers finder"><summary>Find by code, file or column</summary><p>${sorted.map(({ text }) => html`${text} `)}</p>${[
    index('File', problems, codes, ({ file }) => file),
    index('Column', problems, codes, (sample) => columnOf(sample, files)),
  ]}</details>`;
}

type Link = { readonly code: string; readonly text: Markup };

const link = (id: string, code: string, index: number): Link => ({
  code,
  text: html`<a href="#${id}-${index + 1}">${code}</a>`,
});

/** A row for each file or column, with the codes of its samples. */
function index(
  what: string,
  problems: readonly ProblemReport[],
  codes: readonly Link[],
  nameOf: (sample: Found) => string | undefined,
): Markup | false {
  const found = new Map<string, Set<number>>();
  for (const [at, { samples }] of problems.entries())
    for (const sample of samples) {
      const name = nameOf(sample);
      if (name === undefined) continue;
      const own = found.get(name) ?? new Set();
      found.set(name, own.add(at));
    }
  if (found.size === 0) return false;
  const names = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  const more = names.length - LISTED;
  return html`${table(
    `Codes by ${what.toLowerCase()}, in the samples`,
    [{ name: what }, { name: 'Codes in its samples' }],
    names
      .slice(0, LISTED)
      .map(([name, own]) => [
        html`<code>${name}</code>`,
        html`<span class="codes">${[...own].map((at) => html`${codes[at]?.text} `)}</span>`,
      ]),
  )}${more > 0 && html`<p class="more">and ${counted(more, what.toLowerCase())} more</p>`}`;
}

/** The column that a sample is about: its field, where the file has no column for it; undefined for a whole row. */
function columnOf({ file, field }: Found, files: readonly FileProfile[]): string | undefined {
  if (field === undefined) return undefined;
  const columns = files.find(({ name }) => name === file)?.columns;
  return columns?.find((column) => column.field === field)?.name ?? field;
}
