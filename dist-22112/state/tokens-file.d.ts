import { type RunError } from '../errors/run-error.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Files } from '../system/files.ts';
/**
 * Writes the tokens that the ledger has, CSV with the columns uid and authToken, readable by its owner alone; deletes the
 * file if there are none.
 * @returns the error `STATE.UNWRITABLE`; undefined if all is written
 */
export declare function writeTokens(ledger: Pick<Ledger, 'within' | 'lastRow'>, path: string, files: Files): Promise<RunError | undefined>;
