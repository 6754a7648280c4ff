import { Readable } from 'node:stream';
import type { SourceOrigin } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import { ID_FIELDS, isExportedName, type PersonId } from '../../exports/export-rules.ts';
import type { ExportSummary } from '../../exports/export-summary.ts';
import type { ExportTables } from '../../exports/export-tables.ts';
import type { StateStore } from '../../files/state/state-store.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import type { FieldMap, Mapping } from '../../input/rows/mapping.ts';
import type { Source } from '../../input/sources/source.ts';
import type { Files } from '../../system/files.ts';
import { realSystem, type System } from '../../system/system.ts';
import type { Spooled } from '../code/spool-sources.ts';
import type { Pipeline } from '../pipeline.ts';
import type { HeldFolder, PullEvent, PullMode } from '../pull-event.ts';
import type { Copies } from '../remote/copies.ts';
import type { KeyAccess } from '../target.ts';
import type { OwnIdMap } from './id-map.ts';
import type { PlanNotes } from './plan-notes.ts';

/** Things that preparing sources may use, and where it writes. */
export type Workplace = KeyAccess & {
  readonly system: System;
  readonly signal: AbortSignal;
  /** Standard input, for a source with the path `-`. */
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Runs the commands of sources again, though there are complete spools of them. */
  readonly again: boolean;
  /** The folder for prepared tables and spools; made when it is first asked for. */
  folder(): Promise<string>;
  /** The folder for what others must not find there before it is whole; the same, unless that is only read. */
  ownFolder(): Promise<string>;
  /** Tells whoever waits for the command how far it is. */
  say(sentence: string): void;
  /** The folder in which runs prepare the sources of a pipeline; it need not be there. */
  preparedIn(stateFolder: string): string;
  /** Way in which records of the API of an old system are taken. */
  readonly pulls: PullMode;
  /** Takes the folder in which runs prepare the sources of a pipeline, for records that stay there; nobody else writes to it. */
  holdPrepared(stateFolder: string): Promise<HeldFolder>;
  /** The state in a folder; undefined if nothing of it may be read. */
  stateIn(stateFolder: string): StateStore | undefined;
  /** Disposes of something with the workplace, when no row is read any more. */
  holds(opened: AsyncDisposable): void;
  /** Hears how far a pull is. */
  pulling?(event: PullEvent): void;
};

const noFolder = (): Promise<never> =>
  Promise.reject(
    new RunError('CONFIG.INVALID', 'a source must be prepared, and there is no folder for that', {
      hint: 'pass a workplace to openPlan',
    }),
  );

/** Refuses to prepare a source. */
export const NO_WORKPLACE: Workplace = {
  system: realSystem,
  env: {},
  signal: new AbortController().signal,
  stdin: Readable.from([]),
  again: true,
  allowCode: false,
  folder: noFolder,
  ownFolder: noFolder,
  say: () => {},
  preparedIn: (stateFolder) => stateFolder,
  pulls: 'use',
  holdPrepared: noFolder,
  stateIn: () => undefined,
  holds: () => {},
};

/** The map of the rows of an export: its tables have the names of fields, and the ids of the old system become legal ones. */
export const exportMap = (entity: EntityName): FieldMap =>
  Object.fromEntries(
    (isExportedName(entity) ? ID_FIELDS[entity] : []).map((field) => [field, { from: field, as: 'slug' }]),
  ) as FieldMap;

/** Facts that are known while the sources of a pipeline are opened. */
export type Opening = {
  readonly pipeline: Pipeline;
  readonly files: Files;
  readonly notes: PlanNotes;
  readonly workplace: Workplace;
  /** The short name of a file. */
  readonly nameOf: (path: string) => string;
  /** The files that hold the output of commands, standard input, or files of servers, by path. */
  readonly spooled: ReadonlyMap<string, Spooled>;
  /** The copies of files on servers. */
  readonly copies: Copies;
  readonly idMap: OwnIdMap | undefined;
  /** The rows of the file of `idMap` that name users of the export by e-mail or name. */
  readonly people: readonly PersonId[];
  /** The export of another chat system, if the pipeline has one. */
  readonly exported?: OpenExport | undefined;
  /** The entities that are open already. */
  readonly opened: ReadonlyMap<EntityName, OpenEntity>;
};

/** An export whose tables are written. */
export type OpenExport = {
  readonly summary: ExportSummary;
  readonly rows: ExportTables['converted']['rows'];
  /** The ids of the file of `idMap`, all by the ids of the export; absent if there is none. */
  readonly idMap?: OwnIdMap;
  readonly pathOf: ExportTables['pathOf'];
  /** Absolute, of its archive, its folder or its files. */
  readonly paths: readonly string[];
  /** The table of files that no address leads to; absent if there are none. */
  readonly unreached?: string;
};

/** A file, or a prepared table, that is open for reading, with its mapping. */
export type OpenSource = {
  readonly source: Source;
  readonly mapping: Mapping;
  /** Its short name. */
  readonly name: string;
  readonly origin: SourceOrigin;
  /** The number of its rows if they are made of other rows. */
  readonly derivedRows?: number;
  /** The number of its rows if they are those of an export. */
  readonly exportedRows?: number;
};

/** The sources of an entity, open for reading. */
export type OpenEntity = {
  readonly sources: readonly OpenSource[];
  /** Files besides the sources that decide what the rows are. */
  readonly paths: readonly string[];
};
