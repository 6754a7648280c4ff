import { stringify } from 'csv-stringify/sync';
import { asRunError, type RunError } from '../errors/run-error.ts';
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
  const rows: string[][] = [];
  for (const { key, id } of ledger.within('tokens', [[1, last]])) if (id !== undefined) rows.push([key, id]);
  try {
    if (rows.length === 0) return await files.rm(path, { force: true }).then(() => undefined);
    const next = `${path}.next`;
    await files.rm(next, { force: true });
    await files.writeFile(next, `uid,authToken\n${stringify(rows)}`, { mode: 0o600, flag: 'wx' });
    await files.rename(next, path);
    return undefined;
  } catch (error) {
    return asRunError(error, 'STATE.UNWRITABLE', `${path} cannot be written: ${(error as Error).message}`);
  }
}
