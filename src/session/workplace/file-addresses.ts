import { join } from 'node:path';
import type { Plan } from '../../delivery/plan.ts';
import type { TodoFile } from '../../pipeline/files/address-facts.ts';
import type { FileAddresses } from '../../pipeline/files/file-counts.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { State } from '../../state/state.ts';
import type { Runtime } from '../../terminal/context.ts';

/**
 * Counts the addresses of files that the rows of a plan name, offline; undefined if the pipeline copies no files.
 * @param onTodo gets each that will be asked or read
 * @throws RunError `SOURCE.*`, `STATE.*`
 */
export async function fileAddressesOf(
  { files: spec, stateFolder }: Pipeline,
  plan: Plan,
  { system, signal }: Pick<Runtime, 'system' | 'signal'>,
  onTodo?: (file: TodoFile) => void,
): Promise<FileAddresses | undefined> {
  if (!spec) return undefined;
  // Loaded for those who copy files.
  const { countAddresses } = await import('../../pipeline/files/address-facts.ts');
  const { MAP_INDEX, openFileMap } = await import('../../pipeline/files/map/open-file-map.ts');
  const { kept } = new State(stateFolder, system.files);
  await using map = await openFileMap(kept, join(stateFolder, MAP_INDEX), system.files, 'read');
  return await countAddresses(plan, spec, map, { system, signal }, onTodo);
}
