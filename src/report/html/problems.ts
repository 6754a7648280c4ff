import type { FileProfile } from '../result/profile.ts';
import { distinctRows, type ProblemReport } from '../result/report.ts';
import type { Kind } from './chart.ts';
import { html, type Markup, type Section, table } from './markup.ts';
import { counted, groupedUnbroken } from './numbers.ts';

/** With more codes than this there are links to find one. */
const FINDER_FROM = 3;
/** Codes that are listed; those after them are folded into one line. */
const LISTED = 12;
/** Samples of an unfolded code; the others are folded. */
const SAMPLES = 2;

export type ProblemsOptions = {
  readonly id: string;
  readonly title: string;
  readonly kind: Kind;
  /** The introduction above the first code. */
  readonly lead: string;
  readonly problems: readonly ProblemReport[];
  /** So many codes are unfolded at first. */
  readonly open: number;
  /** The files that were read, if their columns are known. */
  readonly files?: readonly FileProfile[] | undefined;
};

/** Lists codes with their counts, hints and samples; undefined if there are none. */
export function problemsSection(options: ProblemsOptions): Section | undefined {
  const { id, title, kind, lead, problems, open, files = [] } = options;
  if (problems.length === 0) return undefined;
  const blocks = problems.map((problem, index) => block(problem, `${id}-${index + 1}`, kind, index < open));
  return {
    id,
    title,
    count: groupedUnbroken(problems.length),
    body: html`<p class="lead">${lead}</p>${problems.length > FINDER_FROM && finder(id, problems, files)}${blocks.slice(0, LISTED)}${
      problems.length > LISTED &&
      html`<details class="rest"><summary>${restOf(problems.slice(LISTED))}</summary>${blocks.slice(LISTED)}</details>`
    }`,
  };
}

const restOf = (problems: readonly ProblemReport[]): string =>
  `${counted(problems.length, 'more code')}, ${counted(
    problems.reduce((sum, { count }) => sum + count, 0),
    'row',
  )}`;

function block({ code, count, hint, samples }: ProblemReport, id: string, kind: Kind, open: boolean): Markup {
  const [first] = samples;
  const more = count - distinctRows(samples);
  const folded = samples.slice(SAMPLES);
  // The link target is inside: a browser unfolds the block to show it.
  return html`<details class="problem is-${kind}"${open && html` open`}><summary><h3>${code}</h3><span class="n">${counted(count, 'row')}</span><span class="gist">${first && html`<code>${placeOf(first)}</code> `}${hint}</span></summary><div id="${id}"><p class="hint">${hint}</p><ol class="samples">${samples.slice(0, SAMPLES).map(sample)}</ol>${
    folded.length > 0 &&
    html`<details class="numbers"><summary>${counted(folded.length, 'more sample')}</summary><ol class="samples">${folded.map(sample)}</ol></details>`
  }${
    more > 0 &&
    html`<p class="more">and ${groupedUnbroken(more)} more like ${samples.length === 1 ? 'it' : 'these'}</p>`
  }</div></details>`;
}

type Found = ProblemReport['samples'][number];

const placeOf = ({ file, line, column }: Pick<Found, 'file' | 'line' | 'column'>): string =>
  `${file}:${line}${column === undefined ? '' : `:${column}`}`;

function sample({ entity, key, field, value, message, raw, ...place }: Found): Markup {
  const cell =
    field !== undefined &&
    html`<p class="cell"><code class="field">${field}</code>${value !== undefined && html` = <code class="value">${value}</code>`}</p>`;
  return html`<li><p class="where"><code class="place">${placeOf(place)}</code> <span class="of">${entity}${key !== undefined && html` <code>${key}</code>`}</span></p><div>${cell}<p class="message">${message}</p>${
    raw !== undefined && html`<pre class="raw">${raw}</pre>`
  }</div></li>`;
}

/** Files and columns that are listed. */
const FINDER_LISTED = 100;

/**
 * The way to a problem without a script: links to the codes by name, by file and by column, folded at first.
 * @param id the blocks of the codes are `<id>-1` and so on
 */
function finder(id: string, problems: readonly ProblemReport[], files: readonly FileProfile[]): Markup {
  const codes = problems.map(({ code }, index) => ({
    code,
    text: html`<a href="#${id}-${index + 1}">${code}</a>`,
  }));
  const sorted = codes.toSorted((one, other) => (one.code < other.code ? -1 : 1));
  return html`<details class="numbers finder"><summary>Find by code, file or column</summary><p>${sorted.map(({ text }) => html`${text} `)}</p>${[
    index('File', problems, codes, ({ file }) => file),
    index('Column', problems, codes, (sample) => columnOf(sample, files)),
  ]}</details>`;
}

/** A row for each file or column, with the codes of its samples. */
function index(
  what: string,
  problems: readonly ProblemReport[],
  codes: readonly { readonly code: string; readonly text: Markup }[],
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
  const more = names.length - FINDER_LISTED;
  return html`${table(
    `Codes by ${what.toLowerCase()}, in the samples`,
    [what, 'Codes in its samples'],
    names
      .slice(0, FINDER_LISTED)
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
