import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  type ListStep,
  type OriginConversation,
  OriginError,
  type OriginList,
  type OriginRow,
} from '../../../origin/origin.ts';
import {
  type HeldList,
  type JournalEntry,
  type ListKey,
  NO_RECORDS,
  type WritingList,
} from '../records/journal.ts';
import { Frames, RecordWriter, recordLines, recordPath } from '../records/record-file.ts';
import { writeGone } from './gone-messages.ts';
import { requireEnd } from './list-end.ts';
import { ListRows } from './list-rows.ts';
import type { Pulling } from './pulling.ts';
import { fetchVendorFile } from './vendor-file.ts';

/** The most times that a list is begun anew because its place is not known any more. */
const RENEWALS_MAX = 3;
/** The most times that the address of a file is asked for. */
const FILE_TRIES = 3;
/** So long a job may take. */
const WAIT_MAX_MS = 24 * 3_600_000;

/** A list that is to be read. */
export type ListTask = {
  readonly list: OriginList;
  /** The conversation that it is of, and its record. */
  readonly conversation?: OriginConversation;
  readonly row?: OriginRow['row'];
  /** A message from this time on that is there no more was deleted. */
  readonly goneFrom?: number | undefined;
};

/**
 * Reads a list to its end, from where it stopped. A list of a conversation then takes the place of its former file; one at the
 * top waits for the others.
 * @throws OriginError; RunError `PULL.*`, `SOURCE.SPOOL_FULL`; the reason of the signal
 */
export async function pullList(task: ListTask, pulling: Pulling): Promise<void> {
  const key = { of: task.conversation?.id, list: task.list.name };
  for (let renewed = 0; ; renewed++)
    try {
      return await readOnce(task, pulling);
    } catch (error) {
      const isExpired = error instanceof OriginError && error.fault === 'expired';
      if (!isExpired) throw error;
      if (renewed === RENEWALS_MAX) throw new OriginError('form', `${error.message} (${renewed + 1} times)`);
      await pulling.journal.add([{ is: 'unwritten', ...key }]);
    }
}

async function readOnce(task: ListTask, pulling: Pulling): Promise<void> {
  const { list, conversation, row = {}, goneFrom } = task;
  const of = conversation?.id;
  const { journal, files, folder, signal } = pulling;
  const key = { of, list: list.name };
  const begun = journal.writing(key);
  if (begun?.isEnded === true) return;
  await using out = new RecordWriter(join(folder, recordPath(key, pulling.pull.generation)), files);
  const known = begun && (await out.resume(begun.bytes)) ? begun : undefined;
  const limits = {
    system: pulling.system,
    origin: pulling.origin,
    until: pulling.pull.until,
    from: list.from,
    notesAuthors: pulling.origin.people !== undefined,
    redact: pulling.place.redact,
    leftOut: () => {
      pulling.leftOut++;
    },
  };
  const rows = new ListRows(limits, known);
  const vendorFiles = new Set(known?.files ?? carried(list, journal.held(key)));
  if (!known) await keepFormer(task, journal.held(key), { rows, out, pulling });
  const stateAt = (at: string): WritingList => ({
    at,
    bytes: out.bytes,
    counted: { ...rows.counted },
    ...(vendorFiles.size > 0 ? { files: [...vendorFiles] } : {}),
    ...rows.takeFound(),
  });
  const places = new Places();
  for (let at = known?.at ?? list.first; ; ) {
    signal.throwIfAborted();
    const { step, file } = await stepWithFile(list, at, pulling);
    const before = { ...rows.counted };
    await out.add(rows.linesOf(step.rows));
    if (file !== undefined) vendorFiles.add(file);
    const { next, waitMs = 0 } = step;
    const fetched: JournalEntry = pulling.fetched(before, rows.counted);
    if (next === undefined) {
      if (conversation && list.name === 'messages' && list.adds !== true && !rows.isCut)
        await requireEnd({ conversation, row, list, goneFrom, newest: rows.newest }, pulling);
      const last = { ...key, ...stateAt(at) };
      return of === undefined
        ? await ended([{ is: 'part', ...last, isEnded: true }, fetched], out, pulling)
        : await replaced({ list, of, goneFrom }, last, { fetched, out, pulling });
    }
    places.add(list.name, at, next, waitMs);
    if (next !== at || step.rows.length > 0) {
      await ended([{ is: 'part', ...key, ...stateAt(next) }, fetched], out, pulling);
    }
    if (waitMs > 0) await pulling.clock.sleep(waitMs, signal);
    at = next;
  }
}

/** A part of a list, with the path of its file. The address of a file may be over: the part is asked for again, with another one. */
async function stepWithFile(
  list: OriginList,
  at: string,
  pulling: Pulling,
): Promise<{ readonly step: ListStep; readonly file?: string }> {
  for (let tries = 1; ; tries++) {
    const step = await pulling.asked(() => list.step(at, pulling.signal));
    if (!step.file) return { step };
    try {
      return { step, file: await fetchVendorFile(step.file, pulling) };
    } catch (error) {
      if (!(error instanceof OriginError) || error.fault !== 'expired') throw error;
      if (tries === FILE_TRIES) throw new OriginError('job', error.message);
    }
  }
}

/** Files of the vendor that stay, because what is new is added to them. */
const carried = ({ adds }: OriginList, held: HeldList | undefined): readonly string[] =>
  (adds === true ? held?.files : undefined) ?? [];

/** Bytes first, then the line that speaks of them. */
async function ended(
  entries: readonly JournalEntry[],
  out: RecordWriter,
  { journal, progress }: Pulling,
): Promise<void> {
  await out.sync();
  await journal.add(entries);
  progress();
}

type Writing = { readonly rows: ListRows; readonly out: RecordWriter; readonly pulling: Pulling };

/** Begins a file with the records of the former one that are not read again. */
async function keepFormer(
  { list, conversation }: ListTask,
  held: HeldList | undefined,
  { rows, out, pulling }: Writing,
): Promise<void> {
  const path = held && pulling.pathOf({ ...held, of: conversation?.id });
  if (path === undefined || (list.from === undefined && list.adds !== true)) return;
  const frames = new Frames(out);
  for await (const lines of recordLines(path, pulling.files, pulling.signal))
    await frames.add(rows.keptOf(lines));
  await frames.end();
}

type Ending = { readonly fetched: JournalEntry; readonly out: RecordWriter; readonly pulling: Pulling };

/** The new file of a list of a conversation takes the place of the former one, with the messages that are gone. */
async function replaced(
  { list, of, goneFrom }: Pick<ListTask, 'list' | 'goneFrom'> & { readonly of: string },
  { at, isEnded, ...last }: WritingList & ListKey,
  { fetched, out, pulling }: Ending,
): Promise<void> {
  const { journal, folder, files, signal, system, origin } = pulling;
  const { until, generation } = pulling.pull;
  await out.sync();
  const before = journal.held({ of, list: list.name });
  const goneKey = { of, list: list.name === 'messages' ? 'gone' : `gone-${list.name}` };
  const goneBefore = journal.held(goneKey);
  const entries: JournalEntry[] = [{ is: 'held', ...last, generation }, fetched];
  const from = list.adds === true ? undefined : (list.from ?? goneFrom);
  if (before && from !== undefined) {
    await using gone = new RecordWriter(join(folder, recordPath(goneKey, generation)), files);
    const after = out.bytes > 0 ? out.path : undefined;
    const paths = {
      before: pulling.pathOf({ ...before, of }),
      after,
      gone: goneBefore && pulling.pathOf({ ...goneBefore, of }),
    };
    await writeGone({ system, of, origin, ...paths, from, until, files, signal }, gone);
    await gone.sync();
    if (gone.bytes > 0)
      entries.push({ is: 'held', ...goneKey, generation, bytes: gone.bytes, counted: NO_RECORDS });
    else if (goneBefore) entries.push({ is: 'lost', ...goneKey });
  }
  await ended(entries, out, pulling);
  for (const former of [before, entries.length > 2 ? goneBefore : undefined])
    if (former && former.generation !== generation) await pulling.removeFormer({ ...former, of });
}

/** Places of a list that were asked for: one that comes again would go on for ever. */
class Places {
  readonly #asked = new Set<string>();
  #waitedMs = 0;

  /** @throws OriginError for a place that comes again, or a job that takes too long */
  add(list: string, at: string, next: string, waitMs: number): void {
    this.#waitedMs = waitMs > 0 ? this.#waitedMs + waitMs : 0;
    if (this.#waitedMs > WAIT_MAX_MS)
      throw new OriginError('job', `${list}: the job is not done after 24 hours`);
    this.#asked.add(digestOf(at));
    if (waitMs === 0 && this.#asked.has(digestOf(next)))
      throw new OriginError('form', `${list}: the list leads back to a place that it had before`);
  }
}

const digestOf = (place: string): string => createHash('sha1').update(place).digest('base64');
