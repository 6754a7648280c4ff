import { join } from 'node:path';
import type { Plan } from '../../delivery/plan.ts';
import type { StateStore } from '../../files/state/state-store.ts';
import type { Files } from '../../system/files.ts';
import type { FilesSpec } from './files-spec.ts';
import { findCopyOf } from './map/find-copy.ts';
import { MAP_INDEX, openFileMap } from './map/open-file-map.ts';

/** A pipeline with what it keeps. */
type KnowingPipeline = {
  readonly files?: FilesSpec;
  readonly stateFolder: string;
  readonly state: StateStore;
};

/**
 * Gives the rows of a plan the addresses of the copies that were made before. A row with an address that is not known
 * is refused: none is sent with an address that has no file.
 * @returns the copies, open until they are disposed of
 * @throws RunError `STATE.*`
 */
export async function useKnownCopies(
  { files: spec, stateFolder, state }: KnowingPipeline,
  { copies }: Plan,
  files: Files,
): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  if (spec && copies) {
    const map = opened.use(await openFileMap(state, join(stateFolder, MAP_INDEX), files, 'read'));
    copies.use(findCopyOf(map, spec), map.revision);
  }
  return opened.move();
}
