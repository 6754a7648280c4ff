import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { removeLeftovers } from '../files/buffered-file.ts';
import { parsedJson } from '../input/json/parse-json.ts';
import { idMapDigest, uidOf } from '../input/rows/forms/own-ids.ts';
import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';
import { version } from '../system/version.ts';
import { hasPrepared, openPrepared } from '../tables/prepared-table.ts';
import type { Conversion, ConvertedExport } from './convert/convert-export.ts';
import type { ExportCopies } from './convert/file-addresses.ts';
import type { AllPolicies, ChoiceRules, PersonId } from './export-rules.ts';
import { type ExportTableName, exportTables, FILE_COLUMNS } from './neutral.ts';
import { type ExportSystem, type FoundReader, readerOf } from './readers.ts';

export type { ExportCopies };

/** An export, as a pipeline names it. */
type ExportSpec = ChoiceRules & {
  readonly system: ExportSystem | 'auto';
  readonly zone?: string | undefined;
  readonly filesBase?: string | undefined;
  readonly anonymise?: boolean | undefined;
  /** Owns the groups that have none. */
  readonly owner?: string | undefined;
  readonly shape?: string | Readonly<Record<string, unknown>> | undefined;
};

/** Everything else in a pipeline that decides what the tables have. */
type TableRules = {
  readonly policies: AllPolicies;
  /** True if messages that were deleted get a row that says so. */
  readonly statesDeletions: boolean;
  readonly idMap: Parameters<typeof idMapDigest>[0];
  /** Which files are copied; absent for none. */
  readonly copies?: ExportCopies | undefined;
  /** Users of the export with an id of the app, by e-mail or name. */
  readonly people: readonly PersonId[];
};

/** Place where the tables of an export are written, and where archives are unpacked. */
type TablesPlace = {
  readonly system: Pick<System, 'files' | 'random'>;
  readonly signal: AbortSignal;
  folder(): Promise<string>;
};

/** The tables of an export. */
export type ExportTables = Pick<FoundReader['reader'], 'system' | 'label'> &
  Pick<FoundReader['detected'], 'variant'> & {
    readonly converted: ConvertedExport;
    /** An app's own ids of users, by those of the export; absent without an `idMap`. */
    readonly users?: Known['users'];
    pathOf(name: ExportTableName): string;
  };

/** Facts that are kept beside the tables. */
type Known = {
  readonly identity: string;
  readonly converted: ConvertedExport;
  readonly users?: readonly (readonly [string, string])[];
};

/** A file of an export that no address leads to; `source` is where it is on this machine. */
type UnreachedFile = Readonly<Record<(typeof FILE_COLUMNS)[number], string>>;

const SUMMARY_NAME = 'export.json';

/**
 * Writes the tables of an export, unless they are there already.
 * @param paths absolute, of its archive, its folder or its files
 * @param files those that have them
 * @throws RunError `SOURCE.*`, `EXPORT.*`, `LOOKUP.PERSON_*`, `STATE.UNWRITABLE`
 */
export async function writeExportTables(
  spec: ExportSpec,
  paths: readonly string[],
  rules: TableRules,
  files: Files,
  place: TablesPlace,
): Promise<ExportTables> {
  const { ExportFiles } = await import('./files/export-files.ts');
  await using exported = await ExportFiles.open(paths, files, place);
  const found = await readerOf(spec.system, exported, shapeOf(spec));
  const { system, label } = found.reader;
  const folder = await place.folder();
  const pathOf = (name: ExportTableName): string => join(folder, `export-${name}.table`);
  const inputs = exported.onDisk;
  const identity = await identityOf(spec, system, inputs, rules, place);
  const path = join(folder, SUMMARY_NAME);
  const { converted, users } =
    (await readKnown(path, identity, pathOf, place)) ??
    (await convert(spec, found, { files: exported, inputs, identity, pathOf, path }, rules, place));
  return { system, label, variant: found.detected.variant, converted, pathOf, ...(users ? { users } : {}) };
}

const shapeOf = ({ shape }: ExportSpec): Readonly<Record<string, unknown>> | undefined =>
  typeof shape === 'string' ? { preset: shape } : shape;

/** Input of the writing of the tables, and their place; `path` is that of their summary. */
type Writing = Pick<Conversion, 'files' | 'identity' | 'inputs'> &
  Pick<ExportTables, 'pathOf'> & { readonly path: string };

async function convert(
  spec: ExportSpec,
  { reader, detected }: FoundReader,
  { pathOf, path, ...exported }: Writing,
  { policies, statesDeletions, idMap, people, copies }: TableRules,
  { system: { files, random }, signal }: TablesPlace,
): Promise<Known> {
  // Nobody needs it whose tables are there already.
  const [{ surveyExport }, { convertExport }] = await Promise.all([
    import('./choice/survey-export.ts'),
    import('./convert/convert-export.ts'),
  ]);
  for (const name of exportTables) await removeLeftovers({ path: pathOf(name), files });
  const { zone, filesBase, owner, anonymise } = spec;
  const shape = shapeOf(spec) ?? detected.shape;
  const { choice, users, notes } = await surveyExport(
    reader,
    { files: exported.files, shape, zone, signal },
    { ...spec, skipsBots: policies.bots === 'skip', named: people, users: idMap?.users },
  );
  const found = await convertExport(
    {
      ...exported,
      reader,
      shape,
      zone,
      choice,
      owner,
      policies,
      filesBase: filesBase?.replace(/\/?$/, '/'),
      copies,
      isAnonymous: anonymise === true,
      statesDeletions,
      uidOf: uidOf(users && { users }),
    },
    { files, random, pathOf },
    signal,
  );
  const known: Known = {
    identity: exported.identity,
    converted: { ...found, notes: [...notes, ...found.notes] },
    ...(users ? { users: [...users] } : {}),
  };
  await files.writeFile(path, JSON.stringify(known), { mode: 0o600 });
  return known;
}

/** The summary of tables that are there; undefined if one is missing, or of another export. */
async function readKnown(
  path: string,
  identity: string,
  pathOf: ExportTables['pathOf'],
  { system: { files } }: TablesPlace,
): Promise<Known | undefined> {
  const text = await files.readFile(path, 'utf8').catch(() => undefined);
  const known = text === undefined ? undefined : (parsedJson(text, false) as Known | undefined);
  if (known?.identity !== identity) return undefined;
  for (const name of exportTables) if (!(await hasPrepared(pathOf(name), identity, files))) return undefined;
  return known;
}

/** Everything that decides what the tables have. */
async function identityOf(
  spec: ExportSpec,
  system: string,
  inputs: readonly string[],
  { policies, statesDeletions, idMap, people, copies }: TableRules,
  { system: { files } }: TablesPlace,
): Promise<string> {
  const hash = createHash('sha256').update(`${version} ${system}\n`);
  // Tables of a sync have rows that those of a migration do not have.
  const of = [
    ...(statesDeletions ? ['sync'] : []),
    // Those with copies have other addresses.
    ...(copies ? [{ what: [...copies.what], keep: copies.keep }] : []),
  ];
  const ids = [idMapDigest(idMap), ...people.map(({ by, source, id }) => [by, source, id])];
  hash.update(JSON.stringify([{ ...spec, path: undefined }, policies, ids, ...of]));
  for (const path of inputs) {
    const { size, mtimeMs } = await files.stat(path);
    hash.update(JSON.stringify([path, size, mtimeMs]));
  }
  return hash.digest('hex');
}

/** Reads the list of the files of an export that no address leads to. */
export async function* unreachedFiles(
  table: string,
  files: Files,
  signal: AbortSignal,
): AsyncGenerator<UnreachedFile> {
  const source = await openPrepared(table, 0, files);
  for await (const rows of source.read(undefined, signal))
    for (const { values } of rows) {
      const cells = values as readonly string[];
      yield Object.fromEntries(FILE_COLUMNS.map((name, at) => [name, cells[at] ?? ''])) as UnreachedFile;
    }
}
