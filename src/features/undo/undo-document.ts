import type { ErrorDocument } from '../../errors/run-error.ts';
import type { EntityTable } from '../../input/entities/entity.ts';
import type { RemovalProblem } from '../../input/rows/outcome.ts';
import type { ObjectCounts } from '../../pipeline/files/file-counts.ts';
import type { RemovedCounts } from '../../report/result/removed-counts.ts';
import type { PlannedPutBack, PutBackCounts, PutBackResult } from './put-back-counts.ts';

/** The copies of files that an undo removes after its rows. */
export type FilesToRemove = ObjectCounts & {
  /** The store as the pipeline names it. */
  readonly to: string;
  /** Uploads in parts that were begun and not ended. */
  readonly uploads: number;
  /** True if rows stay: their files stay as well. */
  readonly atMost: boolean;
  /** Copies of ours that stay because another pipeline names them. */
  readonly shared: number;
};

/** Copies of files that an undo has removed. */
export type RemovedFiles = ObjectCounts & {
  readonly to: string;
  /** Objects that rows which stay may name, or that another pipeline names. */
  readonly kept: ObjectCounts;
  /** The number of these that another pipeline names: an undo after its undo removes them. */
  readonly shared: number;
  /** Why the sources could not be read, which say what rows name; absent if they were, or were not needed. */
  readonly unread?: string;
};

/** The plan of an undo for the rows of one entity. */
export type UndoCounts = {
  /** Rows that a request of their own removes. */
  direct: number;
  /** Rows that are removed together with their group or user. */
  implied: number;
  /** Rows that are kept, because others use their group or because the group existed before. */
  inUse: number;
  /** Rows that existed in the service before. `putBack` counts the values that the undo restores in them. */
  before: number;
};

/** A group that stays, because others use it. */
export type GroupUse = {
  readonly guid: string;
  /** The group existed before the pipeline wrote anything. */
  readonly isOlder: boolean;
  /** Members that the pipeline did not add. */
  readonly members: number;
  /** At least this many messages by others: those newer than the pipeline's newest one. */
  readonly messages: number;
};

/** Removals of one entity, or changes back, that the service refused with the same code. */
type UndoProblem = Readonly<RemovalProblem> & { readonly hint: string };

/** Members of every JSON document of `undo`. */
type UndoHead = {
  readonly version: 1;
  readonly command: 'undo';
  readonly exitCode: number;
  /** Absent if the pipeline never wrote anything. */
  readonly target?: Readonly<Record<string, string>>;
  /** The next thing to do. */
  readonly next: string;
};

/** The document of an undo that only shows what it would remove. Nothing was removed. */
export type UndoPreview = UndoHead & {
  readonly dry: true;
  /** The id that confirms exactly these removals; absent if there is nothing to remove. */
  readonly confirm?: string;
  /** Empty if the pipeline never wrote anything. */
  readonly entities: Readonly<Partial<EntityTable<Readonly<UndoCounts>>>>;
  /**
   * Values to restore in rows that existed before, if they have not changed since the run wrote them; absent if there
   * are none.
   */
  readonly putBack?: Readonly<Partial<EntityTable<Readonly<PlannedPutBack>>>>;
  /** The minimum number of requests, by rate class. */
  readonly requests?: { readonly core: number; readonly standard: number };
  readonly minutes?: number;
  /** Copies of files to remove after the rows; absent if there are none. */
  readonly files?: FilesToRemove;
  readonly inUse?: { readonly count: number; readonly samples: readonly GroupUse[] };
  /** `UNDO.STALE` if the given id belongs to other removals. */
  readonly error?: ErrorDocument;
};

/** The document of an undo that has removed rows. */
export type UndoDone = UndoHead & {
  readonly dry: false;
  readonly entities: Readonly<EntityTable<RemovedCounts>>;
  readonly problems: readonly UndoProblem[];
  /** Values that were restored in rows that existed before; absent if there were none. */
  readonly putBack?: Readonly<Partial<EntityTable<Readonly<PutBackCounts>>>>;
  /** Fields of these rows that were not restored, with the reason. */
  readonly notPutBack?: PutBackResult['left'];
  /** Copies of files that were removed; absent if there were none, or if rows could not be removed. */
  readonly files?: RemovedFiles;
  /** Action messages about ended memberships that remain in the history of a group. */
  readonly notesLeft: number;
};

/** The JSON document of `undo`: a preview, or the result. */
export type UndoDocument = UndoPreview | UndoDone;
