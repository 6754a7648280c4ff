import { check } from '../check.ts';
import type { CommandContext } from '../command.ts';
import { routesOf } from '../connect.ts';
import type { EntityName } from '../entity.ts';
import { exitCodes } from '../errors.ts';
import { InFlight } from '../in-flight.ts';
import { KeyIndex } from '../key-index.ts';
import { loadPipeline, type Pipeline } from '../pipeline.ts';
import { makePlan, type Plan, type Step } from '../plan.ts';
import { hasRejects, makeReport, type Report, totals } from '../report.ts';
import { readRows } from '../rows.ts';
import { CHUNK_ROWS_MAX } from '../source.ts';
import { summary } from '../summary.ts';
import { emptyTally, type Tally, tally } from '../tally.ts';

export type ValidateOptions = { readonly pipeline: string; readonly strict: boolean };

/** Everything that can be known offline, all errors in one pass: the line cut after the check. */
export async function validate(options: ValidateOptions, context: CommandContext): Promise<number> {
  const startedAt = new Date();
  const pipeline = loadPipeline(options.pipeline, context.env);
  const routes = routesOf(pipeline);
  const plan = await makePlan(pipeline, { routes, nowMs: startedAt.getTime(), strict: options.strict });
  const steps = await checkAll(plan, context.signal);
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

async function checkAll(plan: Plan, signal: AbortSignal): Promise<Partial<Record<EntityName, Tally>>> {
  const keys = {
    users: new KeyIndex(),
    groups: new KeyIndex(),
    members: new KeyIndex(),
    messages: new KeyIndex(),
  };
  const tallies: Partial<Record<EntityName, Tally>> = {};
  for (const step of plan.steps) tallies[step.entity.name] = await checkStep(step, plan, keys, signal);
  return tallies;
}

async function checkStep(
  step: Step,
  plan: Plan,
  keys: Readonly<Record<EntityName, KeyIndex>>,
  signal: AbortSignal,
): Promise<Tally> {
  const into = emptyTally();
  const window = new InFlight(CHUNK_ROWS_MAX * 2, 0);
  const rows = readRows(step.sources, undefined, signal);
  for await (const items of check(rows, window, { ...step, ...plan, keys, carries: step.route.carries })) {
    for (const { seq } of items) window.settle(seq, { status: 'pending' });
    tally(into, window.take(), step.nameOf);
  }
  signal.throwIfAborted();
  return into;
}

function nextStep(report: Report, file: string, { target, sync }: Pipeline): string {
  const { rejected, blocked } = totals(report.entities);
  if (rejected + blocked > 0) return `correct the rows, then:  chatferry validate ${file}`;
  if (sync) return 'nothing is wrong with these files';
  return target ? `chatferry run ${file}` : 'add target: sandbox to the pipeline file, then: chatferry run';
}
