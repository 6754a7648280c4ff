import type { EntityName } from './entity.ts';

/** What became of the rows of an entity that no source has any more. */
export type MissingCounts = {
  /** Left as they are: because they were there before us, by `onMissing`, or because nobody knows whether a row that cannot be read is one of them. */
  kept: number;
  deactivated: number;
  deleted: number;
  /** The service would not remove them; they are tried again in the next night. */
  failed: number;
};

export type Missing = Readonly<Partial<Record<EntityName, MissingCounts>>>;
