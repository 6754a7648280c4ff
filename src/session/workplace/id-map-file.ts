import type { Plan, Step } from '../../delivery/plan.ts';
import type { ReferredName } from '../../input/entities/entity.ts';
import { sheetLine } from '../../input/sources/sheet-line.ts';
import { KeySet } from '../../keys/key-table.ts';
import type { Files } from '../../system/files.ts';
import { writeList } from './list-file.ts';
import { madeIdsOf, NearIds, nearIdsText, stepsWithIds } from './near-ids.ts';

const HEAD = 'entity,source,id\n';

/**
 * Writes the ids of users and groups that differ from the cells that they were made of, so that the app can follow: CSV
 * with the columns entity, source and id. Reads those sources once, and warns of ids whose cells differ in capital letters
 * alone. Nothing is written if the ids are the cells themselves.
 * @throws RunError `STATE.UNWRITABLE`
 */
export async function writeIdMap(plan: Plan, path: string, files: Files, signal: AbortSignal): Promise<void> {
  const changing = stepsWithIds(plan);
  const lines = changing.length === 0 ? undefined : idsOf(plan, changing, signal);
  await writeList(path, HEAD, lines, 'the list of ids', files);
}

async function* idsOf(plan: Plan, steps: readonly Step[], signal: AbortSignal): AsyncGenerator<string> {
  for (const step of steps) {
    const near = new NearIds(step, plan.samplesMax);
    yield* changedIds(step, near, signal);
    const name = step.entity.name as ReferredName;
    if (near.group.count > 0) plan.warn(nearIdsText(name, near.group));
  }
}

/** A line for each distinct id that differs from its cell. */
async function* changedIds(step: Step, near: NearIds, signal: AbortSignal): AsyncGenerator<string> {
  const said = new KeySet();
  for await (const made of madeIdsOf(step, signal)) {
    near.add(made);
    const { cell, id } = made;
    if (cell !== undefined && id.toLowerCase() !== cell.toLowerCase() && said.add([cell, id]))
      yield sheetLine([step.entity.name, cell, id.toLowerCase()]);
  }
}
