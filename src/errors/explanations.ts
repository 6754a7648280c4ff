import type { FilesExample } from './codes/code.ts';
import { serviceCode } from './codes/row.ts';
import { runCodes } from './codes/run.ts';
import { syncCodes } from './codes/sync.ts';
import { correctedPart } from './corrected.ts';
import { nearest } from './nearest.ts';
import { noticeCodes } from './notice-codes.ts';
import { rowCodes } from './row-codes.ts';
import { type ExitName, exitCodes } from './run-error.ts';

/** The full explanation of a code. */
export type Explanation = {
  readonly code: string;
  /** `row`: rejects the row; `notice`: the row is imported anyway; `run`: ends the command. */
  readonly kind: 'row' | 'notice' | 'run';
  readonly cause: string;
  readonly fix: string;
  /** The command's exit code. */
  readonly exitCode: number;
  readonly example: FilesExample | string;
  /** Part of the example that has to be different, where it is of rows that are rejected. */
  readonly corrected?: FilesExample;
};

/** The general entry for rows that the service refuses. */
const SERVICE_CODE = 'SERVICE.<code of the service>';

/** Every code: rows, then notices, then runs, each in the order of its table. */
export const explanations: readonly Explanation[] = [
  ...Object.entries(rowCodes).map(([code, text]) => rowExplanation(code, 'row', 'rejected', text)),
  ...Object.entries(syncCodes).map(
    ([code, text]): Explanation => ({ code, kind: 'row', ...text, exitCode: exitCodes.rejected }),
  ),
  { code: SERVICE_CODE, kind: 'row', ...serviceCode, exitCode: exitCodes.rejected },
  ...Object.entries(noticeCodes).map(([code, text]) => rowExplanation(code, 'notice', 'ok', text)),
  ...Object.entries(runCodes).map(
    ([code, { exit, cause, fix, example }]): Explanation => ({
      code,
      kind: 'run',
      cause,
      fix,
      exitCode: exitCodes[exit],
      example,
    }),
  ),
];

function rowExplanation(
  code: string,
  kind: 'row' | 'notice',
  exit: ExitName,
  { cause, fix, example }: { cause: string; fix: string; example: FilesExample },
): Explanation {
  const corrected = correctedPart(code, example);
  return { code, kind, cause, fix, exitCode: exitCodes[exit], example, ...(corrected ? { corrected } : {}) };
}

/** The explanation of a code, in upper or lower case; undefined if there is none. */
export function explanationOf(code: string): Explanation | undefined {
  const name = code.trim().toUpperCase();
  const found = explanations.find((each) => each.code === name);
  if (found || !/^SERVICE\.[A-Z0-9_]+$/.test(name)) return found;
  const general = explanations.find((each) => each.code === SERVICE_CODE);
  return general && { ...general, code: name };
}

/** The code that a mistyped one most likely means: one that ends with it, or the nearest. */
export function meantCode(code: string): string | undefined {
  const name = code.trim().toUpperCase();
  const codes = explanations.map((each) => each.code).filter((each) => each !== SERVICE_CODE);
  return codes.find((each) => each.endsWith(`.${name}`)) ?? nearest(name, codes);
}
