import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan } from '../../delivery/plan.ts';
import { digestOf } from '../../input/sources/bytes/file-digest.ts';
import { currentPath, knownPath } from '../input-paths.ts';
import type { Session } from '../open-session.ts';

/**
 * Removes the kept output of commands, and standard input, that is not what a run began with. Without that, a command that
 * was put right again, or the right input, would not be asked for.
 */
export async function dropOtherSpools(
  { inputs }: Checkpoint,
  { steps }: Plan,
  { pipeline: { folder }, system: { files } }: Session,
): Promise<void> {
  for (const file of steps.flatMap((step) => step.files)) {
    if (file.id === undefined) continue;
    const known = knownPath(folder, file);
    const begun = inputs.find((input) => currentPath(folder, input.path) === known);
    const { sha256 } = await digestOf(files, file.path, new AbortController().signal);
    if (sha256 !== begun?.sha256) await files.rm(file.path, { force: true });
  }
}
