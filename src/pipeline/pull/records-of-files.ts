import { join } from 'node:path';
import { makeFolder } from '../../files/private-file.ts';
import { openScratchFile, type ScratchFile } from '../../files/scratch-file.ts';
import { addressKey } from '../../input/rows/forms/address-key.ts';
import type { ListedRecord, OriginFiles } from '../../origin/origin.ts';
import type { System } from '../../system/system.ts';
import { PULLED_NAME } from '../state-place.ts';
import { LOG_NAME } from './pull-origin.ts';
import { Journal } from './records/journal.ts';
import { recordIn, recordLines, recordPath } from './records/record-file.ts';

/** Records of an old system, and which of their addresses are wanted. */
type Wanted = Pick<NonNullable<OriginFiles['records']>, 'idOf'> & {
  readonly stateFolder: string;
  readonly prepared: string;
  readonly system: Pick<System, 'files' | 'random'>;
  /** True for an address of a file that the old system holds. */
  isOwn(address: string): boolean;
};

/** The records of files that can be read again, by the key of the address of the file. */
export type RecordsOfFiles = Disposable & {
  /** Reads all records once, when it is first called. */
  recordOf(key: string, signal: AbortSignal): Promise<ListedRecord | undefined>;
};

/** Finds the records that name files. They are kept in a database, not in memory. */
export function recordsOfFiles(wanted: Wanted): RecordsOfFiles {
  let scratch: ScratchFile | undefined;
  let reading: Promise<(key: string) => ListedRecord | undefined> | undefined;
  const read = async (signal: AbortSignal): Promise<(key: string) => ListedRecord | undefined> => {
    await makeFolder(wanted.stateFolder, wanted.system.files);
    scratch = await openScratchFile(wanted.stateFolder, 'records', wanted.system);
    const { db } = scratch;
    db.exec(
      'CREATE TABLE records (key TEXT PRIMARY KEY, list TEXT NOT NULL, id TEXT NOT NULL) WITHOUT ROWID; BEGIN',
    );
    const add = db.prepare('INSERT OR REPLACE INTO records VALUES (?, ?, ?)');
    for await (const [key, { list, id }] of recordsIn(wanted, signal)) add.run(key, list, id);
    db.exec('COMMIT');
    const find = db.prepare('SELECT list, id FROM records WHERE key = ?');
    return (key) => find.get(key) as ListedRecord | undefined;
  };
  return {
    async recordOf(key, signal) {
      reading ??= read(signal);
      return (await reading)(key);
    },
    [Symbol.dispose]: () => scratch?.[Symbol.dispose](),
  };
}

async function* recordsIn(
  { prepared, system: { files }, isOwn, idOf }: Wanted,
  signal: AbortSignal,
): AsyncGenerator<readonly [key: string, record: ListedRecord]> {
  const journal = await Journal.read(join(prepared, LOG_NAME), files);
  for (const held of journal.lists()) {
    if (held.bytes === 0) continue;
    const path = join(prepared, PULLED_NAME, recordPath(held, held.generation));
    for await (const lines of recordLines(path, files, signal))
      for (const line of lines) {
        if (!line.includes('http')) continue;
        const { list = '', row } = recordIn(line);
        if (row === undefined) continue;
        const addresses = addressesIn(row).filter(isOwn);
        const id = addresses.length > 0 ? idOf({ list, row }) : undefined;
        if (id !== undefined) for (const address of addresses) yield [addressKey(address), { list, id }];
      }
  }
}

const DEPTH_MAX = 12;

/** The addresses anywhere in a record. */
export function addressesIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return /^https?:\/\//i.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return [];
  return Object.values(value).flatMap((each) => addressesIn(each, depth + 1));
}
