import { join } from 'node:path';
import type { Plan } from '../delivery/plan.ts';
import { findCopyOf } from '../pipeline/files/map/find-copy.ts';
import { MAP_INDEX, openFileMap } from '../pipeline/files/map/open-file-map.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { State } from '../state/state.ts';
import type { Files } from '../system/files.ts';

/**
 * Gives the rows of a plan the addresses of the copies that the stage before all others has made. An address that it does not
 * know counts as one that could not be copied: no row is sent with an address that has no file.
 * @returns what the rows are mapped with, open until it is disposed of
 * @throws RunError `STATE.*`
 */
export async function useKnownCopies(
  { files: spec, stateFolder }: Pipeline,
  { copies }: Plan,
  files: Files,
): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  if (spec && copies) {
    const { kept } = new State(stateFolder, files);
    const map = opened.use(await openFileMap(kept, join(stateFolder, MAP_INDEX), files, 'read'));
    copies.use(findCopyOf(map, spec));
  }
  return opened.move();
}
