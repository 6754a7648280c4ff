import type { Plan, Step } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import { entities } from '../../input/entities/entities.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { chosenSource } from '../../input/sources/rows-at.ts';
import { keptNames } from '../open/kept-rows.ts';
import { type OpenPlanOptions, openPlan } from '../open-plan.ts';
import type { Pipeline } from '../pipeline.ts';
import type { Selection } from '../reference.ts';
import { isDerived } from '../schema/source-schema.ts';
import { namedConversation, RowChoice } from './choose-rows.ts';
import { KnownRows } from './known-rows.ts';

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
    ...ofSteps(whole, (steps) => steps.filter(({ entity }) => taken.includes(entity.name))),
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
  const chosen = (steps: readonly Step[]): readonly Step[] => steps.map((step) => chosenStep(step, choice));
  return ofSteps(plan, chosen);
}

/** A plan with other steps, also where they have the addresses of the sources. */
function ofSteps(plan: Plan, change: (steps: readonly Step[]) => readonly Step[]): Plan {
  const { copies, steps } = plan;
  return {
    ...plan,
    steps: change(steps),
    ...(copies ? { copies: { ...copies, steps: change(copies.steps) } } : {}),
  };
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
  throw new RunError('USAGE.INVALID', `--conversation ${conversation}: no row belongs to this conversation`, {
    hint: `type the guid of a group, or two uids as a,b; the largest conversations are in  chatferry validate ${file} --report report.html`,
  });
}

/** The entities of a selection; absent: all that have a source. */
type SomeEntities = { readonly only?: readonly EntityName[] | undefined };

/** The entities that a selection takes rows of. */
const takenBy = ({ only }: SomeEntities, { sources }: Pick<Pipeline, 'sources'>): readonly EntityName[] =>
  entityNames.filter((name) => sources[name] && (only?.includes(name) ?? true));

/**
 * A pipeline with the sources that a selection reads: those of its entities, those that their rows are made of or get fields
 * from, and those of rows that messages keep.
 * @throws RunError `USAGE.INVALID` if an entity has no source
 */
export function narrowed(pipeline: Pipeline, selection: SomeEntities): Pipeline {
  const absent = selection.only?.find((name) => !pipeline.sources[name]);
  if (absent !== undefined) {
    const has = entityNames.filter((name) => pipeline.sources[name]);
    throw new RunError('USAGE.INVALID', `--only ${absent}: the pipeline has no source of ${absent}`, {
      hint: `it has ${has.join(', ')}:  --only ${has.join(',')}`,
    });
  }
  const read = new Set(takenBy(selection, pipeline));
  const add = (name: EntityName): unknown => pipeline.sources[name] && read.add(name);
  if (read.has('messages')) keptNames(pipeline.policies).forEach(add);
  for (const name of read) {
    const { fallback } = entities[name];
    if (fallback) add(fallback.from.entity);
    for (const spec of pipeline.sources[name] ?? []) if (isDerived(spec)) read.add(spec.from);
  }
  const sources = Object.fromEntries(
    entityNames.filter((name) => read.has(name)).map((name) => [name, pipeline.sources[name]]),
  );
  return { ...pipeline, sources };
}
