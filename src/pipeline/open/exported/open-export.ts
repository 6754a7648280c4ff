import { createHash } from 'node:crypto';
import { join as joinPath, relative, resolve } from 'node:path';
import { type ConvertedExport, convertExport } from '../../../input/exports/convert/convert-export.ts';
import { DEFAULT_EXPORT_POLICIES } from '../../../input/exports/export-policies.ts';
import { ExportFiles } from '../../../input/exports/files/export-files.ts';
import { type ExportTableName, exportTables } from '../../../input/exports/neutral.ts';
import { readerOf } from '../../../input/exports/readers.ts';
import type { ExportSystem } from '../../../input/exports/systems.ts';
import { parsedJson } from '../../../input/json/parse-json.ts';
import { readHeader } from '../../../input/prepared/table-header.ts';
import { removeLeftovers } from '../../../input/prepared/temporary.ts';
import { idMapDigest, uidOf } from '../../../input/rows/forms/own-ids.ts';
import { realFiles } from '../../../system/files.ts';
import { version } from '../../../version.ts';
import { findFiles } from '../../find-files.ts';
import type { Pipeline } from '../../pipeline.ts';
import type { ExportSpec } from '../../schema/source-schema.ts';
import type { OpenExport, Opening } from '../opening.ts';
import { ATTACHMENTS_NAME } from './attachments-name.ts';

/**
 * Finds the files of an export, and writes its tables unless they are there already.
 * @throws RunError `SOURCE.*`, `EXPORT.*`, `STATE.UNWRITABLE`
 */
export async function openExport(spec: ExportSpec, opening: Opening): Promise<OpenExport> {
  const { pipeline, workplace, idMap, notes, copies } = opening;
  const { folder: base } = pipeline;
  const files = opening.files ?? realFiles;
  const paths = await findFiles({ path: spec.path }, { folder: base, copies }, 'export', files);
  await using exported = await ExportFiles.open(
    paths.map((path) => resolve(base, path)),
    files,
    workplace,
  );
  const { reader, detected } = await readerOf(spec.system as ExportSystem | 'auto', exported, shapeOf(spec));
  const folder = await workplace.folder();
  const pathOf = (name: ExportTableName): string => joinPath(folder, `export-${name}.table`);
  const inputs = exported.onDisk;
  const identity = await identityOf(spec, reader.system, inputs, opening);
  const known = await readKnown(joinPath(folder, SUMMARY_NAME), identity, pathOf, opening);
  const converted =
    known ??
    (await convert(
      {
        ...{ reader, files: exported, policies: pipeline.policies, identity, inputs },
        ...{ zone: spec.zone, shape: shapeOf(spec) ?? detected.shape, uidOf: uidOf(idMap) },
        filesBase: spec.filesBase?.replace(/\/?$/, '/'),
      },
      { folder, pathOf },
      opening,
    ));
  const { rows, first, last, ...found } = converted;
  const notesOfFiles = rows.files > 0 ? [unreachedNote(rows.files, pipeline)] : [];
  const noTopics = found.kinds.topics ? [] : notesOfPolicies(pipeline, reader.label);
  const allNotes = [...found.notes, ...notesOfFiles, ...noTopics];
  for (const note of allNotes) notes.warnings.add(`sources.export: ${note}`);
  const { system, label } = reader;
  const span =
    first === undefined || last === undefined ? {} : { first: isoTime(first), last: isoTime(last) };
  return {
    summary: { system, label, variant: detected.variant, ...span, ...found, notes: allNotes },
    ...{ rows, pathOf },
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

/** Few systems have topics. */
const notesOfPolicies = ({ policies: { topics } }: Pipeline, label: string): readonly string[] =>
  topics === DEFAULT_EXPORT_POLICIES.topics
    ? []
    : [`policies: { topics: ${topics} } has no effect: this export of ${label} has no topics`];

const SUMMARY_NAME = 'export.json';

const shapeOf = ({ shape }: ExportSpec): Readonly<Record<string, unknown>> | undefined =>
  typeof shape === 'string' ? { preset: shape } : shape;

async function convert(
  conversion: Parameters<typeof convertExport>[0],
  { folder, pathOf }: { readonly folder: string; pathOf(name: ExportTableName): string },
  { workplace: { system, signal } }: Opening,
): Promise<ConvertedExport> {
  const { files, random } = system;
  for (const name of exportTables) await removeLeftovers({ path: pathOf(name), files });
  const converted = await convertExport(conversion, { files, random, pathOf }, signal);
  const { identity } = conversion;
  await files.writeFile(joinPath(folder, SUMMARY_NAME), JSON.stringify({ identity, converted }), {
    mode: 0o600,
  });
  return converted;
}

/** The summary of tables that are there; undefined if one is missing, or of another export. */
async function readKnown(
  path: string,
  identity: string,
  pathOf: (name: ExportTableName) => string,
  { workplace: { system } }: Opening,
): Promise<ConvertedExport | undefined> {
  const text = await system.files.readFile(path, 'utf8').catch(() => undefined);
  const known = text === undefined ? undefined : (parsedJson(text, false) as Known | undefined);
  if (known?.identity !== identity) return undefined;
  for (const name of exportTables)
    if ((await readHeader(pathOf(name), system.files))?.identity !== identity) return undefined;
  return known.converted;
}

type Known = { readonly identity: string; readonly converted: ConvertedExport };

/** Everything that decides what the tables have. */
async function identityOf(
  spec: ExportSpec,
  system: string,
  inputs: readonly string[],
  { workplace, pipeline, idMap }: Opening,
): Promise<string> {
  const { files } = workplace.system;
  const hash = createHash('sha256').update(`${version} ${system}\n`);
  hash.update(JSON.stringify([{ ...spec, path: undefined }, pipeline.policies, idMapDigest(idMap)]));
  for (const path of inputs) {
    const { size, mtimeMs } = await files.stat(path);
    hash.update(JSON.stringify([path, size, mtimeMs]));
  }
  return hash.digest('hex');
}
