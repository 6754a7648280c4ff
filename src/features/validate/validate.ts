import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { Plan } from '../../delivery/plan.ts';
import { exitCodes, RunError } from '../../errors/run-error.ts';
import { defined } from '../../input/json/defined.ts';
import { openPipelineFile } from '../../pipeline/code/open-pipeline.ts';
import { liveFault } from '../../pipeline/live/live-fault.ts';
import { openPlan } from '../../pipeline/open-plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { readReference } from '../../pipeline/reference.ts';
import { endingText, type ReportFormatName, reportText } from '../../report/formats/formats.ts';
import { applyRules, derivedPart, uncheckedEntities } from '../../report/result/apply-rules.ts';
import { hasRejects, makeReport, type Report } from '../../report/result/report.ts';
import { errorBlock } from '../../report/screen/error-block.ts';
import { summary } from '../../report/screen/summary.ts';
import { apiOf, planOptions } from '../../session/connect.ts';
import { fileAddressesOf } from '../../session/workplace/file-addresses.ts';
import { temporaryWorkplace } from '../../session/workplace/workplace.ts';
import type { Files } from '../../system/files.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { type DryRun, dryRun, floorOf } from './dry-run.ts';
import { clearRejectsFolder } from './rejects/write-rejects.ts';

/** Options of `validate`. */
export type ValidateOptions = {
  readonly pipeline: string;
  /** Notices and columns that no field reads count as failures. */
  readonly strict: boolean;
  readonly format: 'text' | ReportFormatName;
  /** Path of the HTML report; none is written if undefined. */
  readonly report?: string | undefined;
  /** Folder for the rejects files that a run would leave; none are written if undefined. */
  readonly rejects?: string | undefined;
  /** Samples kept and shown per code. @default as many as fit on a screen */
  readonly maxErrors?: number | undefined;
  /**
   * Threads that screen records.
   * @default two, on a machine with one core one
   */
  readonly threads?: number | undefined;
};

/** Import requests per minute that the service documents; used if the pipeline sets no other limit. */
const DOCUMENTED_PER_MINUTE = 60;

/**
 * Checks the files of a pipeline offline, finds all errors in one pass and prints them; nothing is sent.
 * @returns the exit code
 * @throws RunError if the pipeline or a source cannot be read
 */
export async function validate(
  options: ValidateOptions,
  context: Runtime & Stdout & Stderr,
): Promise<number> {
  try {
    return await check(options, context);
  } catch (error) {
    if (options.format !== 'text' && error instanceof RunError) {
      const text = await endingText(options.format, error, context, fileIn(options));
      if (text !== '') context.out(text);
    }
    throw error;
  }
}

/** The pipeline file. */
const fileIn = ({ pipeline }: ValidateOptions): string => readReference(pipeline).file;

async function check(options: ValidateOptions, context: Runtime & Stdout & Stderr): Promise<number> {
  const startedAt = new Date(context.system.clock.now());
  // The page is loaded for those who want one.
  if (options.report !== undefined)
    await (await import('../../report/write-report.ts')).clearHtmlPath(options.report, context.system.files);
  const pipeline = await openPipelineFile(options.pipeline, context);
  const fault = liveFault(pipeline);
  if (fault) throw fault;
  await using workplace = temporaryWorkplace(context, 'missing');
  const { files } = context.system;
  const opening = planOptions(pipeline, workplace, startedAt.getTime());
  const plan = await openPlan(pipeline, { ...opening, samplesMax: options.maxErrors });
  const folder = options.rejects === undefined ? undefined : resolve(options.rejects);
  if (folder !== undefined) await clearRejectsFolder(folder, plan, files);
  const found = await dryRun(plan, {
    ...(folder === undefined ? {} : { rejects: { folder, files, room: () => workplace.folder() } }),
    requestsPerMinute: pipeline.limits.requestsPerMinute ?? DOCUMENTED_PER_MINUTE,
    signal: context.signal,
    access: apiOf(pipeline),
    mayHaveEarlier: mayHaveEarlier(pipeline, files),
    isSync: pipeline.sync !== undefined,
    threads: options.threads ?? Math.min(2, availableParallelism()),
  });
  const fileAddresses = await fileAddressesOf(pipeline, plan, context);
  const made = reportOf(found, startedAt, { options, pipeline, plan, fileAddresses }, context);
  const report = applyRules(made, {
    thresholds: pipeline.thresholds,
    maxRejects: pipeline.limits.maxRejects,
    strict: options.strict ? { unknownColumns: plan.unknownColumns.size } : undefined,
  });
  return publish(report, { options, pipeline, plan }, context);
}

/** True if a sync of this pipeline has run: then the service may have messages that are in no file any more. */
const mayHaveEarlier = ({ sync, stateFolder }: Pipeline, files: Files): boolean =>
  sync !== undefined && files.existsSync(join(stateFolder, 'checkpoint.json'));

/** The inputs of a validation. */
type Validation = {
  readonly options: ValidateOptions;
  readonly pipeline: Pipeline;
  readonly plan: Plan;
  readonly fileAddresses: Report['fileAddresses'] | undefined;
};

function reportOf(
  { steps, profile, warnings, rejects }: DryRun,
  startedAt: Date,
  { options, pipeline, plan, fileAddresses }: Validation,
  { commandLine, system }: Runtime,
): Report {
  return makeReport({
    command: 'validate',
    pipeline: pipeline.name,
    file: options.pipeline,
    commandLine,
    exitCode: hasRejects(steps) ? exitCodes.rejected : exitCodes.ok,
    target: targetShown(pipeline.target),
    startedAt: startedAt.toISOString(),
    finishedAt: new Date(system.clock.now()).toISOString(),
    steps,
    retention: plan.retention,
    policies: pipeline.policies,
    requests: { sent: 0, retried: 0, throttled: 0, floor: requestFloor(plan, steps) },
    ...derivedPart(plan),
    ...defined({ fileAddresses }),
    unchecked: uncheckedEntities(plan),
    warnings: [...plan.warnings, ...warnings],
    profile,
    files: { rejects, ...(options.report === undefined ? {} : { report: resolve(options.report) }) },
  });
}

/** Requests that a run needs at least, with full batches. */
const requestFloor = (plan: Plan, steps: DryRun['steps']): number =>
  plan.steps.reduce((sum, { entity, route }) => sum + floorOf(steps[entity.name], route), 0);

/** Writes the HTML report, prints the result and returns the exit code. */
async function publish(
  report: Report,
  { options, pipeline, plan }: Omit<Validation, 'fileAddresses'>,
  context: Pick<Runtime, 'system' | 'env'> & Stdout & Stderr,
): Promise<number> {
  const unwritten =
    options.report === undefined
      ? undefined
      : await (await import('../../report/write-report.ts')).writeHtmlReport(
          context.system.files,
          resolve(options.report),
          report,
        );
  const { format } = options;
  if (format !== 'text')
    context.out(await reportText(format, report, { plan, pipelineFile: fileIn(options) }, context));
  else if (!context.quiet || report.exitCode !== 0)
    context.out(
      summary(report, {
        style: context.style,
        next: nextStep(report, options, pipeline),
        columns: context.width,
        samples: options.maxErrors,
      }),
    );
  if (report.error) context.err(errorBlock(report.error, context));
  if (unwritten) context.err(errorBlock(unwritten, context));
  return report.exitCode === exitCodes.ok && unwritten ? unwritten.exitCode : report.exitCode;
}

function targetShown(target: Pipeline['target']): Record<string, string> {
  if (typeof target !== 'object')
    return target === undefined ? {} : { appId: 'sandbox', region: 'us', baseUrl: 'sandbox' };
  return { appId: target.appId ?? '', region: target.region, baseUrl: target.baseUrl };
}

function nextStep(
  report: Report,
  { pipeline: file, strict }: ValidateOptions,
  { target, sync, live }: Pipeline,
): string {
  if (report.error) return report.error.hint;
  if (report.exitCode !== exitCodes.ok)
    return `correct the rows, then:  chatferry validate ${file}${strict ? ' --strict' : ''}`;
  if (live) return `chatferry live ${file}`;
  if (sync) return 'these files have no errors';
  return target ? `chatferry run ${file}` : 'add target: sandbox to the pipeline file, then: chatferry run';
}
