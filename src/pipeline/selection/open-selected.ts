import type { Plan, Step } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { chosenSource } from '../../input/sources/rows-at.ts';
import { openPlan, type PlanOptions } from '../open-plan.ts';
import type { Pipeline } from '../pipeline.ts';
import { Choice } from './choose-rows.ts';
import { namedConversation } from './conversation.ts';
import { KnownRows } from './known-rows.ts';
import { narrowed, takenBy } from './narrowed.ts';

/** The part of a pipeline's rows that a run or a plan is about; at least one member is set. */
export type Selection = {
  /** The entities whose rows are taken. */
  readonly only?: readonly EntityName[] | undefined;
  /** The most rows of each entity; a whole number from 1. */
  readonly limit?: number | undefined;
  /** Takes rows from this time on; ISO 8601, UTC if it names no zone. */
  readonly since?: string | undefined;
  /** Takes the messages of this conversation. */
  readonly conversation?: string | undefined;
};

/** The options of a command line that make a selection. */
export function selectionFlags({ only, limit, since, conversation }: Selection): string {
  return [
    ...(only ? [`--only ${only.join(',')}`] : []),
    ...(limit === undefined ? [] : [`--limit ${limit}`]),
    ...(since === undefined ? [] : [`--since ${since}`]),
    ...(conversation === undefined ? [] : [`--conversation ${conversation}`]),
  ].join(' ');
}

/**
 * Opens the sources of a pipeline, reduced to the rows of a selection. References to entities that it leaves out are open.
 * @throws RunError as `openPlan`, and `USAGE.INVALID` if the pipeline does not have what is selected
 */
export async function openSelected(
  pipeline: Pipeline,
  selection: Selection,
  options: PlanOptions,
  signal: AbortSignal,
): Promise<Plan> {
  const taken = takenBy(selection, pipeline);
  const whole = await openPlan(narrowed(pipeline, selection), options);
  const plan: Plan = {
    ...whole,
    steps: whole.steps.filter(({ entity }) => taken.includes(entity.name)),
    referred: whole.steps.filter(({ entity }) => !taken.includes(entity.name)),
    closed: new Set([...whole.closed].filter((name) => taken.includes(name) || !pipeline.sources[name])),
  };
  const { limit, since, conversation } = selection;
  if (limit === undefined && since === undefined && conversation === undefined) return plan;
  const named = conversation === undefined ? undefined : namedConversation(conversation);
  const known = limit === undefined ? undefined : await KnownRows.of(plan, signal);
  const choice = new Choice(plan, { since, limit: limit ?? Infinity, conversation: named, known }, signal);
  await choice.make();
  if (named) refuseUnknown(choice, plan, pipeline, selection);
  return { ...plan, steps: plan.steps.map((step) => chosenStep(step, choice)) };
}

function chosenStep(step: Step, choice: Choice): Step {
  const { name } = step.entity;
  const sources = step.sources.map((source, file) => chosenSource(source, choice.rowsOf(name, file)));
  return { ...step, whole: step.sources, sources };
}

/** @throws RunError `USAGE.INVALID` if no row has the conversation */
function refuseUnknown(
  choice: Choice,
  { steps }: Plan,
  { file }: Pipeline,
  { conversation }: Selection,
): void {
  const hasMessages = steps.some(({ entity }) => entity.name === 'messages');
  const isThere =
    choice.count('messages') + choice.count('groups') + (hasMessages ? 0 : choice.count('users'));
  if (isThere > 0) return;
  throw new RunError('USAGE.INVALID', `--conversation ${conversation}: no row is of this conversation`, {
    hint: `type the guid of a group, or two uids as a,b; the largest conversations are in  chatferry validate ${file} --report report.html`,
  });
}
