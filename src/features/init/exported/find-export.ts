import { resolve } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { type FoundReader, findExports, whyNoExport } from '../../../exports/readers.ts';
import { isRemote } from '../../../pipeline/reference.ts';
import { temporaryWorkplace } from '../../../session/workplace/workplace.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
import { fromHere } from '../../../terminal/printable.ts';

/**
 * The exports of other chat systems that a file, a folder or an archive may be; none if it is neither.
 * @throws RunError `USAGE.INVALID` for an address
 */
export async function findExport(path: string, context: Runtime & Stderr): Promise<readonly FoundReader[]> {
  if (isRemote(path))
    throw new RunError('USAGE.INVALID', 'this command looks at files of this machine, not at addresses', {
      hint: 'fetch the file, or its beginning (curl -r 0-9999999 -o messages.csv …), name that, and then write  path: https://…  in the pipeline',
    });
  await using workplace = temporaryWorkplace(context);
  try {
    return await findExports(resolve(path), context.system.files, workplace);
  } catch (error) {
    // Whatever is wrong with it is said by those who read it as files.
    if (error instanceof RunError) return [];
    throw error;
  }
}

/** Why a file is not the export of another chat system: it cannot be read, or it is something else. */
export async function noExport(path: string, context: Runtime & Stderr): Promise<RunError> {
  await using workplace = temporaryWorkplace(context);
  try {
    // One of a known system, in a form that cannot be read, is refused as such.
    const { hint } = await whyNoExport(resolve(path), context.system.files, workplace);
    return new RunError('EXPORT.UNKNOWN', `${fromHere(path)} is no export of a known system`, {
      hint: hint ?? 'for files of your own, name their folder:  chatferry init FOLDER',
    });
  } catch (error) {
    if (error instanceof RunError) return error;
    throw error;
  }
}
