/** Receiver of the messages of a conversation. */
export type Receiver =
  /** `row` of a group with a name of its own, whose guid is its id: its row in the table, from 0. */
  | { readonly type: 'group'; readonly guid: string; readonly row?: number }
  | { readonly type: 'user'; readonly users: readonly [string, string] }
  | { readonly type: 'none'; readonly reason: string };

/** The row of a group with an id of its own; undefined for all others. */
export const rowOf = (receiver: Receiver | undefined): number | undefined =>
  receiver?.type === 'group' ? receiver.row : undefined;
