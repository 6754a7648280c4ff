import { oldMessagesAdvice, oldMessagesText } from '../result/old-messages.ts';
import type { Report } from '../result/report.ts';
import { bar, type Kind } from './chart.ts';
import { chartColumn, html, type Markup, numberColumns, type Section, table } from './markup.ts';
import { counted, groupedUnbroken } from './numbers.ts';

/** Values that the API cannot carry, and rows left out by a rule; undefined if there are none. */
export function lossesSection({ notCarried, kept = {}, skipped, retention }: Report): Section | undefined {
  const lost = sorted(notCarried);
  const held = sorted(kept);
  const left = sorted(skipped);
  if (lost.length + held.length + left.length === 0 && !retention) return undefined;
  return {
    id: 'losses',
    title: 'Lost and skipped',
    count: groupedUnbroken(lost.length + held.length + left.length),
    body: html`${
      lost.length > 0 &&
      html`<h3>Not carried by the API</h3><p class="lead">These rows are imported without the values below, because the API has no field for them.</p>${list('Values that are lost, by field', 'Field', 'value', 'blocked', lost)}`
    }${
      held.length > 0 &&
      html`<h3>Kept in metadata</h3><p class="lead">The API has no field for these values; they are in <code>metadata.source</code> of their messages.</p>${list('Values that are kept in metadata, by field', 'Field', 'value', 'plain', held)}`
    }${
      left.length > 0 &&
      html`<h3>Skipped by a rule</h3><p class="lead">These rows are not sent, because of a rule in the pipeline file or because they are duplicates.</p>${list('Skipped rows, by rule', 'Rule', 'row', 'skipped', left)}`
    }${
      retention &&
      html`<h3>Older than the service keeps</h3><p class="lead">${oldMessagesText(retention)}.</p>${oldMessagesAdvice(retention) && html`<p class="hint">${oldMessagesAdvice(retention)}</p>`}`
    }`,
  };
}

type LossCount = readonly [name: string, count: number];

const sorted = (counts: Readonly<Record<string, number>>): LossCount[] =>
  Object.entries(counts).sort(([, a], [, b]) => b - a);

function list(
  caption: string,
  what: string,
  unit: string,
  kind: Kind,
  entries: readonly LossCount[],
): Markup {
  const most = entries[0]?.[1] ?? 1;
  return table(
    caption,
    [what, ...numberColumns(`${unit[0]?.toUpperCase()}${unit.slice(1)}s`), chartColumn],
    entries.map(([name, count]) => [
      html`<code>${name}</code>`,
      groupedUnbroken(count),
      bar(`${name}: ${counted(count, unit)}`, [{ kind, value: count, title: counted(count, unit) }], most),
    ]),
  );
}
