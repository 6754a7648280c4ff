import { join as joinPath, relative, resolve } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { DEFAULT_EXPORT_POLICIES } from '../../../exports/export-rules.ts';
import { type ExportCopies, writeExportTables } from '../../../exports/export-tables.ts';
import { archiveKind } from '../../../input/sources/bytes/archive-list.ts';
import type { Files } from '../../../system/files.ts';
import { watchStanding } from '../../../system/watch-standing.ts';
import { findFiles } from '../../find-files.ts';
import type { Pipeline } from '../../pipeline.ts';
import type { ExportSpec } from '../../schema/source-schema.ts';
import { ATTACHMENTS_NAME } from '../../state-place.ts';
import type { OpenExport, Opening } from '../opening.ts';

/**
 * Finds the files of an export, and writes its tables unless they are there already.
 * @throws RunError `SOURCE.*`, `EXPORT.*`, `STATE.UNWRITABLE`
 */
export async function openExport(spec: ExportSpec, opening: Opening): Promise<OpenExport> {
  // Its reader meets texts that nobody has seen: a signal ends it even if one of them makes it stand.
  watchStanding();
  return spec.anonymise
    ? await withoutOriginals(() => openFiles(spec, opening))
    : await openFiles(spec, opening);
}

async function openFiles(spec: ExportSpec, opening: Opening): Promise<OpenExport> {
  const { pipeline, workplace, idMap, people, notes, copies, files } = opening;
  const { folder: base, policies, sync } = pipeline;
  const found = await findFiles({ path: spec.path }, { folder: base, copies }, 'export', files);
  const paths = found.map((path) => resolve(base, path));
  if (spec.anonymise) await assertKeptBack(paths, files);
  const { system, label, variant, users, converted, pathOf } = await writeExportTables(
    spec,
    paths,
    { policies, statesDeletions: sync !== undefined, idMap, people, copies: await copiesIn(pipeline) },
    files,
    workplace,
  );
  const { rows, first, last, ...counted } = converted;
  const notesOfFiles = rows.files > 0 ? [unreachedNote(rows.files, pipeline)] : [];
  const noTopics = counted.kinds.topics ? [] : notesOfPolicies(pipeline, label);
  const nothing = Object.keys(counted.kinds).length === 0 ? [HOLDS_NOTHING] : [];
  const allNotes = [...nothing, ...counted.notes, ...notesOfFiles, ...noTopics];
  for (const note of allNotes) notes.warnings.add(`sources.export: ${note}`);
  const span =
    first === undefined || last === undefined ? {} : { first: isoTime(first), last: isoTime(last) };
  return {
    summary: { system, label, variant, ...span, ...counted, notes: allNotes },
    rows,
    pathOf,
    paths,
    ...(users ? { idMap: { users: new Map(users), groups: idMap?.groups ?? new Map() } } : {}),
    ...(rows.files > 0 ? { unreached: pathOf('files') } : {}),
  };
}

/** Which files of an export are copied; undefined for none. */
async function copiesIn({ files }: Pipeline): Promise<ExportCopies | undefined> {
  if (!files) return undefined;
  const { isKeptAddress } = await import('../../files/fetch/address-rules.ts');
  return { what: files.what, keep: files.keep, isKept: (url) => isKeptAddress(url, files) };
}

/** Milliseconds since 1970 as text; times beyond what a date can hold end there. */
const isoTime = (ms: number): string => new Date(Math.min(Math.max(ms, -DATE_MAX), DATE_MAX)).toISOString();
const DATE_MAX = 8.64e15;

const unreachedNote = (count: number, { folder, stateFolder }: Pipeline): string => {
  const list = relative(folder, joinPath(stateFolder, ATTACHMENTS_NAME));
  return `${count} ${count === 1 ? 'attachment has' : 'attachments have'} no public, permanent URL; run lists them in ${list}`;
};

const HOLDS_NOTHING = 'it is empty: no people, no conversations and no messages';

/** Few systems have topics. */
const notesOfPolicies = ({ policies: { topics } }: Pipeline, label: string): readonly string[] =>
  topics === DEFAULT_EXPORT_POLICIES.topics
    ? []
    : [`policies: { topics: ${topics} } has no effect: this export of ${label} has no topics`];

/**
 * Does something with an anonymised export. Its errors say what is wrong without a word of the export: neither a name that may be
 * meant, nor a file in an archive.
 * @throws RunError with the code of the error
 */
async function withoutOriginals<T>(does: () => Promise<T>): Promise<T> {
  try {
    return await does();
  } catch (error) {
    if (!(error instanceof RunError) || isOurs(error)) throw error;
    throw new RunError(error.code, 'sources.export: the error is hidden (anonymise)', {
      hint: 'chatferry validate  of a pipeline without anonymise shows it',
    });
  }
}

/** True if an error names nothing but what the pipeline says, or the state. */
const isOurs = ({ code }: RunError): boolean => /^(?:STATE|CONFIG)\.|^SOURCE\.MISSING$/.test(code);

/**
 * Refuses files whose names or contents would be kept in the state folder: those of folders, and compressed archives that are
 * unpacked there.
 * @throws RunError `CONFIG.INVALID`
 */
async function assertKeptBack(paths: readonly string[], files: Files): Promise<void> {
  for (const path of paths) {
    const stats = await files.stat(path).catch(() => undefined);
    if (stats?.isDirectory())
      throw refused(
        'the names of the files in a folder would be saved in the state',
        `zip -r export.zip ${path}`,
      );
    const kind = stats && (await archiveKind(files, path));
    if (kind !== undefined && kind !== 'zip' && kind.tar !== undefined)
      throw refused('a compressed tar archive is unpacked into the state', 'make it a zip archive');
  }
}

const refused = (why: string, hint: string): RunError =>
  new RunError('CONFIG.INVALID', `sources.export.anonymise: ${why}`, { hint });
