import type { EntityName } from '../input/entities/entity.ts';
import type { Cursor } from '../input/rows/row.ts';
import type { Tally } from './tally.ts';

/** An input file as it was when the run began. */
export type InputFile = {
  readonly entity: EntityName;
  /** As the pipeline file resolves it. */
  readonly path: string;
  readonly bytes: number;
  readonly mtimeMs: number;
  /** Empty where the content was not looked at: a sync compares it row by row. */
  readonly sha256: string;
};

/** How far one entity has come. */
export type StepState = Tally & {
  /** Where reading goes on; absent before the first row. */
  at?: Cursor;
  /** Rows below this number may have been sent; in a resumed run "already exists" means ours up to here. */
  sentHigh: number;
  /** Claimed length of each rejects file, by file name. */
  rejects: Record<string, number>;
  /** Claimed length of the entity's key file. */
  keyBytes: number;
  done: boolean;
};

/** The whole durable state of a pipeline: plain data, replaced as one. */
export type Checkpoint = {
  readonly version: 1;
  readonly tool: string;
  /** Random; names this state and no other. */
  readonly lineage: string;
  readonly pipeline: string;
  /** When the first run of this state began, RFC 3339. */
  readonly startedAt: string;
  /** What rows were written to; compared on resume. */
  readonly target: Readonly<Record<string, string>>;
  /** Hash of each part of the pipeline file that decides what is sent. */
  readonly settings: Readonly<Record<string, string>>;
  readonly inputs: readonly InputFile[];
  steps: Partial<Record<EntityName, StepState>>;
  /** Lineage of the last retry of rejects that `steps` count in. */
  retried?: string;
  /** When it was last saved, RFC 3339. */
  savedAt: string;
  /** Bumped at every save. */
  serial: number;
};

/** Keeps a pipeline's checkpoint. */
export interface CheckpointStore {
  /**
   * The last checkpoint saved; undefined where there is none.
   * @throws RunError `STATE.CORRUPT` when what is kept is not what was saved
   */
  load(): Promise<Checkpoint | undefined>;
  /** Returns once the checkpoint would survive a power cut. */
  save(checkpoint: Checkpoint): Promise<void>;
  /** Forgets the checkpoint. */
  clear(): Promise<void>;
}
