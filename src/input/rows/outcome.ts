import type { Problem } from './row.ts';

/** How a row ends. Every row ends in exactly one of these. */
export type Outcome =
  | { readonly status: 'unchanged' | 'pending' }
  /** `unread` where nobody knows what it says there. */
  | { readonly status: 'exists'; readonly unread?: boolean }
  /** `foreign` where it was there before us. */
  | { readonly status: 'updated'; readonly foreign?: boolean }
  /** `id` is the service's own, where it gave one. */
  | { readonly status: 'created'; readonly id?: string; readonly unread?: boolean }
  /** Left out on purpose, by the named rule. */
  | { readonly status: 'skipped'; readonly rule: string }
  /** Refused by us or by the service; at least one problem. */
  | { readonly status: 'rejected'; readonly problems: readonly Problem[] }
  /** Never sent, because a row it refers to was rejected. */
  | { readonly status: 'blocked'; readonly problems: readonly Problem[] };

export const statuses = [
  'created',
  'updated',
  'exists',
  'unchanged',
  'skipped',
  'rejected',
  'blocked',
  'pending',
] as const satisfies readonly Outcome['status'][];

/** Rows by outcome; `read` is the number of rows that have left the window. */
export type Counts = { read: number } & Record<Outcome['status'], number>;

export function zeroCounts(): Counts {
  return {
    read: 0,
    created: 0,
    updated: 0,
    exists: 0,
    unchanged: 0,
    skipped: 0,
    rejected: 0,
    blocked: 0,
    pending: 0,
  };
}

/** True when the outcomes of an entity add up to the rows read. */
export function balanced(counts: Counts): boolean {
  return statuses.reduce((sum, status) => sum + counts[status], 0) === counts.read;
}
