import { distinctRows, type ProblemReport } from '../result/report.ts';
import { bar, type Kind } from './chart.ts';
import { html, type Markup } from './markup.ts';
import { counted, grouped, share } from './numbers.ts';
import { chartColumn, type Section, table } from './section.ts';

/** Codes that are unfolded at first. */
const OPEN = 4;

export type ProblemsOptions = {
  readonly id: string;
  readonly title: string;
  readonly kind: Kind;
  /** The introduction above the first code. */
  readonly lead: string;
  readonly problems: readonly ProblemReport[];
};

/** Lists codes with their counts, hints and samples; undefined if there are none. */
export function problemsSection({ id, title, kind, lead, problems }: ProblemsOptions): Section | undefined {
  if (problems.length === 0) return undefined;
  const rows = problems.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(...problems.map(({ count }) => count));
  const overview = table(
    `${title} by code`,
    [{ name: 'Code' }, { name: 'Rows', kind: 'numbers' }, { name: 'Share', kind: 'numbers' }, chartColumn],
    problems.map(({ code, count }, index) => [
      html`<a href="#${id}-${index + 1}">${code}</a>`,
      grouped(count),
      share(count, rows),
      bar(`${code}: ${counted(count, 'row')}`, [{ kind, value: count, title: counted(count, 'row') }], most),
    ]),
  );
  return {
    id,
    title,
    count: grouped(problems.length),
    body: html`<p class="lead">${lead}</p>${overview}${problems.map((problem, index) => block(problem, `${id}-${index + 1}`, kind, index < OPEN))}`,
  };
}

function block({ code, count, hint, samples }: ProblemReport, id: string, kind: Kind, open: boolean): Markup {
  const more = count - distinctRows(samples);
  // The link target is inside: a browser unfolds the block to show it.
  return html`<details class="problem is-${kind}"${open && html` open`}><summary><h3>${code}</h3><span class="n">${counted(count, 'row')}</span></summary><div id="${id}"><p class="hint">${hint}</p><ol class="samples">${samples.map(sample)}</ol>${
    more > 0 &&
    html`<p class="more">and ${grouped(more)} more like ${samples.length === 1 ? 'it' : 'these'}</p>`
  }</div></details>`;
}

function sample({
  entity,
  file,
  line,
  column,
  key,
  field,
  value,
  message,
  raw,
}: ProblemReport['samples'][number]): Markup {
  const place = `${file}:${line}${column === undefined ? '' : `:${column}`}`;
  const cell =
    field !== undefined &&
    html`<p class="cell"><code class="field">${field}</code>${value !== undefined && html` = <code class="value">${value}</code>`}</p>`;
  return html`<li><p class="where"><code class="place">${place}</code> <span class="of">${entity}${key !== undefined && html` <code>${key}</code>`}</span></p><div>${cell}<p class="message">${message}</p>${
    raw !== undefined && html`<pre class="raw">${raw}</pre>`
  }</div></li>`;
}
