import type { Plan } from '../../delivery/plan.ts';
import type { RunError } from '../../errors/run-error.ts';
import { errorJson, type Runtime } from '../../terminal/context.ts';
import { printableJson } from '../../terminal/printable.ts';
import type { Report } from '../result/report.ts';
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

/** A format by its name. */
export const reportFormatOf = (name: ReportFormatName): Promise<ReportFormat> => reportFormats[name].load();

/** A report in a format. A row that is in no file is shown at the pipeline file. */
export async function reportText(
  name: ReportFormatName,
  report: Report,
  { plan, pipelineFile }: { readonly plan: Plan; readonly pipelineFile: string },
  context: Pick<Runtime, 'env' | 'system'>,
): Promise<string> {
  const [{ write }, { fileNamer, samplePaths }] = await loaded(name);
  const pathOf = await samplePaths(report, plan, context.system.files);
  return write(report, fileNamer(context, pipelineFile, pathOf));
}

/** An error that leaves no report, in a format; empty if there is no such format, or it has no form for it. */
export async function endingText(
  name: string,
  error: RunError,
  context: Pick<Runtime, 'env' | 'system' | 'commandLine'>,
  pipelineFile?: string,
): Promise<string> {
  if (!Object.hasOwn(reportFormats, name)) return '';
  const [{ writeError }, { fileNamer }] = await loaded(name as ReportFormatName);
  const { exitCode } = error;
  const ended = { exitCode, commandLine: context.commandLine };
  return writeError?.(errorJson(error), fileNamer(context, pipelineFile), ended) ?? '';
}

const loaded = (name: ReportFormatName) => Promise.all([reportFormatOf(name), import('../named-files.ts')]);
