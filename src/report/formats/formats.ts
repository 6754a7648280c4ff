import type { RunError } from '../../errors/run-error.ts';
import { errorJson, type Runtime } from '../../terminal/context.ts';
import { printableJson } from '../../terminal/printable.ts';
import type { FileOf } from './named-files.ts';
import type { ReportFormat } from './report-format.ts';

const json: ReportFormat = { write: (report) => printableJson(report) };

/** A report format with its help text. It is loaded only when a report is written. */
type ListedFormat = {
  /** The name of the format, in a few words. */
  readonly label: string;
  load(): Promise<ReportFormat>;
};

/** Every report format besides the text for a person. A new format is one more file and one more name here. */
export const reportFormats = {
  json: { label: 'the report as it is saved', load: async () => json },
  github: { label: 'annotations of GitHub Actions', load: async () => (await import('./github.ts')).github },
  junit: { label: 'a test report', load: async () => (await import('./junit.ts')).junit },
  sarif: {
    label: 'findings for code scanning and editors',
    load: async () => (await import('./sarif.ts')).sarif,
  },
} as const satisfies Record<string, ListedFormat>;

export type ReportFormatName = keyof typeof reportFormats;

/** The names of the formats, in the order in which help shows them. */
export const reportFormatNames = Object.keys(reportFormats) as readonly ReportFormatName[];

/** True for the name of a format. */
export const isReportFormat = (name: string): name is ReportFormatName => Object.hasOwn(reportFormats, name);

/** A format by its name. */
export const reportFormatOf = (name: ReportFormatName): Promise<ReportFormat> => reportFormats[name].load();

/**
 * An error that leaves no report, in a format; empty if the format has no form for it.
 * @param fileOf finds its file; by default, as its path says
 */
export async function errorText(
  name: ReportFormatName,
  error: RunError,
  { env, commandLine }: Pick<Runtime, 'env' | 'commandLine'>,
  fileOf?: FileOf,
): Promise<string> {
  const [{ writeError }, { fileNamer }] = await Promise.all([
    reportFormatOf(name),
    import('./named-files.ts'),
  ]);
  return (
    writeError?.(errorJson(error), fileOf ?? fileNamer(env), { exitCode: error.exitCode, commandLine }) ?? ''
  );
}
