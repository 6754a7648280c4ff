import { Readable } from 'node:stream';
import { RunError } from '../../errors/run-error.ts';
import type { CodeAccess } from '../../files/own-folder.ts';
import { realSystem, type System } from '../../system/system.ts';

/** Things that preparing sources may use, and where it writes. */
export type Workplace = CodeAccess & {
  readonly system: Pick<System, 'files' | 'random' | 'clock' | 'connect'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Standard input, for a source with the path `-`. */
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Runs the commands of sources again, though there are complete spools of them. */
  readonly again: boolean;
  /** The folder for prepared tables and spools; made when it is first asked for. */
  folder(): Promise<string>;
  /** The folder for what others must not find there before it is whole; the same, unless that is only read. */
  ownFolder(): Promise<string>;
  /** Tells whoever waits for the command how far it is. */
  say(sentence: string): void;
  /** The folder in which runs prepare the sources of a pipeline; it need not be there. */
  preparedIn(stateFolder: string): string;
};

const noFolder = (): Promise<never> =>
  Promise.reject(
    new RunError('CONFIG.INVALID', 'a source must be prepared, and there is no folder for that', {
      hint: 'pass a workplace to openPlan',
    }),
  );

/** Refuses to prepare a source. */
export const NO_WORKPLACE: Workplace = {
  system: realSystem,
  env: {},
  signal: new AbortController().signal,
  stdin: Readable.from([]),
  again: true,
  allowCode: false,
  folder: noFolder,
  ownFolder: noFolder,
  say: () => {},
  preparedIn: (stateFolder) => stateFolder,
};
