import type { Data, EntityName } from '../entities/entity.ts';
import type { Problem } from './row.ts';

/** The result of a row. Every row ends with exactly one outcome. */
export type Outcome =
  | { readonly status: 'unchanged' | 'pending' }
  /** `unread`: the content of the existing row is not known; `id`: the service's own id, where it is a result. */
  | {
      readonly status: 'exists';
      readonly id?: string;
      readonly unread?: boolean;
      readonly inactive?: boolean;
    }
  /** `foreign`: others created the row; `inactive`: it is deactivated or banned, which it does not say itself. */
  | { readonly status: 'updated'; readonly foreign?: boolean; readonly inactive?: boolean }
  /** `id`: the service's own id, if it returned one. */
  | {
      readonly status: 'created';
      readonly id?: string;
      readonly unread?: boolean;
      readonly inactive?: boolean;
    }
  /** Skipped, by the named rule; `archived`: its fields, if the rule says to keep them in the archive. */
  | { readonly status: 'skipped'; readonly rule: string; readonly archived?: Data }
  /** Refused by chatferry or by the service; has at least one problem. `foreign`: if the service has such a row, others created it. */
  | { readonly status: 'rejected'; readonly problems: readonly Problem[]; readonly foreign?: boolean }
  /** Not sent, because a row that it refers to was rejected. */
  | { readonly status: 'blocked'; readonly problems: readonly Problem[] }
  /** Sent, and the service has not said what became of it; has exactly one problem. The next run finds out. */
  | { readonly status: 'inDoubt'; readonly problems: readonly Problem[] };

/** An outcome that puts its row into a rejects file. */
export type Reject = Extract<Outcome, { readonly status: 'rejected' | 'blocked' }>;

/** True if an outcome puts its row into a rejects file. */
export const isReject = (outcome: Outcome): outcome is Reject =>
  outcome.status === 'rejected' || outcome.status === 'blocked';

export const statuses = [
  'created',
  'updated',
  'exists',
  'unchanged',
  'skipped',
  'rejected',
  'blocked',
  'pending',
  'inDoubt',
] as const satisfies readonly Outcome['status'][];

/** The outcomes of a row that was sent and is in the service. */
export const acceptedStatuses = [
  'created',
  'updated',
  'exists',
] as const satisfies readonly Outcome['status'][];
export type AcceptedStatus = (typeof acceptedStatuses)[number];

/** Number of rows by outcome. `read` is the number of counted rows that have an outcome. */
export type Counts = { read: number } & Record<Outcome['status'], number>;

export const zeroCounts = (): Counts =>
  Object.fromEntries(['read', ...statuses].map((name) => [name, 0])) as Counts;

/** The rows that no rule skips: shares of rows are shares of these. */
export const meantOf = ({ read, skipped }: Pick<Counts, 'read' | 'skipped'>): number => read - skipped;

/** True when the outcomes of an entity add up to the rows read. */
export function balanced(counts: Counts): boolean {
  return statuses.reduce((sum, status) => sum + counts[status], 0) === counts.read;
}

/**
 * The outcomes of a row in the service. `exists`: it was there before us. `gone`: it was to be removed and was not
 * there any more.
 */
export const changeActions = [...acceptedStatuses, 'deactivated', 'deleted', 'gone'] as const;
export type ChangeAction = (typeof changeActions)[number];

/** Rows of one entity that the service would not remove or change back, with the same code. */
export type RemovalProblem = {
  readonly entity: EntityName;
  readonly code: string;
  count: number;
  readonly samples: { readonly key: string; readonly message: string }[];
};
