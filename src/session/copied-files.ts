import type { RunError } from '../errors/run-error.ts';
import { entities } from '../input/entities/entities.ts';
import type { KindOfFiles } from '../input/rows/forms/copied-address.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { ledgerKeyOf } from '../ledger/ledger-key.ts';
import type { RunListener } from '../report/events/run-listener.ts';
import type { ReportedFiles } from '../report/result/file-copies.ts';
import type { KeptCopies } from './kept-copies.ts';

/** Ways in which the files of a plan are copied. */
export type CopyHow = {
  /** Asks again for files that could not be copied. */
  readonly retryFiles?: boolean | undefined;
  /** Files whose host does not answer count as failed. */
  readonly finishFiles?: boolean | undefined;
  /** Rows that a migration does not change were sent: what is known of their files stays as it is. */
  readonly hasSent: boolean;
  /** The messages that were sent, whose files the service never changes. */
  readonly sent?: Pick<Ledger, 'find'> | undefined;
  /** No row is sent after it. */
  readonly filesOnly?: boolean | undefined;
  readonly maxDurationMs?: number | undefined;
  readonly listeners?: readonly RunListener[] | undefined;
};

/** True if a reference is that of a message which was sent: its files never change. */
export const isOfSent = (kind: KindOfFiles, row: string, sent: CopyHow['sent']): boolean =>
  kind === 'attachments' && sent?.find('messages', ledgerKeyOf(entities.messages, row)) !== undefined;

/** Files that were copied; their map is open as long as rows are read. */
export type CopiedFiles = AsyncDisposable & {
  /** Counts and facts of them, for the report; undefined if it ended before anything was known. */
  readonly files: ReportedFiles | undefined;
  /** The error that ended it early. */
  readonly error: RunError | undefined;
  /** Milliseconds that it took. */
  readonly ms: number;
  readonly copies: KeptCopies;
};
