import { github } from './github.ts';
import { junit } from './junit.ts';
import type { ReportFormat } from './report-format.ts';
import { sarif } from './sarif.ts';

/** What a report can be written as beside the text for a person. */
export const reportFormats = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  github,
  junit,
  sarif,
} as const satisfies Record<string, ReportFormat>;

export type ReportFormatName = keyof typeof reportFormats;
