import type { Report } from '../result/report.ts';
import { html } from './markup.ts';
import { groupedUnbroken } from './numbers.ts';
import type { Section } from './section.ts';

/** Warnings that the user should know but need not act on; undefined if there are none. */
export function warningsSection({ warnings }: Report): Section | undefined {
  if (warnings.length === 0) return undefined;
  return {
    id: 'warnings',
    title: 'Warnings',
    count: groupedUnbroken(warnings.length),
    body: html`<ul class="warnings">${warnings.map((text) => html`<li>${text}</li>`)}</ul>`,
  };
}
