import type { Plan } from '../../delivery/plan.ts';
import type { StatePaths } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import { writeAttachments } from './attachments-file.ts';
import { writeIdMap } from './id-map-file.ts';

/**
 * Writes what the sources say and no call carries: which ids were made, and which files no address leads to.
 * @throws RunError `STATE.UNWRITABLE`
 */
export async function writeLists(
  plan: Plan,
  { idMap, attachments }: Pick<StatePaths, 'idMap' | 'attachments'>,
  files: Files,
  signal: AbortSignal,
): Promise<void> {
  await writeIdMap(plan, idMap, files, signal);
  await writeAttachments(plan, attachments, files, signal);
}
