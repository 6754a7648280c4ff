import { basename, dirname } from 'node:path';
import { fileState } from '../../src/files/state/file-state.ts';
import { memoryState } from '../../src/files/state/memory-state.ts';
import { indexPathOf, type LedgerPlace } from '../../src/ledger/ledger-place.ts';
import { type Files, realFiles } from '../../src/system/files.ts';

/** The place of a ledger whose log is the file at a path. */
export const ledgerAt = (path: string, files: Files = realFiles): LedgerPlace => ({
  state: fileState(dirname(path), files),
  name: basename(path),
  index: indexPathOf(path),
});

/** A place for a ledger that nobody keeps. */
export const ledgerInMemory = (): LedgerPlace => ({
  state: memoryState(),
  name: 'ledger.log',
  index: ':memory:',
});
