import type { EntityName } from '../../input/entities/entity.ts';

/** Numbers of rows of one entity that are no longer in any source, by what was done with them. */
export type MissingCounts = {
  /** Left unchanged: others created them, `onMissing` says so, or a row that cannot be read may be one of them. */
  kept: number;
  deactivated: number;
  deleted: number;
  /** The service refused to remove them; the next sync tries again. */
  failed: number;
};

export type Missing = Readonly<Partial<Record<EntityName, MissingCounts>>>;
