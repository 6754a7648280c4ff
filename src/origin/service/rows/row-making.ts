import type { DatabaseSync } from 'node:sqlite';
import type { ExportTally } from '../../../exports/tally.ts';
import type { Policies } from '../../../input/entities/policies.ts';
import type { RowFiles } from './row-files.ts';

/** Things that the parts of the work share. */
export type RowMaking = {
  readonly db: DatabaseSync;
  readonly rows: Pick<RowFiles, 'add'>;
  readonly tally: ExportTally;
  readonly notes: Map<string, number>;
  readonly prefix: string;
  readonly policies: Policies;
  /** True if the records are a part of what the app has: whoever is not among them may be there all the same. */
  readonly isPart?: boolean;
  /** Passes the records of a list, in their order. */
  pass(list: string, take: (row: Readonly<Record<string, unknown>>, of: string) => void): Promise<void>;
};

/** Counts something that is said with its number in place of `%`. */
export const noted = ({ notes }: RowMaking, sentence: string, count = 1): void =>
  void notes.set(sentence, (notes.get(sentence) ?? 0) + count);
