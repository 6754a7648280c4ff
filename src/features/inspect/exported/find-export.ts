import { resolve } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { ExportFiles } from '../../../input/exports/files/export-files.ts';
import { detectExport, type FoundReader } from '../../../input/exports/readers.ts';
import type { Files } from '../../../system/files.ts';

/** The exports of other chat systems that a file, a folder or an archive may be; none if it is neither. */
export async function findExport(path: string, files: Files): Promise<readonly FoundReader[]> {
  try {
    return await detectExport(await ExportFiles.open([resolve(path)], files));
  } catch (error) {
    // Whatever is wrong with it is said by those who read it as files.
    if (error instanceof RunError) return [];
    throw error;
  }
}
