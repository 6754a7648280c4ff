import { join } from 'node:path';
import { RunError } from '../../errors/run-error.ts';
import { makeFolder } from '../../files/private-file.ts';
import { type OriginAccount, OriginError } from '../../origin/origin.ts';
import type { HeldFolder, PulledCounts, PullMode } from '../pull-event.ts';
import { PULLED_NAME } from '../state-place.ts';
import { onePull } from './reading/one-pull.ts';
import { timeOfPull } from './reading/pull-time.ts';
import { giveUp, type OpenAsking, Pulling, type PullPlace } from './reading/pulling.ts';
import { type ConversationFault, Journal, type JournalEntry } from './records/journal.ts';
import { recordPath } from './records/record-file.ts';

/** The log of the folder of records, beside it. */
export const LOG_NAME = `${PULLED_NAME}.log`;

/** Records that were read from the API of an old system as a whole. */
export type Pulled = {
  /** The folder that they are in. */
  readonly folder: string;
  /** When their last pull began, milliseconds since 1970. */
  readonly until: number;
  /** Counts of what that pull has fetched. */
  readonly counts: PulledCounts;
  /** Conversations that could not be read; their records are those of an earlier time, if there are any. */
  readonly faults: readonly (ConversationFault & { readonly conversation: string })[];
  /** Conversations that were deleted while they were read. */
  readonly deleted: number;
  /** Conversations with messages of after `until`, which are left for the next pull. */
  readonly later: number;
};

/** Way in which the old system is asked, and the place of its records. */
export type PullWork = Omit<PullPlace, 'folder' | 'assertHeld'> & {
  /** The id of the account there. */
  readonly app?: string | undefined;
  /** Decides which of its records are read, as text. */
  readonly choice: string;
  readonly mode: PullMode;
  /** The folder of what is prepared; it need not be there. */
  readonly prepared: string;
  /** Takes that folder for writing. */
  hold(): Promise<HeldFolder>;
  account(): Promise<OriginAccount>;
  /** @param answered whether it has answered in an earlier pull */
  open(account: OriginAccount, answered: boolean): OpenAsking & AsyncDisposable;
};

/**
 * Reads the records of an old system, or what of them is new, or takes what is there.
 * @throws RunError `PULL.*`, `SOURCE.SPOOL_FULL`, `STATE.*`, those of `account`; the reason of the signal
 */
export async function pullOrigin(work: PullWork): Promise<Pulled> {
  const { mode, prepared, shown, outside } = work;
  const wanted = wantedOf(work);
  const found = mode === 'again' ? undefined : await pulledIn(prepared, outside.files, wanted);
  if (found) return found;
  if (mode === 'use') {
    const why = notThere(await Journal.read(join(prepared, LOG_NAME), outside.files), wanted);
    throw new RunError('PULL.NOT_PULLED', `the records of ${shown} ${why ?? 'are not all there'}`);
  }
  const account = await work.account();
  await using held = await work.hold();
  const folder = join(held.folder, PULLED_NAME);
  await makeFolder(folder, outside.files);
  await using journal = await Journal.open(join(held.folder, LOG_NAME), outside.files);
  if (journal.source === undefined) await journal.add([{ is: 'source', source: wanted.source }]);
  const place: PullPlace = { ...work, folder, assertHeld: () => held.assertHeld() };
  const resumed = isGoneOnWith(journal, wanted) ? journal.pull?.until : undefined;
  try {
    await pullTo(journal, account, place, work);
    // What a pull has that was stopped long ago is not what is there now.
    const isOld = resumed !== undefined && outside.clock.now() - resumed > work.again.overlapMs;
    if (isOld && mode === 'again') await pullTo(journal, account, place, work);
  } catch (error) {
    // Another account that cannot be read, such as by a mistake in its name, takes nothing away.
    const isOfPull = error instanceof RunError && error.code.startsWith('PULL.');
    if (isOfPull && journal.isBeforeOther) await giveUp({ journal, folder, files: outside.files });
    throw error;
  }
  return pulledOf(journal, folder) as Pulled;
}

/** Which records are meant: those of an account, and which of them. */
type Wanted = { readonly source: string; readonly choice: string };

const wantedOf = ({ system, shown, app, choice }: PullWork): Wanted => ({
  source: JSON.stringify([system, shown, app]),
  choice,
});

/** True if the pull under way is one of the same records. */
const isGoneOnWith = ({ pull, source }: Journal, wanted: Wanted): boolean =>
  pull !== undefined && (pull.source ?? source) === wanted.source && pull.choice === wanted.choice;

/** Why the records that are wanted are not there, behind "the records of …"; undefined if they are. */
function notThere({ last, pull, source }: Journal, wanted: Wanted | undefined): string | undefined {
  if (!last) return 'were not read yet, or not to the end';
  if (wanted && source !== wanted.source)
    return 'were not read yet: those that are there are of another account';
  if (wanted && last.choice !== wanted.choice)
    return 'were not read yet as sources.export.api says now: since, types or by has changed';
  // A pull of them was stopped, and another one has taken its place.
  return pull || last.fullAt === 0 ? 'were not read to the end' : undefined;
}

/**
 * The records that are there; undefined if there are none, or they are not complete.
 * @param prepared the folder of what is prepared
 * @param wanted what they must be; undefined for any
 */
export async function pulledIn(
  prepared: string,
  files: PullPlace['outside']['files'],
  wanted?: Wanted,
): Promise<Pulled | undefined> {
  const journal = await Journal.read(join(prepared, LOG_NAME), files);
  const folder = join(prepared, PULLED_NAME);
  if (notThere(journal, wanted) !== undefined) return undefined;
  return (await lostOf(journal, folder, files)).length > 0 ? undefined : pulledOf(journal, folder);
}

function pulledOf({ last, conversations }: Journal, folder: string): Pulled | undefined {
  if (!last) return undefined;
  const faults = Array.from(conversations).flatMap(([conversation, { fault }]) =>
    fault ? [{ ...fault, conversation }] : [],
  );
  let later = 0;
  for (const { isCut } of conversations.values()) if (isCut === true) later++;
  const { until, counts, deleted = 0 } = last;
  return { folder, until, counts, faults, deleted, later };
}

/** The lists whose files are not as the log says. */
async function lostOf(
  journal: Journal,
  folder: string,
  files: PullPlace['outside']['files'],
): Promise<Extract<JournalEntry, { is: 'lost' }>[]> {
  const lost: Extract<JournalEntry, { is: 'lost' }>[] = [];
  for (const held of journal.lists()) {
    const sizeOf = async (path: string): Promise<number> =>
      (await files.stat(join(folder, path)).catch(ifMissing))?.size ?? -1;
    const { of, list, bytes, generation } = held;
    let isThere = bytes === 0 || (await sizeOf(recordPath(held, generation))) === bytes;
    for (const file of held.files ?? []) isThere &&= (await sizeOf(file)) >= 0;
    if (!isThere) lost.push({ is: 'lost', of, list });
  }
  return lost;
}

/** A file that cannot be looked at is not one that is missing. */
function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/** Goes on with the pull that was stopped, or begins one, and ends it. */
async function pullTo(
  journal: Journal,
  account: OriginAccount,
  place: PullPlace,
  work: PullWork,
): Promise<void> {
  const { clock } = place.outside;
  const startedAt = clock.elapsed();
  const mode = await begin(journal, place, wantedOf(work));
  place.pulling({ type: 'pull.started', source: work.shown, mode });
  try {
    await pullBy(journal, account, place, work);
  } catch (error) {
    if (!(error instanceof OriginError)) throw error;
    if (account.by === 'export' || journal.pull?.by === 'list')
      throw new RunError('PULL.JOB_FAILED', error.message, { cause: error });
    place.say(`${error.message}; lists are read in place of the export job`);
    const { pull } = journal;
    if (!pull) throw error;
    await journal.add([{ is: 'begun', ...pull, generation: pull.generation + 1, by: 'list' }]);
    await pullBy(journal, account, place, work);
  }
  const { counts } = journal.last as NonNullable<Journal['last']>;
  place.pulling({ type: 'pull.finished', ms: clock.elapsed() - startedAt, ...counts });
}

async function pullBy(
  journal: Journal,
  account: OriginAccount,
  place: PullPlace,
  { open }: PullWork,
): Promise<void> {
  await using asking = open(
    { ...account, by: journal.pull?.by ?? account.by },
    journal.last !== undefined && !journal.isBeforeOther,
  );
  await onePull(new Pulling(place, journal, asking));
}

async function begin(
  journal: Journal,
  { folder, again, outside }: PullPlace,
  wanted: Wanted,
): Promise<'first' | 'again' | 'full' | 'resumed'> {
  const isOther = journal.source !== wanted.source;
  // Records of another account stay as they are until its lists are read.
  const lost = isOther ? [] : await lostOf(journal, folder, outside.files);
  const unread = new Set(lost.flatMap(({ of }) => of ?? []));
  // What is not there any more is read as if it never was.
  if (lost.length > 0) await journal.add([...lost, ...unreadOf(journal, unread)]);
  const { last, pull } = journal;
  const isLost = lost.some(({ of }) => of === undefined);
  const isSame = isGoneOnWith(journal, wanted);
  if (isSame && !isLost) return 'resumed';
  const latest = journal
    .lists()
    .reduce(
      (most, { generation }) => Math.max(most, generation),
      Math.max(last?.generation ?? 0, pull?.generation ?? 0),
    );
  if (pull && isSame) {
    // What is new alone would not bring back what was in it.
    await journal.add([{ is: 'begun', ...pull, isFull: true, generation: latest + 1 }]);
    return 'resumed';
  }
  const { choice, source } = wanted;
  const time = timeOfPull(outside.clock.now(), { last, pull }, again);
  // One that is not gone on with may have read some conversations by its own choice.
  const isLeft = pull !== undefined && !journal.isBeforeOther;
  const isOtherChoice = last !== undefined && (isLeft || last.choice !== choice);
  const isFull = !last || isOther || isLost || isOtherChoice || time.isFull;
  if (isOther && isLeft && last) await journal.add([{ is: 'last', ...last, fullAt: 0 }]);
  const more = { ...(isOther ? { source } : {}), ...(isOtherChoice ? { isOtherChoice } : {}) };
  await journal.add([{ is: 'begun', ...time, isFull, generation: latest + 1, choice, ...more }]);
  return last && !isOther ? (isFull ? 'full' : 'again') : 'first';
}

const unreadOf = (journal: Journal, ids: ReadonlySet<string>): JournalEntry[] =>
  Array.from(ids, (of) => {
    const { newest } = journal.conversations.get(of) ?? {};
    return { is: 'conversation', of, newest };
  });
