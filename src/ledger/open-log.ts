import { asRunError, RunError } from '../errors/run-error.ts';
import { isOtherAlive } from '../files/lock-holder.ts';
import { holdsBytes, type OpenLog } from '../files/state/state-store.ts';
import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';
import type { LedgerClaim } from './claim.ts';
import { convertOlder, isOlderVersion } from './index/older-version.ts';
import type { LedgerPlace } from './ledger-place.ts';
import { LedgerLog } from './log/ledger-log.ts';
import type { LedgerMeta } from './log/meta.ts';

/** True if the pipeline's ledger exists, in this version or that of 0.1.0: it has written to its target before. */
export const hasLedger = async ({ state, name, index }: LedgerPlace, files: Files): Promise<boolean> =>
  (await state.bytesOf(name)) !== undefined || isOlderVersion(index, files);

/**
 * Opens the log of a ledger; creates it, or writes it from a ledger of version 0.1.0, if there is none.
 * @throws RunError `STATE.CORRUPT`, `STATE.UNWRITABLE`, `STATE.LOCKED`
 */
export function openLog(place: LedgerPlace, system: System, claims: readonly LedgerClaim[]): LedgerLog {
  const store = openStore(place, system);
  const path = place.state.pathOf(place.name);
  try {
    const log = new LedgerLog(store, path, claims);
    const { writer } = log.meta;
    // What a server keeps, another process has another copy of; that one is not saved any more.
    if (writer && !system.keeper && isOtherAlive(writer, system.machine))
      throw new RunError(
        'STATE.LOCKED',
        `process ${writer.pid} on ${writer.host} has the ledger ${path} open, and is not gone`,
      );
    return log;
  } catch (error) {
    store[Symbol.dispose]();
    throw error;
  }
}

function openStore({ state, name, index }: LedgerPlace, system: System): OpenLog {
  const { files } = system;
  try {
    if (!holdsBytes(state, name)) {
      using draft = state.draft(name);
      if (isOlderVersion(index, files)) convertOlder(index, draft, state.pathOf(name), files);
      else {
        draft.write(LedgerLog.begin(newMeta(system)), 0);
        draft.publish();
      }
    }
    return state.open(name);
  } catch (error) {
    const message = `the ledger ${state.pathOf(name)} cannot be opened: ${(error as Error).message}`;
    throw asRunError(error, 'STATE.UNWRITABLE', message);
  }
}

const newMeta = ({ clock, random }: System): LedgerMeta => ({
  lineage: random.uuid(),
  secret: random.hex(32),
  digest: 'siphash',
  begun: Math.floor(clock.now() / 1_000),
  ownClock: true,
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
  const changed = targetChange(JSON.parse(before) as Record<string, string>, target);
  throw new RunError('STATE.TARGET_CHANGED', `${path} belongs to another target: ${changed}`);
}

/** The parts of a target, in words. */
const PARTS: Readonly<Record<string, string>> = { service: 'the address', appId: 'the app', api: 'the API' };

/** Describes how a target differs from another one, in words; undefined if it does not. */
export function targetChange(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): string | undefined {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((part) => before[part] !== now[part])
    .map(
      (part) =>
        `${PARTS[part] ?? part} was ${before[part] || 'not named'} and is ${now[part] || 'not named'}`,
    );
  return changed.length > 0 ? changed.join('; ') : undefined;
}
