import type { Plan, Step } from '../../../delivery/plan.ts';
import { RunError } from '../../../errors/run-error.ts';
import type { KeptBytes } from '../../../files/state/state-store.ts';
import { type EntityName, isReferredTo } from '../../../input/entities/entity.ts';
import { chosenSource } from '../../../input/sources/rows-at.ts';
import type { Source } from '../../../input/sources/source.ts';
import type { Files } from '../../../system/files.ts';
import { RunTable } from './index/runs.ts';
import type { ShardIndex } from './index/shard-index.ts';
import { type OwnRows, originalPlaces, ownRowsOf } from './own-rows.ts';
import { isSharded } from './stages.ts';

/** Finds the rows of a shard in a file of an entity. */
export type RowsOf = (entity: EntityName, file: number) => OwnRows | undefined;

/** @param runs those of the shard, open as long as the result is used */
export function rowsOfShard(index: ShardIndex, shard: number, runs: KeptBytes): RowsOf {
  const found = new Map<string, OwnRows>();
  for (const { entity, file, sections, ...rest } of index.files) {
    const section = sections[shard];
    if (section) found.set(`${entity} ${file}`, { ...rest, table: new RunTable(runs, section) });
  }
  return (entity, file) => found.get(`${entity} ${file}`);
}

/**
 * The part of a plan that a shard writes: its rows of the divided entities, behind those that they refer to.
 * @param place where copies of rows are kept
 * @throws RunError `STATE.INPUT_CHANGED` if a file was not divided
 */
export async function shardPlan(
  plan: Plan,
  rowsOf: RowsOf,
  place: { readonly folder: string; readonly files: Files; readonly signal: AbortSignal },
): Promise<Plan> {
  const steps: Step[] = [];
  for (const step of plan.steps) {
    const { name } = step.entity;
    if (isSharded(name)) steps.push(await shardStep(step, rowsOf, place));
    else if (isReferredTo(name)) steps.push(step);
  }
  const placesOf = Object.fromEntries(steps.map(({ entity, placeOf }) => [entity.name, placeOf]));
  return { ...plan, steps, placesOf: { ...plan.placesOf, ...placesOf } };
}

async function shardStep(step: Step, rowsOf: RowsOf, place: Parameters<typeof shardPlan>[2]): Promise<Step> {
  const { name } = step.entity;
  const sources: Source[] = [];
  for (const [file, source] of step.sources.entries()) {
    const rows = rowsOf(name, file);
    if (!rows)
      throw new RunError(
        'STATE.INPUT_CHANGED',
        `${step.nameOf(file)} was not there when the ${name} were divided`,
      );
    sources.push(
      rows.isDivisible
        ? await ownRowsOf(source, `${name}-${file}`, rows, place)
        : // Its rows cannot be copied as they are: the others are read over.
          chosenSource(source, rows.table),
    );
  }
  return { ...step, sources, placeOf: originalPlaces(step, (file) => rowsOf(name, file)) };
}
