import type { Report } from '../../report/result/report.ts';
import { cut, grouped, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import type { OnlyKeys, Pair, RunsDiff } from './runs-diff.ts';

/** Keys of one side that are shown. */
const KEYS_SHOWN = 10;
const KEY_CHARS = 60;

/** The differences of two runs, as text. */
export function diffText(diff: RunsDiff, reports: readonly [Report, Report], style: Style): string {
  const parts = [
    ...pairLines('exit code', diff.exitCodes ? { '': diff.exitCodes } : {}, style),
    ...pairLines('rows', diff.counts, style),
    ...pairLines('requests', diff.requests, style),
    ...pairLines('thresholds', diff.thresholds, style),
    ...pairLines('inputs', diff.inputs, style),
    ...keyLines(`changed only by ${diff.before}`, style.red('-'), diff.onlyBefore, style),
    ...keyLines(`changed only by ${diff.after}`, style.green('+'), diff.onlyAfter, style),
  ];
  const [before, after] = reports;
  return [
    `${style.bold(`${diff.before} → ${diff.after}`)}  ${before.command} · ${after.command}`,
    ...(parts.length > 0 ? parts : ['  the same']),
    '',
  ].join('\n');
}

function pairLines(
  title: string,
  pairs: Readonly<Record<string, Pair<number | string>>>,
  style: Style,
): string[] {
  const names = Object.keys(pairs);
  if (names.length === 0) return [];
  const width = Math.max(...names.map((name) => printable(name).length));
  return [
    style.bold(title),
    ...names.map((name) => {
      const { before, after } = pairs[name] ?? {};
      return `  ${printable(name).padEnd(width)}  ${shown(before)} → ${shown(after)}`;
    }),
  ];
}

const shown = (value: number | string | undefined): string =>
  value === undefined ? '-' : typeof value === 'number' ? grouped(value) : printable(value);

function keyLines(title: string, mark: string, { count, samples }: OnlyKeys, style: Style): string[] {
  if (count === 0) return [];
  const some = samples.slice(0, KEYS_SHOWN);
  return [
    style.bold(`${title}: ${grouped(count)}`),
    ...some.map(
      ({ entity, key, action }) => `  ${mark} ${entity}  ${cut(printable(key), KEY_CHARS)}  ${action}`,
    ),
    ...(count > some.length ? [`    and ${grouped(count - some.length)} more`] : []),
  ];
}
