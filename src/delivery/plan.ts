import type { ExportSummary } from '../exports/export-summary.ts';
import type { Entity, EntityName } from '../input/entities/entity.ts';
import type { Policies } from '../input/entities/policies.ts';
import type { FindCopy } from '../input/rows/forms/copied-address.ts';
import type { Mapping } from '../input/rows/mapping.ts';
import type { PlaceOf } from '../input/rows/place.ts';
import type { Retention } from '../input/rows/retention.ts';
import type { Source } from '../input/sources/source.ts';
import type { Route } from '../service/targets/target.ts';

/** A file of a step. */
export type StepFile = {
  readonly path: string;
  /** Name of the file in the state, if it is not its path: the output of a command lies wherever it was kept. */
  readonly id?: string;
  /** The number of the source that reads it; -1 if rows are only looked up in it. */
  readonly source: number;
};

/** Place of a source in the pipeline file. */
export type SourceOrigin = {
  /** Its number among the sources of the entity, from 0. */
  readonly index: number;
  /** Cells that all of its rows have in common, by column: a retry needs them to read rejected rows. */
  readonly cells: Readonly<Record<string, string>>;
};

/** One entity with everything that is needed to read and send its rows. */
export type Step = {
  readonly entity: Entity;
  readonly route: Route;
  readonly sources: readonly Source[];
  /**
   * The sources with all of their rows, where `sources` are reduced to some.
   * @default sources
   */
  readonly whole?: readonly Source[];
  /** One for each source. */
  readonly mappings: readonly Mapping[];
  /** The short name of a source, unique in the plan. */
  readonly nameOf: (file: number) => string;
  /** Origin of a row. */
  readonly placeOf: PlaceOf;
  /**
   * The path of a file, by its short name: relative to the folder of the pipeline file, as the pseudo column `$path`.
   * @default the name itself
   */
  readonly pathOf?: (name: string) => string;
  /** Every file that decides what the rows are: those of the sources, then those that rows are looked up in. */
  readonly files: readonly StepFile[];
  /** For each source, its number in the pipeline's list and the cells that a rejects file adds to its rows. */
  readonly origins: readonly SourceOrigin[];
  /** Rows that were made of other rows; absent if there is no such source. */
  readonly derived?: number;
  /** True if there may be no rows: an app need not have some of everything. */
  readonly mayBeEmpty?: boolean;
  /** Treatment of parts of a history that the import calls cannot carry. */
  readonly policies: Policies;
  /** Called with a column that no field uses. */
  readonly onUnknown: (file: number, column: string) => void;
};

/** The steps of an entity in a plan, also those that are not written. */
export const stepsOf = ({ steps, referred = [] }: Plan, name: EntityName | undefined): readonly Step[] =>
  [...steps, ...referred].filter(({ entity }) => entity.name === name);

/** True if the rows of a step are all made of rows of another one; there may be none then. */
export const isDerivedOnly = ({ sources }: Pick<Step, 'sources'>): boolean =>
  sources.every(({ inputs }) => inputs?.length === 0);

/** The same step for where nobody knows who is active: the service decides what it takes. */
export function withoutActors(step: Step): Step {
  const { actors, ...route } = step.route;
  return actors ? { ...step, route } : step;
}

/** The addresses of files in the rows of a plan. Its steps have those of the copies, as far as these are known. */
type PlanCopies = {
  /** The steps of the plan with the addresses that the sources have. */
  readonly steps: readonly Step[];
  /** Absolute paths of the export whose files are addressed by `export:`; absent if there is none. */
  readonly exported?: readonly string[];
  /**
   * From now on rows get what this finds. It must know every address: a row with one that it does not know is refused.
   * @param revision differs from that of before if an address has another answer now than an earlier run got
   */
  use(find: FindCopy, revision?: CopiesRevision): void;
  /** From now on addresses that nobody has tried stay as they are, if this says so; with undefined, none does. */
  keep(isKept: ((address: string) => boolean) | undefined): void;
};

/** Numbers of addresses that got another answer than before: another number gives the same rows another meaning. */
export type CopiesRevision = {
  /** A file that had failed was copied, or the other way round. */
  readonly outcomes: number;
  /** The address has another content than before. */
  readonly contents: number;
};

/** A pipeline with its files open for reading; the steps are in the order in which they are written to the service. */
export type Plan = {
  readonly steps: readonly Step[];
  /** Steps that are not written, whose rows those of `steps` get fields from; absent if there are none. */
  readonly referred?: readonly Step[];
  /** Origins of the rows of each entity. */
  readonly placesOf: Readonly<Partial<Record<EntityName, PlaceOf>>>;
  /** Entities whose references must all be found in the sources. */
  readonly closed: ReadonlySet<EntityName>;
  readonly retention: Retention | undefined;
  /** Epoch seconds that count as now. */
  readonly now: number;
  /** Notes for the user that need no action, one line each; grows while object rows are read. */
  readonly warnings: ReadonlySet<string>;
  /** Adds such a note. */
  readonly warn: (sentence: string) => void;
  /** Sentence that must be known before anything is sent; absent if there is none. It is also a warning. */
  readonly caution?: string;
  /** Content of the export of another chat system, and what becomes of it; absent if the pipeline reads none. */
  readonly exported?: ExportSummary;
  /** The table of files of that export that no address leads to; absent if there are none. */
  readonly unreached?: string;
  /** The files that rows name and that are copied first; absent if their addresses stay as they are. */
  readonly copies?: PlanCopies;
  /** Columns that no field uses, by file; grows while object rows are read. */
  readonly unknownColumns: ReadonlySet<string>;
  /** Number of examples that are kept for each code. */
  readonly samplesMax: number;
};
