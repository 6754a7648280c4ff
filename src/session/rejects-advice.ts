import { dirname, join } from 'node:path';
import type { Checkpoint } from '../delivery/checkpoint.ts';
import { entityNames } from '../input/entities/entity.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { fromHere, printable } from '../terminal/printable.ts';

/** The rejects files that a checkpoint claims, below a folder. */
export function rejectPaths(folder: string, { steps }: Checkpoint): string[] {
  return entityNames.flatMap((name) =>
    Object.keys(steps[name]?.rejects ?? {}).map((file) => join(folder, file)),
  );
}

/**
 * What to do about rejected rows; of several files, which lie together, the folder is named. The next night of a sync reads
 * the sources again: what is corrected elsewhere would be undone by it.
 */
export function retryHint(
  rejects: readonly string[],
  file: string,
  { sync }: Pick<Pipeline, 'sync'>,
): string {
  if (sync)
    return `correct these rows in the sources; the next night tries them again:  chatferry run ${file}`;
  const [first = ''] = rejects;
  const place = rejects.length === 1 ? first : dirname(first);
  return `correct the rows in ${printable(fromHere(place))}, then:  chatferry rejects retry ${file}`;
}
