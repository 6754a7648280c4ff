import { showNumber } from './clock.js';
import { el } from './dom.js';

/** @import { Read } from './types.js' */

const KINDS = ['users', 'groups', 'members', 'messages', 'conversations'];
const EVERY_MS = 1000;
/** Samples for the rate, one per second. */
const SAMPLES = 5;

/**
 * Shows the numbers of rows, once a second while the page is visible.
 * @param {HTMLElement} place
 * @param {Read} read
 * @param {() => void} changed called after a count has changed
 */
export function startCounter(place, read, changed) {
  const cells = KINDS.map((kind) => {
    const value = el('dd', { class: 'count' }, '–');
    const rate = el('dd', { class: 'rate' });
    place.append(el('div', { class: 'count-cell', id: `count-${kind}` }, el('dt', {}, kind), value, rate));
    return { kind, value, rate };
  });
  /** @type {{ at: number, counts: Record<string, number> }[]} */
  const samples = [];
  const tick = async () => {
    if (!document.hidden) {
      try {
        const counts = /** @type {Record<string, number>} */ (
          /** @type {unknown} */ (await read('/view/counts'))
        );
        const before = samples.at(-1)?.counts;
        samples.push({ at: performance.now(), counts });
        if (samples.length > SAMPLES) samples.shift();
        for (const { kind, value, rate } of cells) {
          value.textContent = showNumber(counts[kind] ?? 0);
          rate.textContent = rateText(samples, kind);
        }
        if (before && KINDS.some((kind) => counts[kind] !== before[kind])) changed();
      } catch {
        // The reader already reports that the sandbox does not answer.
        samples.length = 0;
        for (const { rate } of cells) rate.textContent = '';
      }
    }
    setTimeout(tick, EVERY_MS);
  };
  tick();
}

/**
 * @param {readonly { at: number, counts: Record<string, number> }[]} samples
 * @param {string} kind
 */
function rateText(samples, kind) {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at === first.at) return '';
  const perSecond = (((last.counts[kind] ?? 0) - (first.counts[kind] ?? 0)) / (last.at - first.at)) * 1000;
  if (Math.abs(perSecond) < 0.05) return '';
  return `${perSecond > 0 ? '+' : '−'}${showNumber(Math.abs(perSecond) < 10 ? Math.round(Math.abs(perSecond) * 10) / 10 : Math.round(Math.abs(perSecond)))}/s`;
}
