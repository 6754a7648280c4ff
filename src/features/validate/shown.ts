import type { Problem } from '../../input/rows/row.ts';

/** The values of a row that a sample shows; read only for the few samples that are kept. */
export interface Shown {
  /** Why the service may refuse the row. */
  readonly doubt?: Problem | undefined;
  /** The row's key. */
  key(): string;
  /** A field's cell as written in the file. */
  cell(field: string): unknown;
  /** A field's value as the service will store it. */
  text(field: string): string;
}

/** The id of the conversation of a message. */
export function conversationId(shown: Shown, toGroup: boolean): string {
  if (toGroup) return `group_${shown.text('receiver')}`;
  return [shown.text('sender'), shown.text('receiver')].sort().join('_user_');
}
