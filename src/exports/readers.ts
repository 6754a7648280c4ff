import { onlyRunError, RunError } from '../errors/run-error.ts';
import type { Files } from '../system/files.ts';
import type { Detected, ExportInput, ExportReader, ShapeDrafter } from './export-reader.ts';
import type { ExportFile, ExportFiles, Unpacking } from './files/export-files.ts';
import { systems } from './systems.ts';

export type { ShapeDraft } from './export-reader.ts';
export { unreadSystem } from './unread/unread-systems.ts';

export type ExportSystem = keyof typeof systems;

/** The systems whose exports are read, as pipeline files name them. */
export const exportSystems = Object.keys(systems) as readonly ExportSystem[];

/** A reader, and what it has found in the files. */
export type FoundReader = { readonly reader: ExportReader; readonly detected: Detected };

/** The readers that recognise an export, and those whose exports may look like files of anything else. */
export type FoundReaders = {
  readonly found: readonly FoundReader[];
  readonly maybe: readonly FoundReader[];
};

/**
 * The readers that recognise an export.
 * @throws RunError `EXPORT.NOT_READ` for one that is known and has no reader; `EXPORT.FORM_UNSUPPORTED`
 */
async function detectExport(files: ExportFiles): Promise<FoundReaders> {
  const all = await detectedBy(files).catch(onlyRunError);
  const isError = all instanceof RunError;
  // A reader says more about a form of its own system.
  if (isError && all.code === 'EXPORT.FORM_UNSUPPORTED') throw all;
  const isCommon = ({ detected }: FoundReader): boolean => detected.isCommon === true;
  const some = isError ? [] : all.filter((each) => !isCommon(each));
  const known = some.filter(({ detected }) => detected.isGuess !== true);
  const found = known.length > 0 ? known : some;
  // Tables of a dump may be those of another system, and so may a tree.
  if (isError || found.every(({ reader: { system }, detected }) => system === 'sql' || detected.isGuess)) {
    const { recognised } = await import('./unread/recognise.ts');
    const unread = await recognised(files, isError || found.length === 0);
    if (unread) throw unread;
  }
  if (isError) throw all;
  return { found, maybe: all.filter(isCommon) };
}

async function detectedBy(files: ExportFiles): Promise<readonly FoundReader[]> {
  const found: FoundReader[] = [];
  const sample = files.sample();
  const readers = await Promise.all(exportSystems.map((system) => systems[system]()));
  for (const reader of readers) {
    const others = readers.filter((each) => each !== reader);
    const detected = await reader.detect(sample, undefined, (file) => isOwned(others, file));
    if (detected) found.push({ reader, detected });
  }
  return found;
}

async function isOwned(readers: readonly ExportReader[], file: ExportFile): Promise<boolean> {
  for (const reader of readers) if (await reader.ownsDatabase?.(file)) return true;
  return false;
}

/**
 * The readers that recognise the export at a path.
 * @throws RunError `SOURCE.*` if its files cannot be listed; `EXPORT.FORM_UNSUPPORTED`
 */
export async function findExports(path: string, files: Files, unpacking: Unpacking): Promise<FoundReaders> {
  await using exported = await openFiles(path, files, unpacking);
  return await detectExport(exported);
}

/**
 * The reason why what is at a path is no export of a known system, and what to do.
 * @throws RunError `SOURCE.*` if its files cannot be listed or read; `EXPORT.FORM_UNSUPPORTED`
 */
export async function whyNoExport(
  path: string,
  files: Files,
  unpacking: Unpacking,
): Promise<{ readonly hint?: string }> {
  await using exported = await openFiles(path, files, unpacking);
  const fault = await exported.fault();
  if (fault) throw fault;
  return hintOf(exported, await detectExport(exported));
}

/**
 * Drafts the shape of an export whose tables are not clear; undefined if they are.
 * @throws RunError `SOURCE.*`, `EXPORT.*` if its files cannot be read
 */
export async function shapeDrafter(
  { reader }: FoundReader,
  path: string,
  shape: ExportInput['shape'],
  files: Files,
  unpacking: Unpacking,
): Promise<ShapeDrafter | undefined> {
  if (!reader.draftShape) return undefined;
  await using exported = await openFiles(path, files, unpacking);
  return await reader.draftShape({ files: exported, signal: unpacking.signal, shape });
}

async function openFiles(path: string, files: Files, unpacking: Unpacking): Promise<ExportFiles> {
  const { ExportFiles: Opened } = await import('./files/export-files.ts');
  return await Opened.open([path], files, unpacking);
}

/**
 * The reader of an export: the declared one, or with `auto` the one that recognises it.
 * @throws RunError `EXPORT.UNKNOWN` if none does, or several do; `EXPORT.OTHER_SYSTEM` if the declared one does not;
 *   `SOURCE.*` if none of the files can be read
 */
export async function readerOf(
  system: ExportSystem | 'auto',
  files: ExportFiles,
  shape: ExportInput['shape'],
): Promise<FoundReader> {
  if (system !== 'auto') return await declaredReader(system, files, shape);
  const detection = await detectExport(files);
  const names = detection.found.map(({ reader }) => reader.label).join(', ');
  const [first, ...others] = detection.found;
  if (first && others.length === 0) return first;
  if (first)
    throw new RunError(
      'EXPORT.UNKNOWN',
      `these files may be an export of several systems (${names}): ${namesOf(files)}`,
      {
        hint: 'name the system, and only the path of its files:  sources: { export: { system: …, path: … } }',
      },
    );
  throw (
    (await files.fault()) ??
    new RunError(
      'EXPORT.UNKNOWN',
      `no export of a known system is recognised in these files: ${namesOf(files)}`,
      hintOf(files, detection),
    )
  );
}

const SHOWN_MAX = 3;

/** The names of the first files, for people. */
function namesOf({ all }: ExportFiles): string {
  const rest = all.length - SHOWN_MAX;
  const shown = all.slice(0, SHOWN_MAX).map(({ name }) => name);
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Says what to do with files that are no export; nothing is known of most of them. */
function hintOf(
  files: ExportFiles,
  { maybe: [maybe] }: Pick<FoundReaders, 'maybe'> = { maybe: [] },
): { readonly hint?: string } {
  if (maybe)
    return {
      hint: `if it is an export of ${maybe.reader.label} (${maybe.detected.variant}), say so:  sources: { export: { system: ${maybe.reader.system}, path: … } }`,
    };
  const inner = files.matching(ARCHIVE)[0];
  if (inner)
    return { hint: `an archive in an archive or a folder is not read: unpack ${inner.name}, and name it` };
  const data = files.matching(DATA);
  if (data.length > 0 && data.every(({ name }) => CSV.test(name)))
    return {
      hint: 'exports of chat systems are read as JSON, not as CSV: export again as JSON; for your own tables in CSV files use  system: sql, or the pipeline that  chatferry init  writes',
    };
  return {};
}

async function declaredReader(
  system: ExportSystem,
  files: ExportFiles,
  shape: ExportInput['shape'] = {},
): Promise<FoundReader> {
  const reader = await systems[system]();
  const detected = (await reader.detect(files.sample(), shape)) ?? (await reader.detect(files, shape));
  if (detected) return { reader, detected };
  const { found } = await detectExport(files);
  const names = found.map(({ reader: { label } }) => label).join(', ');
  const [first] = found;
  const fault = first ? undefined : await files.fault();
  if (fault) throw fault;
  throw new RunError(
    'EXPORT.OTHER_SYSTEM',
    `these files are not an export of ${reader.label}${first ? `; they look like one of ${names}` : ''}: ${namesOf(files)}`,
    first ? { hint: `write  sources: { export: { system: ${first.reader.system}, … } }` } : hintOf(files),
  );
}

/** Files that could be rows. */
const CSV = /\.[ct]sv(?:\.\w+)?$/i;
const DATA = /\.(?:json|jsonl|ndjson|csv|sql|db|sqlite)(?:\.\w+)?$/i;
const ARCHIVE = /\.(?:zip|tar|tgz|tar\.(?:gz|zst|zstd)|rar|7z)$/i;
