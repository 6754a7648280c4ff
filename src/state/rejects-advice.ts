import { dirname, join } from 'node:path';
import type { Checkpoint } from '../delivery/checkpoint.ts';
import { entityNames } from '../input/entities/entity.ts';
import type { StatePlace } from '../pipeline/state-place.ts';
import { fromHere, printable } from '../terminal/printable.ts';

/** The paths of the rejects files that a checkpoint claims. */
export function rejectPaths(folder: string, { steps }: Checkpoint): string[] {
  return entityNames.flatMap((name) =>
    Object.keys(steps[name]?.rejects ?? {}).map((file) => join(folder, file)),
  );
}

/**
 * Advice about rejected rows. If there are several rejects files, names their folder. In a sync, rows must be corrected
 * in the sources: the next sync run reads these again and would undo corrections in other places.
 */
export function retryHint(
  rejects: readonly string[],
  file: string,
  { sync }: Pick<StatePlace, 'sync'>,
): string {
  if (sync)
    return `correct these rows in the sources; the next sync run sends them again:  chatferry run ${file}`;
  const [first = ''] = rejects;
  const place = rejects.length === 1 ? first : dirname(first);
  return `correct the rows in ${printable(fromHere(place))}, then:  chatferry rejects retry ${file}`;
}
