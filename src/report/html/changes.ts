import type { ChangeAction } from '../../input/rows/outcome.ts';
import type { ChangeSample, ListedChanges } from '../result/changes.ts';
import { type Report, totals } from '../result/report.ts';
import { type Content, html, type Markup, type Section, table } from './markup.ts';
import { counted, groupedUnbroken } from './numbers.ts';

/** The rows that a run has changed: their keys and the names of their changed fields; undefined if it is no such run. */
export function changesSection(report: Report): Section | undefined {
  const { changes, missing } = report;
  if (!changes && !missing) return undefined;
  return {
    id: 'changes',
    title: 'What changed',
    count: groupedUnbroken(changes?.total ?? 0),
    body: html`${uncounted(report)}${changes && listed(changes)}`,
  };
}

/** New rows of an entity of which nothing was there before are counted, but not listed. */
function uncounted({ changes, entities }: Report): Markup | false {
  const { created, exists } = totals(entities);
  const inList = Object.entries(changes?.counts ?? {}).reduce(
    (sum, [name, count]) => (/\.(?:created|exists)$/.test(name) ? sum + count : sum),
    0,
  );
  const rest = created + exists - inList;
  if (rest > 0)
    return html`<p class="lead">${counted(rest, 'row')} of entities that were empty in the service. They are counted, not listed.</p>`;
  return !changes && html`<p class="lead">Nothing has changed since the last sync run.</p>`;
}

function listed({ total, listed: inList, samples, fields }: ListedChanges): Markup {
  const names = Object.entries(fields).sort(([, a], [, b]) => b - a);
  const more = total - samples.length;
  // A removed row has no changed fields.
  const hasFields = samples.some(({ action }) => action === 'updated');
  const columns = ['Row', 'What', ...(hasFields ? ['Fields'] : []), 'Entity'];
  const list = inList < total ? `the first ${groupedUnbroken(inList)} are in` : 'all are in';
  return html`${
    names.length > 0 &&
    html`<p class="lead">Changed fields: ${names.map(([name, count], index) => html`${index > 0 && ', '}<code>${name}</code> ${groupedUnbroken(count)}`)}.</p>`
  }${table(
    'Changed rows',
    columns,
    samples.map((sample) => sampleRow(sample, hasFields)),
  )}${more > 0 && html`<p class="more">and ${groupedUnbroken(more)} more; ${list} <code>changes.ndjson</code></p>`}`;
}

function sampleRow(sample: ChangeSample, hasFields: boolean): readonly Content[] {
  const { key, entity, action } = sample;
  return [html`<code>${key}</code>`, WORDS[action], ...(hasFields ? [fieldsOf(sample)] : []), entity];
}

function fieldsOf({ entity, action, fields }: ChangeSample): Content {
  if (fields) return html`${fields.map((field, index) => html`${index > 0 && ', '}<code>${field}</code>`)}`;
  if (action !== 'updated') return false;
  return html`<span class="none">${entity === 'messages' ? OF_MESSAGES : 'not known'}</span>`;
}

/** The fields of a message that can change; which of them did is not known. */
const OF_MESSAGES = 'text, metadata or tags';

const WORDS: Readonly<Record<ChangeAction, string>> = {
  deactivated: 'deactivated',
  deleted: 'removed',
  updated: 'changed',
  created: 'new',
  exists: 'already there',
  gone: 'already gone',
};
