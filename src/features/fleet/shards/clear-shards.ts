import { join } from 'node:path';
import { takeLock } from '../../../files/lock.ts';
import { syncFolder } from '../../../files/sync-folder.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import { keepState, withStateBelow } from '../../../state/open-kept.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';

/**
 * Removes what a server keeps of the shards of a pipeline, so that the next division begins with nothing. Shards in a folder
 * are removed with that folder.
 * @throws RunError `STATE.LOCKED` while a process is at work on one, `STATE.SERVER_*`
 */
export async function clearShards(
  pipeline: Pipeline,
  shards: number,
  context: Runtime & Pick<Stderr, 'err'>,
): Promise<void> {
  if (!pipeline.stateServer) return;
  for (let shard = 0; shard < shards; shard++) {
    await using kept = await keepState(withStateBelow(pipeline, `shards/${shard}`), context);
    const { files } = kept.context.system;
    const { paths } = kept.state;
    await kept.state.make();
    await using _lock = await takeLock(paths.lock, context.commandLine, kept.context.system);
    for (const name of await files.readdir(paths.folder))
      if (join(paths.folder, name) !== paths.lock)
        await files.rm(join(paths.folder, name), { recursive: true, force: true });
    await syncFolder(files, paths.folder);
  }
}
