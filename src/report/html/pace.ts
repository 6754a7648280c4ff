import { duration } from '../../terminal/printable.ts';
import type { Report, RunTimeline } from '../result/report.ts';
import { legend, pillars, type Tick, tickPlaces } from './chart.ts';
import { html, type Markup, numberColumns, numbersOf, type Section, table } from './markup.ts';
import { groupedUnbroken } from './numbers.ts';

/** Shows how a run went on over time; undefined if it sent nothing. */
export function paceSection({ timeline }: Report): Section | undefined {
  if (!timeline || timeline.rows.length === 0) return undefined;
  return {
    id: 'pace',
    title: 'The run over time',
    body: html`${rowsChart(timeline)}${troubleChart(timeline)}${numbersOf('The run in numbers', numbers(timeline))}`,
  };
}

const rateOf = ({ spanSeconds }: RunTimeline, rows: number): number => Math.round((rows * 60) / spanSeconds);
/** When a span begins, counted from the beginning of the run. */
const timeAt = ({ spanSeconds }: RunTimeline, at: number): string =>
  at === 0 ? 'start' : duration(at * spanSeconds * 1_000);

/** The beginnings of some spans, and the end of the last one. */
function ticksOf(timeline: RunTimeline): readonly Tick[] {
  const spans = timeline.rows.length;
  return tickPlaces(spans + 1).map((at) => ({ at: at / spans, name: timeAt(timeline, at) }));
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
  if (most === 0) return undefined;
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
