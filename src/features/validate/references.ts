import type { EntityName, ReferredName } from '../../input/entities/entity.ts';
import { KeyIndex } from '../../keys/key-index.ts';
import { ConversationTable } from './conversation-table.ts';
import type { PairSet } from './pair-set.ts';

/** What rows of later entities are compared with: shared by the steps of a dry run. */
export class References {
  readonly users = new KeyIndex();
  readonly groups = new KeyIndex();
  /** Groups with the time they were created at and, as messages, how many members they have. */
  readonly groupTimes = new ConversationTable();
  readonly groupSizes = new ConversationTable();
  /** Group and user of every membership; undefined where the pipeline brings none. */
  memberships: PairSet | undefined;
  /** Entities whose rows must all be in the sources. */
  readonly closed: ReadonlySet<EntityName>;

  constructor(closed: ReadonlySet<EntityName>) {
    this.closed = closed;
  }

  /** Whether a reference is certainly fine: its row is good, or nobody says that there must be one. */
  holds(entity: ReferredName, lo: number, hi: number): boolean {
    const index = this[entity];
    return index.hasLanded(lo, hi) || (!this.closed.has(entity) && !index.has(lo, hi));
  }
}
