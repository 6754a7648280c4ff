import { dirname } from 'node:path';
import { asRunError, RunError } from '../errors/run-error.ts';
import { isOtherAlive } from '../files/lock-holder.ts';
import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';
import type { LedgerClaim } from './claim.ts';
import { convertOlder, isOlderVersion } from './index/older-version.ts';
import { LedgerLog } from './log/ledger-log.ts';
import { fileLog, type LogStore, memoryLog } from './log/log-store.ts';
import type { LedgerMeta } from './log/meta.ts';
import { createWhole } from './log/new-log.ts';

/** A ledger that is kept in memory. */
const IN_MEMORY = ':memory:';

/** Where the index of a log is: `ledger.sqlite` beside `ledger.log`. */
export const indexPathOf = (log: string): string =>
  log === IN_MEMORY ? log : `${log.replace(/\.log$/, '')}.sqlite`;

/** Whether the pipeline's ledger exists, in this version or that of 0.1.0: it has written to its target before. */
export const hasLedger = (path: string, files: Files): boolean =>
  files.existsSync(path) || isOlderVersion(indexPathOf(path), files);

/**
 * Opens the log of a ledger; creates it, or writes it from a ledger of version 0.1.0, if there is none.
 * @throws RunError `STATE.CORRUPT`, `STATE.UNWRITABLE`, `STATE.LOCKED`
 */
export function openLog(path: string, system: System, claims: readonly LedgerClaim[]): LedgerLog {
  if (path === IN_MEMORY) {
    const store = memoryLog();
    store.write(LedgerLog.begin(newMeta(system)), 0);
    return new LedgerLog(store, path, []);
  }
  const store = openStore(path, system);
  try {
    const log = new LedgerLog(store, path, claims);
    const { writer } = log.meta;
    if (writer && isOtherAlive(writer, system.machine))
      throw new RunError(
        'STATE.LOCKED',
        `process ${writer.pid} on ${writer.host} has the ledger ${path} open, and is not gone`,
      );
    return log;
  } catch (error) {
    store.close();
    throw error;
  }
}

function openStore(path: string, system: System): LogStore {
  const { files } = system;
  try {
    files.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if (isMissing(path, files)) {
      const index = indexPathOf(path);
      if (isOlderVersion(index, files)) convertOlder(index, path, files);
      else createWhole(path, LedgerLog.begin(newMeta(system)), files);
    }
    return fileLog(path, files);
  } catch (error) {
    const message = `the ledger ${path} cannot be opened: ${(error as Error).message}`;
    throw asRunError(error, 'STATE.UNWRITABLE', message);
  }
}

/** An empty file has nothing that could be lost. */
function isMissing(path: string, files: Files): boolean {
  if (!files.existsSync(path)) return true;
  const file = files.openSync(path, 'r');
  try {
    return files.fstatSync(file).size === 0;
  } finally {
    files.closeSync(file);
  }
}

const newMeta = ({ clock, random }: System): LedgerMeta => ({
  lineage: random.uuid(),
  secret: random.hex(32),
  digest: 'siphash',
  begun: Math.floor(clock.now() / 1_000),
  published: {},
  keyed: [],
});

/**
 * Checks that a ledger belongs to a target; a new ledger belongs to the first one.
 * @param path of the ledger, for the message
 * @param before the target that it belongs to, as JSON
 * @returns the target that it belongs to from now on
 * @throws RunError `STATE.TARGET_CHANGED`
 */
export function bindTo(
  target: Readonly<Record<string, string>>,
  before: string | undefined,
  path: string,
  isEmpty: boolean,
): string {
  const current = JSON.stringify(target, Object.keys(target).sort());
  // An empty ledger has written to no target, so the address can still be corrected.
  if (before === undefined || before === current || isEmpty) return current;
  throw new RunError('STATE.TARGET_CHANGED', `${path} belongs to another target: ${before}`);
}
