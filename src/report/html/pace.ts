import type { Report, RunTimeline } from '../result/report.ts';
import { legend, pillars, type Tick } from './chart.ts';
import { html, type Markup, numberColumns, numbersOf, type Section, table } from './markup.ts';
import { groupedUnbroken } from './numbers.ts';

/** Shows how a run went on over time; undefined if it sent nothing, or all at once. */
export function paceSection({ timeline }: Report): Section | undefined {
  if (!timeline) return undefined;
  const isCourse = timeline.rows.filter((count) => count > 0).length > 1;
  const trouble = troubleChart(timeline);
  if (!isCourse && !trouble) return undefined;
  return {
    id: 'pace',
    title: 'The run over time',
    body: html`${isCourse && rowsChart(timeline)}${trouble}${numbersOf('The run in numbers', numbers(timeline))}`,
  };
}

const rateOf = ({ spanSeconds }: RunTimeline, rows: number): number => Math.round((rows * 60) / spanSeconds);
/** When a span begins, counted from the beginning of the run. */
const timeAt = ({ spanSeconds }: RunTimeline, at: number): string => clockTime(at * spanSeconds);

/** Seconds as `start`, `30 s`, `1 m 30 s`, `2 h`. */
function clockTime(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  const said = parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : []));
  return said.join(' ') || 'start';
}

/** Distances of ticks, in seconds. */
const TICK_STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400,
];
/** The most ticks after the first one. */
const TICKS = 5;

/** Round times. */
function ticksOf({ spanSeconds, rows }: RunTimeline): readonly Tick[] {
  const whole = spanSeconds * rows.length;
  const step = TICK_STEPS.find((each) => each * TICKS >= whole) ?? whole;
  return Array.from({ length: Math.floor(whole / step) + 1 }, (_, index) => ({
    at: (index * step) / whole,
    name: clockTime(index * step),
  }));
}

function rowsChart(timeline: RunTimeline): Markup {
  const { rows, spanSeconds } = timeline;
  const most = rateOf(timeline, Math.max(...rows));
  const chart = pillars(
    `Rows a minute, in spans of ${spanSeconds} s`,
    rows.map((count, at) => ({
      title: `${timeAt(timeline, at)}: ${groupedUnbroken(rateOf(timeline, count))} rows a minute`,
      parts: [{ kind: 'good' as const, value: rateOf(timeline, count) }],
    })),
    ticksOf(timeline),
  );
  return html`<figure><p class="axis">Rows a minute, ${groupedUnbroken(most)} at most</p>${chart}</figure>`;
}

/** Shows what held the run back; nothing if nothing did. */
function troubleChart(timeline: RunTimeline): Markup | undefined {
  const { throttled, retried } = timeline;
  const sums = throttled.map((count, at) => count + (retried[at] ?? 0));
  const most = Math.max(...sums);
  if (most <= 0) return undefined;
  const chart = pillars(
    'Retried requests',
    throttled.map((count, at) => ({
      title: `${timeAt(timeline, at)}: ${groupedUnbroken(count)} asked to wait, ${groupedUnbroken(retried[at] ?? 0)} failed`,
      parts: [
        { kind: 'blocked' as const, value: count },
        { kind: 'bad' as const, value: retried[at] ?? 0 },
      ],
    })),
    ticksOf(timeline),
  );
  return html`<figure><p class="axis">Requests tried again, ${groupedUnbroken(most)} at most</p>${chart}${legend(
    [
      { kind: 'blocked', name: 'rate limited (429)' },
      { kind: 'bad', name: 'failed' },
    ],
  )}</figure>`;
}

function numbers(timeline: RunTimeline): Markup {
  const { rows, throttled, retried, paused } = timeline;
  return table(
    'The run over time',
    ['From', ...numberColumns('Rows a minute', '429', 'Failed'), 'Held back'],
    rows.map((count, at) => [
      timeAt(timeline, at),
      groupedUnbroken(rateOf(timeline, count)),
      groupedUnbroken(throttled[at] ?? 0),
      groupedUnbroken(retried[at] ?? 0),
      paused[at] === true ? 'yes' : '',
    ]),
  );
}
