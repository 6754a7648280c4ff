import { Readable } from 'node:stream';
import { RunError } from '../../errors/run-error.ts';
import { realSystem, type System } from '../../system/system.ts';
import type { CodeAccess } from '../own-code.ts';

/** What preparing sources may use, and where it writes. */
export type Workplace = CodeAccess & {
  readonly system: Pick<System, 'files' | 'random' | 'clock'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Standard input, for a source with the path `-`. */
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Runs the commands of sources again, though there are complete spools of them. */
  readonly again: boolean;
  /** The folder for prepared tables and spools; made when it is first asked for. */
  folder(): Promise<string>;
};

/** Refuses to prepare a source. */
export const NO_WORKPLACE: Workplace = {
  system: realSystem,
  env: {},
  signal: new AbortController().signal,
  stdin: Readable.from([]),
  again: true,
  allowCode: false,
  folder: () =>
    Promise.reject(
      new RunError('CONFIG.INVALID', 'a source must be prepared, and there is no folder for that', {
        hint: 'pass a workplace to openPlan',
      }),
    ),
};
