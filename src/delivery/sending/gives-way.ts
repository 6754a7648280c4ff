import { readRows } from '../../input/sources/read-rows.ts';
import type { Step } from '../plan.ts';

const DELETED_AT = 'deletedAt';

/**
 * True if a row may have to give way to a later one of its key in a sync, so that all rows are looked at before the first is
 * sent: a later file replaces those before it, and a row that says deleted replaces those of its file.
 */
export async function mayGiveWay(step: Step, signal: AbortSignal): Promise<boolean> {
  return step.sources.length > 1 || (await saysDeleted(step, signal));
}

/** True if any row says that it was deleted, and is left out for that. */
async function saysDeleted(
  { entity, mappings, sources, policies }: Step,
  signal: AbortSignal,
): Promise<boolean> {
  if (!entity.deletion || policies.deletions !== 'drop') return false;
  const readers = mappings.map((mapping) =>
    mapping.sources.length > 1 || mapping.fields.some(({ field }) => field === DELETED_AT)
      ? mapping.some(new Set([DELETED_AT]))
      : undefined,
  );
  if (!readers.some(Boolean)) return false;
  for await (const rows of readRows(sources, undefined, signal))
    for (const { file, values, fault } of rows)
      if (!fault && readers[file]?.(values)[DELETED_AT] !== undefined) return true;
  return false;
}
