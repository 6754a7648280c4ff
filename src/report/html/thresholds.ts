import { thresholdValue } from '../../pipeline/threshold.ts';
import type { Report } from '../result/report.ts';
import { html } from './markup.ts';
import { type Section, table } from './section.ts';

/** Lists the thresholds of the pipeline file; undefined if it has none. */
export function thresholdsSection({ thresholds = [] }: Report): Section | undefined {
  if (thresholds.length === 0) return undefined;
  const failed = thresholds.filter(({ passed }) => !passed).length;
  return {
    id: 'thresholds',
    title: 'Thresholds',
    count: `${thresholds.length - failed} of ${thresholds.length}`,
    body: table(
      'Thresholds of the pipeline file',
      [
        { name: 'Measure' },
        { name: 'Measured', kind: 'numbers' },
        { name: 'Threshold', kind: 'numbers' },
        { name: 'Result' },
      ],
      thresholds.map((result) => [
        result.measure,
        thresholdValue(result),
        html`<code>${result.limit}</code>`,
        result.passed ? html`<span class="ok">✓ met</span>` : html`<span class="no">✗ exceeded</span>`,
      ]),
    ),
  };
}
