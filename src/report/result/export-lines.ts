import type { ExportSummary } from '../../input/exports/export-summary.ts';
import { entriesOfKinds, type KindCounts } from '../../input/exports/tally.ts';
import { grouped, printable } from '../../terminal/printable.ts';

/** What an export of another chat system has, and what becomes of it, as lines of text: one for each kind. */
export function exportLines(summary: ExportSummary): string[] {
  const { label, variant, first, last, kinds } = summary;
  const span = first === undefined || last === undefined ? '' : ` · ${day(first)} to ${day(last)}`;
  return [
    `  ${label} export (${printable(variant)})${span}`,
    ...entriesOfKinds(kinds).map(([kind, counts]) => `    ${kind.padEnd(13)} ${kindText(counts)}`),
  ];
}

/** `474 = 430 imported + 6 converted + 38 left out (19 system, 19 deleted)`. */
function kindText({ read, imported, converted, kept, dropped }: KindCounts): string {
  const reasons = Object.entries(dropped).sort(([, a], [, b]) => b - a);
  const left = reasons.reduce((sum, [, count]) => sum + count, 0);
  const parts = [
    ...(imported > 0 ? [`${grouped(imported)} imported`] : []),
    ...(converted > 0 ? [`${grouped(converted)} converted`] : []),
    ...(kept > 0 ? [`${grouped(kept)} kept in metadata`] : []),
    ...(left > 0
      ? [
          `${grouped(left)} left out (${reasons.map(([reason, count]) => `${grouped(count)} ${printable(reason)}`).join(', ')})`,
        ]
      : []),
  ];
  return `${grouped(read)} = ${parts.join(' + ')}`;
}

const day = (time: string): string => time.slice(0, time.indexOf('T'));
