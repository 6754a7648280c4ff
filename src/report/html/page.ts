import { createHash } from 'node:crypto';
import { entriesOf } from '../../input/entities/entity.ts';
import { thresholdValue } from '../../pipeline/threshold.ts';
import type { Report } from '../result/report.ts';
import { changesSection } from './changes.ts';
import { columnsSection } from './columns.ts';
import { conversationsSection } from './conversations.ts';
import { costSection } from './cost.ts';
import { entitiesSection } from './entities.ts';
import { exportSection } from './export.ts';
import { filesSection } from './files.ts';
import { lossesSection } from './losses.ts';
import { html, Markup, numberColumns, type Section, table } from './markup.ts';
import { groupedUnbroken } from './numbers.ts';
import { originSection } from './origin.ts';
import { paceSection } from './pace.ts';
import { problemsSection } from './problems.ts';
import { stylesheet } from './stylesheet.ts';
import { syncSection } from './sync.ts';
import { timelineSection } from './timeline.ts';
import { headline } from './verdict.ts';

/** Forbids loading and running anything; allows the one stylesheet by its hash. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(stylesheet).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** A report as one self-contained HTML page: no scripts, and no fonts or pictures from elsewhere. */
export function htmlReport(report: Report): string {
  const sections = sectionsOf(report);
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${report.pipeline} · chatferry ${report.command}</title>
<style>${new Markup(stylesheet)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="page">
${headline(report)}
${contents(sections)}
<main id="content" tabindex="-1">
${sections.map(({ id, title, body }) => html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>\n`)}</main>
</div>
</body>
</html>
`);
}

function contents(sections: readonly Section[]): Markup {
  return html`<nav aria-label="Contents"><ul>${sections.map(
    ({ id, title, count }) =>
      html`<li><a href="#${id}">${title}${count !== undefined && count !== '0' && html` <span class="count">${count}</span>`}</a></li>`,
  )}</ul></nav>`;
}

function sectionsOf(report: Report): Section[] {
  const { profile, problems, notices } = report;
  const sections = [
    changesSection(report),
    syncSection(report),
    undoSection(report),
    entitiesSection(report),
    exportSection(report),
    filesSection(report),
    thresholdsSection(report),
    problemsSection({
      id: 'errors',
      title: 'Errors',
      kind: 'bad',
      lead: 'These rows cannot be imported as they are. Each code says what to do.',
      problems,
      open: 3,
      files: profile?.files,
    }),
    problemsSection({
      id: 'notices',
      title: 'Notices',
      kind: 'notice',
      lead: 'These rows can be imported. Check them before you run the import.',
      problems: notices,
      // Errors come first.
      open: problems.length > 0 ? 0 : 3,
      files: profile?.files,
    }),
    profile && timelineSection(profile),
    profile && conversationsSection(profile),
    profile && columnsSection(profile),
    lossesSection(report),
    paceSection(report),
    costSection(report),
    warningsSection(report),
    originSection(report),
  ];
  return sections.filter((section) => section !== undefined);
}

/** Shows what an undo did with the rows of each entity; undefined for any other command. */
function undoSection({ removed }: Report): Section | undefined {
  if (!removed) return undefined;
  const rows = entriesOf(removed).flatMap(([name, { removed: direct, implied, gone, kept, failed }]) => {
    const counts = [direct, implied, gone, kept, failed];
    return counts.some((count) => count > 0) ? [[name, ...counts.map(groupedUnbroken)]] : [];
  });
  return {
    id: 'undone',
    title: 'What was removed',
    body:
      rows.length === 0
        ? html`<p>There was nothing to remove.</p>`
        : table(
            'Removed rows by entity',
            [
              'Entity',
              ...numberColumns('Removed', 'With their group or user', 'Already gone', 'Kept', 'Failed'),
            ],
            rows,
          ),
  };
}

/** Warnings that the user should know but need not act on; undefined if there are none. */
function warningsSection({ warnings }: Report): Section | undefined {
  if (warnings.length === 0) return undefined;
  return {
    id: 'warnings',
    title: 'Warnings',
    count: groupedUnbroken(warnings.length),
    body: html`<ul class="warnings">${warnings.map((text) => html`<li>${text}</li>`)}</ul>`,
  };
}

/** Lists the thresholds of the pipeline file; undefined if it has none. */
function thresholdsSection({ thresholds = [] }: Report): Section | undefined {
  if (thresholds.length === 0) return undefined;
  const failed = thresholds.filter(({ passed }) => !passed).length;
  return {
    id: 'thresholds',
    title: 'Thresholds',
    count: `${thresholds.length - failed} of ${thresholds.length}`,
    body: table(
      'Thresholds of the pipeline file',
      ['Measure', ...numberColumns('Measured', 'Threshold'), 'Result'],
      thresholds.map((result) => [
        result.measure,
        thresholdValue(result),
        html`<code>${result.limit}</code>`,
        result.passed ? html`<span class="ok">✓ met</span>` : html`<span class="no">✗ not met</span>`,
      ]),
    ),
  };
}
