import { join, relative } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { sumsOf } from '../../files/block-sums.ts';
import { writePrivate } from '../../files/private-file.ts';
import { entities } from '../../input/entities/entities.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { hasLedger } from '../../ledger/open-log.ts';
import { countInLog, rewriteLog } from '../../ledger/rewrite-log.ts';
import { ATTACHMENTS_NAME, isPulled } from '../../pipeline/state-place.ts';
import { shownAddress } from '../../session/workplace/copies-file.ts';
import { State, type StatePaths } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import { amount } from '../../terminal/printable.ts';
import { KeptLinks, LINKS_LOG } from '../live/lane/links/kept-links.ts';
import { isPackedFile, keepRecords, recordsIn, someOf } from './records.ts';
import { bytesTest, isRowOf, nameTest, type Traces } from './traces.ts';

/** The parts of a kept file that name the person. */
export type KeptTrace = {
  /** Its path in the state folder. */
  readonly file: string;
  /** The parts to remove from it, such as `3 records`, or `the file`. */
  readonly what: string;
  /** The number of these parts; 1 for a whole file. */
  readonly count: number;
  /** Removes them. Done again, it does no harm. */
  remove(): Promise<void>;
};

/** The service's own data, what only has digests, and what is handled by itself. */
const OTHERS =
  /^(?:sandbox(?:\.sqlite|\/)|lock$|ledger\.(?:log|sqlite(?:-\w+)?)$|forgotten\.json$|keys\/|sync\/|prepared\/|pilot\/|files\/|live\/in\/(?:lock.*|(?:old|new)-\d+)$|live\/done-|live\/(?:phase|gaps|numbers|links\.(?:ndjson|sqlite(?:-\w+)?))$|live\/back\/(?:lock.*|ledger\.(?:log|sqlite(?:-\w+)?)|checkpoint\.json)$|(?:retry\/)?checkpoint\.json$)/;
const ID_MAP = 'id-map.csv';
const RECORDS = /\.(?:csv|tsv|ndjson|log)$/;

/**
 * Finds what is kept of a person, in the order in which it is to be removed: a removal that is killed finds the rest again.
 * @param isAgain whether an earlier removal was interrupted
 */
export async function findKept(
  state: State,
  traces: Traces,
  { hasLedger: isWritten, isAgain }: { readonly hasLedger: boolean; readonly isAgain: boolean },
  system: System,
): Promise<readonly KeptTrace[]> {
  const { files } = system;
  const { paths } = state;
  const inText = nameTest(traces);
  const anywhere = bytesTest(traces);
  const names = (text: string): boolean => traces.messages.has(text) || inText(latin1(text));
  const found: KeptTrace[] = [];
  for (const path of await filesIn(paths.folder, files)) {
    const file = relative(paths.folder, path);
    if (OTHERS.test(file)) continue;
    const isOfFile = file === ATTACHMENTS_NAME ? namesFileOf(traces) : inText;
    const trace = RECORDS.test(file)
      ? recordTrace(path, (text) => inText(text) || isOfFile(text), names, files)
      : file.endsWith('.json') && !/(?:^|\/)plan\.json$/.test(file)
        ? await documentTrace(path, names, files)
        : fileTrace(path, /\.(?:html|json)$/.test(file) ? inText : anywhere, files);
    if (trace) found.push({ file, ...trace });
  }
  // First the pages, which only the documents beside them tell.
  found.unshift(...pagesBeside(found, paths, files));
  found.push(...(await folderTraces(paths, inText, files)));
  for (const each of [state, state.retry])
    found.push(...(await checkpointTrace(each, state, names, isAgain || found.some(isClaimed))));
  if (isWritten) found.push(...ledgerTrace(state, state, traces, system));
  found.push(...(await liveTraces(state, traces, names, { isAgain, system })));
  // Last what says by which ids the others were found.
  return found.toSorted((a, b) => Number(a.file === ID_MAP) - Number(b.file === ID_MAP));
}

/** A test of lines of the list of files: one of the person's messages, or of the files that only these name. */
const namesFileOf = ({ messages, addresses }: Traces) => {
  const shown = new Set([...addresses].map(shownAddress));
  return (line: string): boolean => {
    const [cells = []] = parse(Buffer.from(line, 'latin1'), { relax_quotes: true }) as string[][];
    return cells.some((cell) => messages.has(cell) || shown.has(cell));
  };
};

/** Each character of UTF-8 text as the bytes that it has in a file. */
const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

type Trace = Omit<KeptTrace, 'file'>;

async function filesIn(folder: string, files: Files): Promise<string[]> {
  const found: string[] = [];
  for (const name of (await files.readdir(folder).catch(() => [])).toSorted())
    found.push(...(await filesAt(join(folder, name), files)));
  return found;
}

/** A file, or those of a folder. */
async function filesAt(path: string, files: Files): Promise<string[]> {
  const stats = await files.lstat(path);
  if (stats.isDirectory()) return await filesIn(path, files);
  return stats.isFile() ? [path] : [];
}

/** Records that name the person, or a message of theirs; the first line of a table is its header. */
function recordTrace(
  path: string,
  inText: (text: string) => boolean,
  names: (text: string) => boolean,
  files: Files,
): Trace | undefined {
  const isTable = /\.[ct]sv$/.test(path);
  const isTheirs = (record: string, index: number): boolean =>
    (index > 0 || !isTable) && (inText(record) || (!isTable && isJsonOf(record, names)));
  let index = 0;
  let count = 0;
  for (const record of recordsIn(path, files)) if (isTheirs(record, index++)) count++;
  if (count === 0) return undefined;
  // What is left of a file without rows is of no use.
  const isAll = count === index - (isTable ? 1 : 0);
  return {
    count,
    what: amount(count, 'record'),
    async remove() {
      if (isAll) await files.rm(path, { force: true });
      else keepRecords(path, (record, at) => !isTheirs(record, at), files);
    },
  };
}

/** True if a record is JSON of a person; one that is nested too deeply to be walked is not. */
function isJsonOf(record: string, names: (text: string) => boolean): boolean {
  try {
    return withoutPerson([JSON.parse(Buffer.from(record, 'latin1').toString())], names).removed > 0;
  } catch {
    return false;
  }
}

async function documentTrace(
  path: string,
  names: (text: string) => boolean,
  files: Files,
): Promise<Trace | undefined> {
  let redacted: Redacted<unknown>;
  try {
    redacted = withoutPerson<unknown>(JSON.parse(await files.readFile(path, 'utf8')), names);
  } catch {
    return fileTrace(path, (text) => names(text), files);
  }
  if (redacted.removed === 0) return undefined;
  return {
    count: redacted.removed,
    what: amount(redacted.removed, 'entry', 'entries'),
    remove: () => writePrivate(files, path, `${JSON.stringify(redacted.value, undefined, 2)}\n`),
  };
}

function fileTrace(path: string, names: (text: string) => boolean, files: Files): Trace | undefined {
  if (!someOf(path, names, files)) return undefined;
  return { count: 1, what: 'the file', remove: () => files.rm(path, { force: true }) };
}

/**
 * Tables, spools and copies are made of the sources whenever they are needed; one of them fits only the others. A compressed
 * one may name anybody. A run of some of the
 * rows begins anew each time.
 */
async function folderTraces(
  { folder, prepared, pilot }: StatePaths,
  inText: (text: string) => boolean,
  files: Files,
): Promise<KeptTrace[]> {
  const found: KeptTrace[] = [];
  for (const path of [prepared, pilot]) {
    // Records of an old system are read again at a cost: they lose the person alone.
    const parts = (await files.readdir(path).catch(() => [])).filter((name) => !isPulled(name));
    const paths = (await Promise.all(parts.map((name) => filesAt(join(path, name), files)))).flat();
    if (!paths.some((each) => isPackedFile(each, files) || someOf(each, inText, files))) continue;
    const remove = async (): Promise<void> => {
      for (const name of parts) await files.rm(join(path, name), { recursive: true, force: true });
    };
    found.push({ file: `${relative(folder, path)}/`, count: paths.length, what: 'the folder', remove });
  }
  return found;
}

/** Pages show the samples of the document beside them, also those without a name. */
function pagesBeside(found: readonly KeptTrace[], { folder }: StatePaths, files: Files): KeptTrace[] {
  const known = new Set(found.map(({ file }) => file));
  return found.flatMap(({ file }): KeptTrace[] => {
    const page = file.replace(/\.json$/, '.html');
    if (page === file || known.has(page) || !files.existsSync(join(folder, page))) return [];
    const remove = (): Promise<void> => files.rm(join(folder, page), { force: true });
    return [{ file: page, count: 1, what: 'the file', remove }];
  });
}

/** True if a checkpoint claims a length and checksums of the file. */
const isClaimed = ({ file }: KeptTrace): boolean => /^(?:retry\/)?(?:rejects|archive)\//.test(file);

/** A checkpoint loses its samples, and claims the files as they are then. It comes after them. */
async function checkpointTrace(
  own: State,
  root: State,
  names: (text: string) => boolean,
  isChanged: boolean,
): Promise<KeptTrace[]> {
  const { store, paths } = own;
  const checkpoint = await store.load();
  if (!checkpoint) return [];
  let count = 0;
  const clean = <T>(value: T): T => {
    const { value: left, removed } = withoutPerson(value, names);
    count += removed;
    return left;
  };
  const steps = Object.fromEntries(
    Object.entries(checkpoint.steps).map(([entity, step]) => [
      entity,
      { ...step, problems: clean(step.problems), ...(step.notices ? { notices: clean(step.notices) } : {}) },
    ]),
  ) as Checkpoint['steps'];
  const opened = checkpoint.opened && { opened: clean(checkpoint.opened) };
  const prefix = relative(root.paths.folder, join(paths.folder, 'x')).slice(0, -1);
  if (count === 0 && !isChanged) return [];
  const remove = async (): Promise<void> =>
    store.save(await claimingAnew({ ...checkpoint, ...opened, steps }, own, root));
  return [{ file: `${prefix}checkpoint.json`, count, what: amount(count, 'entry', 'entries'), remove }];
}

/** The checkpoint with the lengths and checksums of its files as they are now, and without a place in the log. */
async function claimingAnew(checkpoint: Checkpoint, own: State, root: State): Promise<Checkpoint> {
  const sums = { ...checkpoint.sums };
  const claim = async ({ kept }: State, name: string): Promise<number> => {
    const bytes = (await kept.bytesOf(name)) ?? 0;
    delete sums[name];
    const found = bytes > 0 ? sumsOf(kept, name, bytes) : undefined;
    if (found) sums[name] = found;
    return bytes;
  };
  const steps: Checkpoint['steps'] = {};
  for (const entity of entityNames) {
    const step = checkpoint.steps[entity];
    if (!step) continue;
    const rejects: Record<string, number> = {};
    for (const name of Object.keys(step.rejects)) {
      const bytes = await claim(own, own.rejectsOf(name));
      if (bytes > 0) rejects[name] = bytes;
    }
    const { archived, ...rest } = step;
    const left = archived === undefined ? 0 : await claim(root, root.archive.name);
    steps[entity] = { ...rest, rejects, ...(left > 0 ? { archived: left } : {}) };
  }
  const { ledger, ...rest } = checkpoint;
  const { log: _, ...held } = ledger ?? {};
  return { ...rest, ...(ledger ? { ledger: held as typeof ledger } : {}), steps, sums };
}

function ledgerTrace({ ledger, paths }: State, root: State, traces: Traces, system: System): KeptTrace[] {
  const { sync } = paths;
  const counts = countInLog(ledger, system, (entity, entry) => isRowOf(entity, entry, traces));
  const count = Object.values(counts).reduce((sum, each) => sum + each, 0);
  if (count === 0) return [];
  const what = entityNames
    .filter((name) => counts[name] > 0)
    .map((name) => amount(counts[name], entities[name].noun, name))
    .join(', ');
  return [
    {
      file: relative(root.paths.folder, paths.ledger),
      count,
      what,
      async remove() {
        // The fingerprints name rows of the ledger; the next sync run compares every row by its key instead.
        for (const name of await system.files.readdir(sync).catch(() => []))
          await system.files.rm(join(sync, name), { force: true });
        rewriteLog(ledger, system, (entity, entry) => !isRowOf(entity, entry, traces));
      },
    },
  ];
}

/** Traces in what keeps two systems alike: the log of what both hold, and the ledger of the way back. */
async function liveTraces(
  state: State,
  traces: Traces,
  names: (text: string) => boolean,
  { isAgain, system }: { readonly isAgain: boolean; readonly system: System },
): Promise<KeptTrace[]> {
  const { files } = system;
  if (!files.existsSync(state.paths.live)) return [];
  const found: KeptTrace[] = [];
  const inText = nameTest(traces);
  const links = new KeptLinks(state, files);
  const isTheirs = (record: object): boolean => {
    const text = latin1(JSON.stringify(record));
    return inText(text) || isJsonOf(text, names);
  };
  const count = links.count(isTheirs) ?? 0;
  if (count > 0) {
    const remove = async (): Promise<void> => links.rewrite((record) => !isTheirs(record));
    found.push({ file: LINKS_LOG, count, what: amount(count, 'record'), remove });
  }
  const back = new State(join(state.paths.live, 'back'), files);
  if (!(await hasLedger(back.ledger, files))) return found;
  const ledger = ledgerTrace(back, state, traces, system);
  found.push(...(await checkpointTrace(back, state, names, isAgain || ledger.length > 0)), ...ledger);
  return found;
}

/** The rest of a JSON value without a person, and how many of its parts are gone. */
type Redacted<T> = { readonly value: T; readonly removed: number };

type Names = (text: string) => boolean;

/**
 * Removes from a JSON value what names a person: elements of lists as a whole, with the objects in them, and members of
 * other objects. Lists in an element are looked at one by one, so that a problem loses a sample and not all of them. A
 * sample that has a value and no key may be anybody's, and goes as well.
 * @param names whether a text names the person
 */
function withoutPerson<T>(value: T, names: Names): Redacted<T> {
  let removed = 0;
  const stays = (isTheirs: boolean): boolean => {
    if (isTheirs) removed++;
    return !isTheirs;
  };
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.filter((each) => stays(isOf(each, names))).map(walk);
    if (part === null || typeof part !== 'object') return part;
    const members = Object.entries(part).filter(([key, each]) => stays(names(key) || isText(each, names)));
    return Object.fromEntries(members.map(([key, each]) => [key, walk(each)]));
  };
  return { value: walk(value) as T, removed };
}

const isText = (part: unknown, names: Names): boolean =>
  (typeof part === 'string' || typeof part === 'number') && names(String(part));

/** True if an element of a list is about the person: by its texts and those of the objects in it, not by its lists. */
function isOf(part: unknown, names: Names): boolean {
  if (part === null || typeof part !== 'object') return isText(part, names);
  if (Array.isArray(part)) return false;
  const isNameless = 'line' in part && ('value' in part || 'raw' in part) && !('key' in part);
  const hasLists = (each: unknown): boolean => Array.isArray(each);
  return (
    isNameless ||
    Object.entries(part).some(([key, each]) => names(key) || (!hasLists(each) && isOf(each, names)))
  );
}
