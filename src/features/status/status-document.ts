import type { EntityName } from '../../input/entities/entity.ts';
import type { Counts } from '../../input/rows/outcome.ts';
import type { Cursor } from '../../input/rows/row.ts';
import type { EventOf } from '../../report/events/event-schema.ts';

type Progress = EventOf<'progress'>;
type Extent = Pick<Progress, 'done' | 'total' | 'estimated' | 'percent'>;

/** The progress of one entity. */
export type EntityStatus = {
  readonly done: boolean;
  /** The last saved position in the files. */
  readonly at?: Cursor | undefined;
  readonly total?: number | undefined;
  readonly estimated: boolean;
  readonly percent?: number | undefined;
  readonly counts: Counts;
  /** Number of skipped rows, by rule. */
  readonly skipped?: Readonly<Record<string, number>> | undefined;
};

/** The process that works on the pipeline, as the pipeline's lock names it. */
export type RunningProcess = {
  readonly id?: string | undefined;
  readonly pid: number;
  readonly host: string;
  readonly user: string;
  readonly command: string;
  /** RFC 3339, by the clock of the process's machine. */
  readonly started: string;
  /** True if the process is certainly running; false if this machine cannot tell. */
  readonly seen: boolean;
  readonly heartbeatSecondsAgo: number;
};

/** The JSON document of `status`. Times are RFC 3339. */
export type StatusDocument = {
  readonly version: 1;
  readonly command: 'status';
  readonly pipeline: string;
  readonly started?: string | undefined;
  readonly saved?: string | undefined;
  readonly done: boolean;
  readonly running?: RunningProcess | undefined;
  /** Absent before the first run. */
  readonly total?: Extent | undefined;
  readonly entities: Readonly<Partial<Record<EntityName, EntityStatus>>>;
  /** The progress of an unfinished retry of the rejects; absent if there is none. */
  readonly retry?: Readonly<Partial<Record<EntityName, EntityStatus>>>;
  /** The progress when the run last wrote to its log; absent if the run is done. */
  readonly progress?: { readonly at: string } & {
    readonly [K in 'rowsPerMinute' | 'requests' | 'etaSeconds' | 'etaAt' | 'waiting' | 'lastError']?:
      | Progress[K]
      | undefined;
  };
  /** Progress of a run that copies files; absent once it writes rows. */
  readonly files?:
    | ({ readonly at: string; readonly etaSeconds?: number | undefined } & Pick<
        EventOf<'files.progress'>,
        'done' | 'todo' | 'fileCopies'
      >)
    | undefined;
  /** The error that ended the last run. */
  readonly ended?: { readonly code: string; readonly message: string };
};
