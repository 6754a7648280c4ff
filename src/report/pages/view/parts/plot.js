import { drawn, el } from './dom.js';

/**
 * A drawing over time with lines across it, between the texts of its two axes.
 * @param {string} label
 * @param {readonly [wide: number, high: number]} size
 * @param {number[]} levels
 * @param {Node[]} drawing
 * @param {{ rows: string[], times: string[] }} axes
 */
export function plot(label, [wide, high], levels, drawing, { rows, times }) {
  const svg = drawn(
    'svg',
    { viewBox: `0 0 ${wide} ${high}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
    ...levels.map((y) => drawn('line', { class: 'grid', x1: 0, x2: wide, y1: y, y2: y })),
    ...drawing,
  );
  /**
   * @param {string} side
   * @param {string[]} texts
   */
  const axis = (side, texts) =>
    el('div', { class: `axis axis-${side}` }, ...texts.map((text) => el('span', {}, text)));
  return el('div', { class: 'plot' }, axis('y', rows), svg, axis('x', times));
}
