import type { Report } from '../../../src/report/result/report.ts';

/**
 * The part of a code's advice that is to be typed, with the field of the first sample.
 * @param column the column of the field, if it has another name
 */
export function advised({ problems }: Report, code: string, typed: RegExp, column?: string): string {
  const found = problems.find((each) => each.code === code);
  const [part] = typed.exec(found?.hint ?? '') ?? [];
  if (!found || part === undefined) throw new Error(`${code} advises nothing like ${typed}: ${found?.hint}`);
  const field = found.samples[0]?.field ?? '';
  return part.replaceAll('<field>', field).replaceAll('<column>', column ?? field);
}
