import { entityCodes } from './codes/entity.ts';
import { exportRowCodes } from './codes/export.ts';
import { fileCodes } from './codes/files.ts';
import { transformCodes } from './codes/program.ts';
import { generalCodes, serviceCode } from './codes/row.ts';
import { runCodes } from './codes/run.ts';
import { syncCodes } from './codes/sync.ts';
import { syntaxCodes } from './codes/syntax.ts';
import { type NoticeCode, noticeCodes } from './notice-codes.ts';

/**
 * Every code with which a row is rejected before it is sent, with its cause, its fix and an example. Codes are stable:
 * rejects files and reports contain them. A row that the service refuses gets `SERVICE.` followed by the service's own
 * code.
 */
export const rowCodes = {
  ...generalCodes,
  ...transformCodes,
  ...syntaxCodes,
  ...entityCodes,
  ...exportRowCodes,
};

/** A code of the table above. */
export type RowCode = keyof typeof rowCodes;

/**
 * Advice on what to do about a row's code; codes of the service get the general hint.
 * @param file the pipeline file as typed, for advice that names it
 */
export const hintOf = (code: string, file = '<pipeline>'): string =>
  fixOf(code).replaceAll('<pipeline>', () => file);

function fixOf(code: string): string {
  if (Object.hasOwn(rowCodes, code)) return rowCodes[code as RowCode].fix;
  if (Object.hasOwn(syncCodes, code)) return syncCodes[code as keyof typeof syncCodes].fix;
  if (Object.hasOwn(fileCodes, code)) return fileCodes[code as keyof typeof fileCodes].fix;
  if (code === 'ROW.IN_DOUBT') return runCodes[code].fix;
  if (Object.hasOwn(noticeCodes, code)) return noticeCodes[code as NoticeCode].fix;
  return serviceCode.fix;
}
