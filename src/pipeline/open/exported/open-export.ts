import { createHash } from 'node:crypto';
import { join as joinPath, relative, resolve } from 'node:path';
import { surveyExport } from '../../../exports/choice/survey-export.ts';
import {
  type Conversion,
  type ConvertedExport,
  convertExport,
} from '../../../exports/convert/convert-export.ts';
import { DEFAULT_EXPORT_POLICIES } from '../../../exports/export-policies.ts';
import { ExportFiles } from '../../../exports/files/export-files.ts';
import { type ExportTableName, exportTables } from '../../../exports/neutral.ts';
import { readerOf } from '../../../exports/readers.ts';
import type { ExportSystem } from '../../../exports/systems.ts';
import { parsedJson } from '../../../input/json/parse-json.ts';
import { idMapDigest, uidOf } from '../../../input/rows/forms/own-ids.ts';
import { watchStanding } from '../../../system/watch-standing.ts';
import { hasPrepared } from '../../../tables/open-prepared.ts';
import { removeLeftovers } from '../../../tables/temporary.ts';
import { version } from '../../../version.ts';
import { findFiles } from '../../find-files.ts';
import type { Pipeline } from '../../pipeline.ts';
import type { ExportSpec } from '../../schema/source-schema.ts';
import type { OpenExport, Opening } from '../opening.ts';
import { ATTACHMENTS_NAME } from './attachments-name.ts';
import { assertKeptBack, withoutOriginals } from './without-originals.ts';

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
  const { pipeline, workplace, idMap, notes, copies } = opening;
  const { folder: base } = pipeline;
  const { files } = opening;
  const found = await findFiles({ path: spec.path }, { folder: base, copies }, 'export', files);
  const paths = found.map((path) => resolve(base, path));
  if (spec.anonymise) await assertKeptBack(paths, files);
  await using exported = await ExportFiles.open(paths, files, workplace);
  const { reader, detected } = await readerOf(spec.system as ExportSystem | 'auto', exported, shapeOf(spec));
  const folder = await workplace.folder();
  const pathOf = (name: ExportTableName): string => joinPath(folder, `export-${name}.table`);
  const inputs = exported.onDisk;
  const identity = await identityOf(spec, reader.system, inputs, opening);
  const known = await readKnown(joinPath(folder, SUMMARY_NAME), identity, pathOf, opening);
  const shape = shapeOf(spec) ?? detected.shape;
  const { converted, users } =
    known ??
    (await convert({ spec, reader, files: exported, shape, identity, inputs }, { folder, pathOf }, opening));
  const { rows, first, last, ...counted } = converted;
  const notesOfFiles = rows.files > 0 ? [unreachedNote(rows.files, pipeline)] : [];
  const noTopics = counted.kinds.topics ? [] : notesOfPolicies(pipeline, reader.label);
  const nothing = Object.keys(counted.kinds).length === 0 ? [HOLDS_NOTHING] : [];
  const allNotes = [...nothing, ...counted.notes, ...notesOfFiles, ...noTopics];
  for (const note of allNotes) notes.warnings.add(`sources.export: ${note}`);
  const { system, label } = reader;
  const span =
    first === undefined || last === undefined ? {} : { first: isoTime(first), last: isoTime(last) };
  return {
    summary: { system, label, variant: detected.variant, ...span, ...counted, notes: allNotes },
    rows,
    pathOf,
    ...(users ? { idMap: { users: new Map(users), groups: idMap?.groups ?? new Map() } } : {}),
    ...(rows.files > 0 ? { unreached: pathOf('files') } : {}),
  };
}

/** Milliseconds since 1970 as text; times beyond what a date can hold end there. */
const isoTime = (ms: number): string => new Date(Math.min(Math.max(ms, -DATE_MAX), DATE_MAX)).toISOString();
const DATE_MAX = 8.64e15;

const unreachedNote = (count: number, { folder, stateFolder }: Pipeline): string => {
  const list = relative(folder, joinPath(stateFolder, ATTACHMENTS_NAME));
  return `no address leads everybody to ${count} ${count === 1 ? 'file' : 'files'} of messages, now and later; run lists them in ${list}`;
};

const HOLDS_NOTHING = 'it holds nothing: no people, no conversations and no messages';

/** Few systems have topics. */
const notesOfPolicies = ({ policies: { topics } }: Pipeline, label: string): readonly string[] =>
  topics === DEFAULT_EXPORT_POLICIES.topics
    ? []
    : [`policies: { topics: ${topics} } has no effect: this export of ${label} has no topics`];

const SUMMARY_NAME = 'export.json';

const shapeOf = ({ shape }: ExportSpec): Readonly<Record<string, unknown>> | undefined =>
  typeof shape === 'string' ? { preset: shape } : shape;

/** Conversion of an export, and what the pipeline says of it. */
type Exported = Pick<Conversion, 'reader' | 'files' | 'shape' | 'identity' | 'inputs'> & {
  readonly spec: ExportSpec;
};

/** Facts that are kept beside the tables. */
type Known = {
  readonly identity: string;
  readonly converted: ConvertedExport;
  /** An app's own ids, by those of the export; absent without an `idMap`. */
  readonly users?: readonly (readonly [string, string])[];
};

async function convert(
  { spec, ...exported }: Exported,
  { folder, pathOf }: { readonly folder: string; pathOf(name: ExportTableName): string },
  opening: Opening,
): Promise<Known> {
  const { system, signal } = opening.workplace;
  const { files, random } = system;
  for (const name of exportTables) await removeLeftovers({ path: pathOf(name), files });
  const { zone, filesBase, owner, anonymise } = spec;
  const input = { files: exported.files, shape: exported.shape, zone, signal };
  const { choice, users, notes } = await surveyExport(exported.reader, input, {
    ...spec,
    skipsBots: opening.pipeline.policies.bots === 'skip',
    named: opening.people,
    users: opening.idMap?.users,
  });
  const found = await convertExport(
    {
      ...exported,
      zone,
      choice,
      owner,
      policies: opening.pipeline.policies,
      filesBase: filesBase?.replace(/\/?$/, '/'),
      isAnonymous: anonymise === true,
      statesDeletions: opening.pipeline.sync !== undefined,
      uidOf: uidOf(users && { users }),
    },
    { files, random, pathOf },
    signal,
  );
  const { identity } = exported;
  const known: Known = {
    identity,
    converted: { ...found, notes: [...notes, ...found.notes] },
    ...(users ? { users: [...users] } : {}),
  };
  await files.writeFile(joinPath(folder, SUMMARY_NAME), JSON.stringify(known), { mode: 0o600 });
  return known;
}

/** The summary of tables that are there; undefined if one is missing, or of another export. */
async function readKnown(
  path: string,
  identity: string,
  pathOf: (name: ExportTableName) => string,
  { workplace: { system } }: Opening,
): Promise<Known | undefined> {
  const text = await system.files.readFile(path, 'utf8').catch(() => undefined);
  const known = text === undefined ? undefined : (parsedJson(text, false) as Known | undefined);
  if (known?.identity !== identity) return undefined;
  for (const name of exportTables)
    if (!(await hasPrepared(pathOf(name), identity, system.files))) return undefined;
  return known;
}

/** Everything that decides what the tables have. */
async function identityOf(
  spec: ExportSpec,
  system: string,
  inputs: readonly string[],
  { workplace, pipeline, idMap, people }: Opening,
): Promise<string> {
  const { files } = workplace.system;
  const hash = createHash('sha256').update(`${version} ${system}\n`);
  // Tables of a sync have rows that those of a migration do not have.
  const of = pipeline.sync ? ['sync'] : [];
  const ids = [idMapDigest(idMap), ...people.map(({ by, source, id }) => [by, source, id])];
  hash.update(JSON.stringify([{ ...spec, path: undefined }, pipeline.policies, ids, ...of]));
  for (const path of inputs) {
    const { size, mtimeMs } = await files.stat(path);
    hash.update(JSON.stringify([path, size, mtimeMs]));
  }
  return hash.digest('hex');
}
