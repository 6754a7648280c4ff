import { join } from 'node:path';
import { RunError } from '../errors/run-error.ts';
import type { Files } from '../system/files.ts';

/** The name of the index of shards in their folder: once it is there, they write. */
export const SHARD_INDEX_NAME = 'index.json';

/** The paths of a state and of its shards. */
type Divisible = { readonly folder: string; readonly shards: string };

/**
 * Refuses to work on a state that does not know all that was sent, because the shards of a run are not joined yet.
 * @throws RunError `STATE.SHARDED`
 */
export function requireJoined({ folder, shards }: Divisible, files: Files): void {
  if (files.existsSync(join(shards, SHARD_INDEX_NAME)))
    throw new RunError(
      'STATE.SHARDED',
      `the run of ${folder} is divided among shards that are not joined yet`,
    );
}
