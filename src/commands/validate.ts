import type { CommandContext } from '../command.ts';
import { routesOf } from '../connect.ts';
import { dryRun } from '../dry-run.ts';
import { exitCodes } from '../errors.ts';
import { loadPipeline, type Pipeline } from '../pipeline.ts';
import { makePlan } from '../plan.ts';
import { hasRejects, makeReport, type Report, totals } from '../report.ts';
import { summary } from '../summary.ts';

export type ValidateOptions = { readonly pipeline: string; readonly strict: boolean };

/** Import requests that the service allows where the pipeline does not say otherwise. */
const DOCUMENTED_PER_MINUTE = 60;

/** Everything that can be known offline, all errors in one pass: the line cut after the check. */
export async function validate(options: ValidateOptions, context: CommandContext): Promise<number> {
  const startedAt = new Date();
  const pipeline = loadPipeline(options.pipeline, context.env);
  const routes = routesOf(pipeline);
  const plan = await makePlan(pipeline, { routes, nowMs: startedAt.getTime(), strict: options.strict });
  const { steps, profile } = await dryRun(plan, {
    requestsPerMinute: pipeline.limits.requestsPerMinute ?? DOCUMENTED_PER_MINUTE,
    signal: context.signal,
  });
  const exitCode = hasRejects(steps) ? exitCodes.rejected : exitCodes.ok;
  const floor = plan.steps.reduce(
    (sum, { entity, route }) => sum + Math.ceil((steps[entity.name]?.counts.pending ?? 0) / route.maxItems),
    0,
  );
  const report = makeReport({
    command: 'validate',
    pipeline: pipeline.name,
    exitCode,
    target: targetShown(pipeline.target),
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    steps,
    requests: { sent: 0, retried: 0, throttled: 0, floor },
    warnings: [...plan.warnings],
    profile,
    files: { rejects: [] },
  });
  if (context.json) context.out(`${JSON.stringify(report, null, 2)}\n`);
  else if (!context.quiet || exitCode !== 0)
    context.out(summary(report, context.style, nextStep(report, options.pipeline, pipeline)));
  return exitCode;
}

function targetShown(target: ReturnType<typeof loadPipeline>['target']): Record<string, string> {
  if (typeof target !== 'object')
    return target === undefined ? {} : { appId: 'sandbox', region: 'us', baseUrl: 'sandbox' };
  return { appId: target.appId ?? '', region: target.region, baseUrl: target.baseUrl };
}

function nextStep(report: Report, file: string, { target, sync }: Pipeline): string {
  const { rejected, blocked } = totals(report.entities);
  if (rejected + blocked > 0) return `correct the rows, then:  chatferry validate ${file}`;
  if (sync) return 'nothing is wrong with these files';
  return target ? `chatferry run ${file}` : 'add target: sandbox to the pipeline file, then: chatferry run';
}
