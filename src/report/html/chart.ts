import { html, type Markup } from './markup.ts';

/**
 * Charts contain no text, so they stretch to any width and look the same with any font. Labels are HTML next to them,
 * and every chart has its numbers in a table.
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

/** A chart of stacked vertical bars at equal distances; the tallest bar fills the height of the chart. */
export function pillars(label: string, list: readonly Pillar[]): Markup {
  const sums = list.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const top = Math.max(1, ...sums);
  const gap = list.length > 120 ? 0 : 0.16;
  const drawn = list.map(({ title, parts }, index) => {
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
  return html`<svg class="pillars" role="img" aria-label="${label}" viewBox="0 0 ${list.length} 100" preserveAspectRatio="none" width="100%" height="180">${drawn}</svg>`;
}

/** Explains the colours of a chart. */
export function legend(entries: readonly { readonly kind: Kind; readonly name: string }[]): Markup {
  return html`<ul class="legend">${entries.map(
    ({ kind, name }) =>
      html`<li><svg class="key" width="10" height="10" aria-hidden="true"><rect class="${kind}" width="100%" height="100%"/></svg>${name}</li>`,
  )}</ul>`;
}
