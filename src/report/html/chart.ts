import { html, type Markup } from './markup.ts';
import { groupedUnbroken } from './numbers.ts';

/**
 * Charts contain no text, so they stretch to any width and look the same with any font. Labels stand next to them, and
 * every chart has its numbers in a table.
 */

/** The meaning of a part of a bar; the stylesheet gives each one a colour. */
export type Kind = 'good' | 'bad' | 'blocked' | 'skipped' | 'notice' | 'plain';

export type BarPart = { readonly kind: Kind; readonly value: number; readonly title: string };

const PRECISION = 3;
/** The smallest visible part, in percent of a bar. */
const SLIVER = 0.5;
const short = (value: number): number => Number(value.toFixed(PRECISION));

/**
 * A horizontal bar of parts side by side.
 * @param whole the value that the full width stands for
 */
export function bar(label: string, parts: readonly BarPart[], whole: number): Markup {
  let at = 0;
  const drawn = parts
    .filter(({ value }) => value > 0)
    .map(({ kind, value, title }) => {
      const exact = whole > 0 ? Math.min(100, (value / whole) * 100) : 0;
      // Every part stays visible, however small its share.
      const width = Math.max(SLIVER, exact);
      const x = Math.min(at, 100 - width);
      at += exact;
      return html`<rect class="${kind}" x="${short(x)}%" width="${short(width)}%" height="100%"><title>${title}</title></rect>`;
    });
  return html`<svg class="bar" role="img" aria-label="${label}" width="100%" height="10">${drawn}</svg>`;
}

export type Pillar = {
  readonly title: string;
  readonly parts: readonly { readonly kind: Kind; readonly value: number }[];
};

/** A labelled place on the horizontal axis; `at` is its share of the width. */
export type Tick = { readonly at: number; readonly name: string };

/** Stacked vertical bars at equal distances, with labelled ticks on both axes. */
export function pillars(label: string, list: readonly Pillar[], ticks: readonly Tick[]): Markup {
  const most = Math.max(1, ...list.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)));
  const step = stepUpTo(most);
  const marks = Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
  const top = marks.at(-1) as number;
  const down = (value: number): number => short((1 - value / top) * 100);
  const names = marks.map(
    (value) =>
      html`<text x="100%" y="${down(value)}%" dy=".32em" text-anchor="end">${groupedUnbroken(value)}</text>`,
  );
  const lines = marks
    .slice(1)
    .map(
      (value) =>
        html`<line class="grid" x1="0" x2="${list.length}" y1="${down(value)}" y2="${down(value)}"/>`,
    );
  return html`<div class="plot"><svg class="ticks" aria-hidden="true" width="100%" height="150">${names}</svg><svg class="pillars" role="img" aria-label="${label}" viewBox="0 0 ${list.length} 100" preserveAspectRatio="none" width="100%" height="150">${lines}${drawn(list, top)}</svg><svg class="ticks along" aria-hidden="true" width="100%" height="26">${ticks.map(tick)}</svg></div>`;
}

/** Of the numbers of `count` bars, at most five: the first, the last and some between. */
export function tickPlaces(count: number): readonly number[] {
  const last = Math.min(count, TICKS) - 1;
  if (last < 1) return [0];
  return Array.from({ length: last + 1 }, (_, index) => Math.round((index * (count - 1)) / last));
}

const TICKS = 5;

/** The distance of the marks of an axis: 1, 2 or 5, times a power of ten, so that four of them reach the value. */
function stepUpTo(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most / 4)));
  return power * ([1, 2, 5].find((each) => each * power * 4 >= most) ?? 10);
}

function drawn(list: readonly Pillar[], top: number): readonly Markup[] {
  const gap = list.length > 120 ? 0 : 0.16;
  return list.map(({ title, parts }, index) => {
    let y = 100;
    const stacked = parts
      .filter(({ value }) => value > 0)
      .map(({ kind, value }) => {
        const height = Math.max(0.8, (value / top) * 100);
        y -= height;
        return html`<rect class="${kind}" x="${short(index + gap / 2)}" y="${short(Math.max(0, y))}" width="${short(1 - gap)}" height="${short(height)}"/>`;
      });
    return html`<g><title>${title}</title><rect class="hit" x="${index}" y="0" width="1" height="100"/>${stacked}</g>`;
  });
}

/** The label at an end stays within the chart; every other one is left out on a narrow page. */
function tick({ at, name }: Tick, index: number, { length }: readonly Tick[]): Markup {
  const x = `${short(at * 100)}%`;
  const anchor = at < 0.1 ? 'start' : at > 0.9 ? 'end' : 'middle';
  const isMinor = index % 2 === 1 && length > 3;
  return html`<g${isMinor && html` class="minor"`}><line x1="${x}" x2="${x}" y1="0" y2="5"/><text x="${x}" y="20" text-anchor="${anchor}">${name}</text></g>`;
}

/** Explains the colours of a chart. */
export function legend(entries: readonly { readonly kind: Kind; readonly name: string }[]): Markup {
  return html`<ul class="legend">${entries.map(
    ({ kind, name }) =>
      html`<li><svg class="key" width="10" height="10" aria-hidden="true"><rect class="${kind}" width="100%" height="100%"/></svg>${name}</li>`,
  )}</ul>`;
}
