import type { ErrorDocument } from '../../errors/run-error.ts';
import type { EntityName, EntityTable } from '../../input/entities/entity.ts';
import type { RemovedCounts } from '../../report/result/removed-counts.ts';
import type { PlannedPutBack, PutBackCounts, PutBackResult } from './put-back-counts.ts';

/** Plan of an undo for the rows of one entity. */
export type UndoCounts = {
  /** Removed by a request. */
  direct: number;
  /** Removed with their group or user. */
  implied: number;
  /** Kept because others use their group, or because the group existed before. */
  inUse: number;
  /** They existed in the service before; `putBack` says what of them is changed back. */
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
type UndoProblem = {
  readonly entity: EntityName;
  readonly code: string;
  readonly count: number;
  readonly hint: string;
  readonly samples: readonly { readonly key: string; readonly message: string }[];
};

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

/** Document of an undo that would remove rows; nothing was removed. */
export type UndoPreview = UndoHead & {
  readonly dry: true;
  /** The id that consents to exactly these removals; absent if there is nothing to remove. */
  readonly confirm?: string;
  /** Empty if the pipeline never wrote anything. */
  readonly entities: Readonly<Partial<EntityTable<Readonly<UndoCounts>>>>;
  /** The old values to restore in rows that existed before, unless somebody has changed them since; absent if there are none. */
  readonly putBack?: Readonly<Partial<EntityTable<Readonly<PlannedPutBack>>>>;
  /** The fewest requests, by rate class. */
  readonly requests?: { readonly core: number; readonly standard: number };
  readonly minutes?: number;
  readonly inUse?: { readonly count: number; readonly samples: readonly GroupUse[] };
  /** `UNDO.STALE` for the id of other removals. */
  readonly error?: ErrorDocument;
};

/** Document of an undo that has removed rows. */
export type UndoDone = UndoHead & {
  readonly dry: false;
  readonly entities: Readonly<EntityTable<RemovedCounts>>;
  readonly problems: readonly UndoProblem[];
  /** The old values that were restored in rows that existed before; absent if there were none. */
  readonly putBack?: Readonly<Partial<EntityTable<Readonly<PutBackCounts>>>>;
  /** Fields of them that stay as they are, and why. */
  readonly notPutBack?: PutBackResult['left'];
  /** Action messages on ended memberships that stay in the history of a group. */
  readonly notesLeft: number;
};

/** The JSON document of `undo`. */
export type UndoDocument = UndoPreview | UndoDone;
