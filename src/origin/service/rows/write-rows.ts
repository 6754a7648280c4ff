import { join } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import type { ExportCounts } from '../../../exports/export-summary.ts';
import { ExportFiles } from '../../../exports/files/export-files.ts';
import { passPulled } from '../../../exports/files/pulled-rows.ts';
import { ExportTally } from '../../../exports/tally.ts';
import { openScratchFile } from '../../../files/scratch-file.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { Policies } from '../../../input/entities/policies.ts';
import type { System } from '../../../system/system.ts';
import { passMessages } from './pass-messages.ts';
import { passPeople } from './pass-people.ts';
import { RowFiles } from './row-files.ts';
import type { RowMaking } from './row-making.ts';

/** The rows that records of an app of this service become. */
export type ServiceRows = {
  /** A file of NDJSON, in the columns of the entity, for each that has rows. */
  readonly files: Readonly<Partial<Record<EntityName, string>>>;
  readonly kinds: ExportCounts;
  /** Times of the first and the last message, seconds since 1970. */
  readonly first?: number | undefined;
  readonly last?: number | undefined;
  /** Sentences about what does not come along, or not for long. */
  readonly notes: readonly string[];
};

/** Records that rows are made of, and the place of the rows. */
export type ServiceRecords = {
  /** The folder with the records, a file or a folder for each list. */
  readonly from: string;
  /** Folder of the files of rows; those that are there are replaced. */
  readonly to: string;
  /** Begins the keys of messages that have none of their own. */
  readonly prefix: string;
  readonly policies: Policies;
};

/**
 * Makes rows of the records that were read from an app of this service: of several versions of a record the last one counts.
 * The same records give the same bytes.
 * @throws RunError `STATE.*`, `SOURCE.*`; the reason of the signal
 */
export async function writeServiceRows(
  { from, to, prefix, policies }: ServiceRecords,
  system: Pick<System, 'files' | 'random'>,
  signal: AbortSignal,
): Promise<ServiceRows> {
  const { files } = system;
  await using records = await ExportFiles.open([from], files, { signal, folder: async () => to });
  using scratch = await openScratchFile(to, 'names', system);
  using rows = new RowFiles((entity) => join(to, `${entity}.ndjson`), system);
  const tally = new ExportTally();
  const making: RowMaking = {
    db: scratch.db,
    rows,
    tally,
    notes: new Map(),
    prefix,
    policies,
    async pass(list, take) {
      const found = records.all.filter(
        ({ name }) => name.startsWith(`${list}.`) || name.startsWith(`${list}/`),
      );
      const unreadable = (): never => {
        throw new RunError('STATE.CORRUPT', `the records of ${list} in ${from} cannot be read`);
      };
      await passPulled(found, { lists: { [list]: take }, unreadable }, { files: records, signal });
    },
  };
  const people = await passPeople(making);
  const { first, last } = await passMessages(making, people);
  const written = await rows.finish();
  return {
    files: written,
    kinds: tally.counts(),
    first,
    last,
    notes: Array.from(making.notes, ([text, count]) => text.replace('%', count.toLocaleString('en-US'))),
  };
}
