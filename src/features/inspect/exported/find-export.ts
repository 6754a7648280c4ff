import { resolve } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { ExportFiles } from '../../../input/exports/files/export-files.ts';
import { detectExport, type FoundReader, hintOf } from '../../../input/exports/readers.ts';
import { temporaryWorkplace } from '../../../session/prepared/workplace.ts';
import type { CommandContext } from '../../../terminal/context.ts';
import { fromHere } from '../../../terminal/printable.ts';

/** The exports of other chat systems that a file, a folder or an archive may be; none if it is neither. */
export async function findExport(path: string, context: CommandContext): Promise<readonly FoundReader[]> {
  await using workplace = temporaryWorkplace(context);
  try {
    await using files = await ExportFiles.open([resolve(path)], context.system.files, workplace);
    return await detectExport(files);
  } catch (error) {
    // Whatever is wrong with it is said by those who read it as files.
    if (error instanceof RunError) return [];
    throw error;
  }
}

/** Why a file is not the export of another chat system: it cannot be read, or it is something else. */
export async function noExport(path: string, context: CommandContext): Promise<RunError> {
  await using workplace = temporaryWorkplace(context);
  try {
    await using files = await ExportFiles.open([resolve(path)], context.system.files, workplace);
    const fault = await files.fault();
    if (fault) return fault;
    const { hint } = hintOf(files);
    return new RunError('EXPORT.UNKNOWN', `${fromHere(path)} is no export of a known system`, {
      hint: hint ?? 'for files of your own, name their folder:  chatferry init FOLDER',
    });
  } catch (error) {
    if (error instanceof RunError) return error;
    throw error;
  }
}
