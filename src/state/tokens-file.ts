import { cannotWrite, type RunError } from '../errors/run-error.ts';
import { writePrivate } from '../files/private-file.ts';
import { csvLine } from '../input/sources/sheet-line.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Files } from '../system/files.ts';

/**
 * Writes the tokens that the ledger has, CSV with the columns uid and authToken, readable by its owner alone; deletes the
 * file if there are none.
 * @returns the error `STATE.UNWRITABLE`; undefined if all is written
 */
export async function writeTokens(
  ledger: Pick<Ledger, 'within' | 'lastRow'>,
  path: string,
  files: Files,
): Promise<RunError | undefined> {
  const last = ledger.lastRow('tokens');
  if (last === 0) return undefined;
  const rows: string[] = [];
  for (const { key, id } of ledger.within('tokens', [[1, last]]))
    if (id !== undefined) rows.push(csvLine([key, id]));
  try {
    if (rows.length === 0) return await files.rm(path, { force: true }).then(() => undefined);
    await writePrivate(files, path, `uid,authToken\n${rows.join('')}`);
    return undefined;
  } catch (error) {
    return cannotWrite(error, path);
  }
}
