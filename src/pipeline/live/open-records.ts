import { join } from 'node:path';
import { RunError } from '../../errors/run-error.ts';
import { exportedNames } from '../../exports/export-rules.ts';
import { pulledLine } from '../../exports/files/pulled-rows.ts';
import { makeFolder } from '../../files/private-file.ts';
import { entities } from '../../input/entities/entities.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { NEVER } from '../../input/entities/rights.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { OriginRow } from '../../origin/origin.ts';
import { makeServiceRows } from '../../origin/service/rows/make-rows.ts';
import { openPrepared } from '../../tables/prepared-table.ts';
import { copiesOf } from '../copies-of.ts';
import { exportOf, openExportOf } from '../open/open-export-of.ts';
import { mapSource } from '../open/open-files.ts';
import { exportMap, type Opening, type Workplace } from '../open/opening.ts';
import { planNotes } from '../open/plan-notes.ts';
import { openingOf } from '../open-plan.ts';
import type { Pipeline } from '../pipeline.ts';
import type { ExportSourceSpec, SourceSpec } from '../schema/source-schema.ts';
import type { PlainRows } from './plan-of-rows.ts';

/** A record that gave no row: why, and its text. */
type RecordFault = { readonly code: string; readonly message: string; readonly raw: string };

type Row = Readonly<Record<string, unknown>>;

/** Makes rows of some records of an old system, as a run of the pipeline makes them of all. */
export interface RecordReading {
  /** @throws RunError `EXPORT.*`, `LOOKUP.*`, `STATE.UNWRITABLE`; the reason of the signal */
  rowsOf(
    records: readonly OriginRow[],
    signal: AbortSignal,
  ): Promise<{ readonly rows: PlainRows; readonly faults: readonly RecordFault[] }>;
}

/** The records that are read, and where. */
export type RecordsOptions = {
  /** The system, as `sources.export` names it. */
  readonly system: string;
  /** For the service: begins the keys of messages that have none of their own. */
  readonly prefix: string;
  /** Folder for what stands there while records are read. */
  readonly folder: string;
};

/**
 * Opens what reads records of an old system, with the policies and the ids of a pipeline.
 * @throws RunError `SOURCE.*`, `LOOKUP.*` of the file with an app's own ids; `LIVE.UNSUPPORTED`
 */
export async function openRecords(
  pipeline: Pipeline,
  options: RecordsOptions,
  workplace: Workplace,
): Promise<RecordReading> {
  const { files } = workplace.system;
  const { pull: _, ...rest } = pipeline;
  const copies = await copiesOf({ ...rest, sources: {} }, workplace);
  const begun = await openingOf(pipeline, { names: new Map(), copies }, { files, workplace }, planNotes());
  if (options.system === 'service') return serviceRecords(options, begun);
  if (!exportOf(pipeline))
    throw new RunError('LIVE.UNSUPPORTED', `the pipeline reads no export of ${options.system}`);
  return exportRecords(options, begun);
}

/** Records of an app of this service. */
function serviceRecords({ prefix }: RecordsOptions, { pipeline, idMap, files }: Opening): RecordReading {
  const mapping = (name: EntityName): Mapping =>
    mapSource(entities[name], {}, {}, name, { idMap, source: name }).mapping;
  const withIds = (name: EntityName, rows: readonly Row[]): readonly Row[] => {
    if (!idMap) return rows;
    const map = mapping(name);
    const isId = (field: string): boolean => entities[name].fields[field] === 'id';
    return rows.map((row) => {
      const { fields } = map(row);
      return { ...row, ...Object.fromEntries(Object.entries(fields).filter(([field]) => isId(field))) };
    });
  };
  return {
    async rowsOf(records) {
      const made = await makeServiceRows(records, { prefix, policies: pipeline.policies }, files);
      const rows = Object.entries(made).map(([name, list]) => [name, withIds(name as EntityName, list)]);
      return { rows: Object.fromEntries(rows), faults: [] };
    },
  };
}

/** Records of another system, read as an export of nothing else. */
function exportRecords({ system, folder }: RecordsOptions, begun: Opening): RecordReading {
  const { files } = begun;
  const from = join(folder, 'records');
  const to = join(folder, 'tables');
  return {
    async rowsOf(records, signal) {
      for (const each of [from, to]) {
        await files.rm(each, { recursive: true, force: true });
        await makeFolder(each, files);
      }
      for (const [list, rows] of Map.groupBy(records, (record) => record.list)) {
        const lines = rows.map(({ of, row }) => pulledLine(system, list, of, JSON.stringify(row)));
        await files.writeFile(join(from, `${list}.ndjson`), lines.join(''), { mode: 0o600 });
      }
      const folderOf = async (): Promise<string> => to;
      const workplace = { ...begun.workplace, signal, folder: folderOf, ownFolder: folderOf };
      const pipeline = { ...begun.pipeline, sources: sourcesAt(begun.pipeline, from) };
      return await tablesOf({ ...begun, pipeline, workplace, notes: planNotes() }, signal);
    },
  };
}

/** The sources of a pipeline, whose export is in another place. */
const sourcesAt = ({ sources }: Pipeline, path: string): Pipeline['sources'] =>
  Object.fromEntries(
    Object.entries(sources).map(([name, specs]) => [
      name,
      specs.map((spec: SourceSpec) => ('export' in spec ? movedTo(spec, path) : spec)),
    ]),
  );

const movedTo = ({ export: spec }: ExportSourceSpec, path: string): ExportSourceSpec => ({
  export: { ...spec, path },
});

/** Converts an export, and reads the rows of its tables. */
async function tablesOf(
  opening: Opening,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<RecordReading['rowsOf']>>> {
  const exported = await openExportOf(opening);
  const rows: Partial<Record<EntityName, Row[]>> = {};
  const faults: RecordFault[] = [];
  const idMap = exported?.idMap ?? opening.idMap;
  for (const name of exported ? exportedNames : []) {
    if (!exported || exported.rows[name] === 0) continue;
    const source = await openPrepared(exported.pathOf(name), 0, opening.files);
    const { mapping } = mapSource(entities[name], exportMap(name), source, name, {
      idMap,
      readsMade: idMap === undefined,
      everywhere: new Set(),
    });
    const list: Row[] = [];
    for await (const chunk of source.read(undefined, signal))
      for (const { fault, raw = '', leftOut, values } of chunk) {
        if (fault) faults.push({ code: fault.code, message: fault.message, raw });
        if (fault || leftOut !== undefined) continue;
        const { fields, problems } = mapping(values);
        const [first] = problems;
        if (first) faults.push({ code: first.code, message: first.message, raw: JSON.stringify(values) });
        else list.push(asWritten(fields));
      }
    if (list.length > 0) rows[name] = list;
  }
  return { rows, faults };
}

/** Fields as a row has them: one form of a time says in words that there is none. */
const asWritten = (fields: Row): Row =>
  fields['deactivatedAt'] === NEVER ? { ...fields, deactivatedAt: 'never' } : fields;
