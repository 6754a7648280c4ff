import type { Plan, Step } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import { chosenSource } from '../../input/sources/rows-at.ts';
import { type OpenPlanOptions, openPlan } from '../open-plan.ts';
import type { Pipeline } from '../pipeline.ts';
import type { Selection } from '../reference.ts';
import { RowChoice } from './choose-rows.ts';
import { namedConversation } from './conversation.ts';
import { KnownRows } from './known-rows.ts';
import { narrowed, takenBy } from './narrowed.ts';

/**
 * Opens the sources of a pipeline, reduced to the rows of a selection. References to entities that it leaves out are open.
 * @throws RunError as `openPlan`, and `USAGE.INVALID` if the pipeline does not have what is selected
 */
export async function openSelected(
  pipeline: Pipeline,
  selection: Selection,
  options: OpenPlanOptions,
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
  const choice = new RowChoice(plan, { since, limit: limit ?? Infinity, conversation: named, known }, signal);
  await choice.make();
  if (named) refuseUnknown(choice, plan, pipeline, selection);
  return { ...plan, steps: plan.steps.map((step) => chosenStep(step, choice)) };
}

function chosenStep(step: Step, choice: RowChoice): Step {
  const { name } = step.entity;
  const sources = step.sources.map((source, file) => chosenSource(source, choice.rowsOf(name, file)));
  return { ...step, whole: step.sources, sources };
}

/** @throws RunError `USAGE.INVALID` if no row has the conversation */
function refuseUnknown(
  choice: RowChoice,
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
