import { entriesOfKinds } from '../../exports/export-summary.ts';
import { pulledText, reasonText } from '../result/export-lines.ts';
import type { Report } from '../result/report.ts';
import { html, numberColumns, type Section, table } from './markup.ts';
import { groupedUnbroken } from './numbers.ts';

/**
 * Shows what the export of another chat system has, and what becomes of it; undefined if the pipeline reads none.
 */
export function exportSection({ export: summary }: Report): Section | undefined {
  if (!summary) return undefined;
  const { label, variant, first, last, kinds, notes, pulled } = summary;
  const rows = entriesOfKinds(kinds).map(
    ([kind, { read, imported, converted, kept, dropped, detail = {} }]) => [
      html`${kind}`,
      groupedUnbroken(read),
      groupedUnbroken(imported),
      groupedUnbroken(converted),
      groupedUnbroken(kept),
      html`<span class="reasons">${Object.entries(dropped)
        .map(([reason, count]) => reasonText(reason, count, detail[reason]))
        .join(Object.keys(detail).length > 0 ? '; ' : ', ')}</span>`,
    ],
  );
  return {
    id: 'export',
    title: 'Export',
    body: html`<p class="lead">${label}: ${variant}${first && html`, messages from ${dayOf(first)} to ${dayOf(last)}`}.${rows.length > 0 && ' Everything in it is imported, converted, kept in metadata, or not imported.'}</p>${pulled && html`<p>Read from ${pulledText(pulled)}.</p>`}${
      rows.length > 0 &&
      table(
        'Contents of the export, by kind and result',
        ['Kind', ...numberColumns('Read', 'Imported', 'Converted', 'Kept in metadata'), 'Not imported'],
        rows,
      )
    }${notes.length > 0 && html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`}`,
  };
}

const dayOf = (time = ''): string => time.slice(0, time.indexOf('T'));
