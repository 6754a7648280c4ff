import type { LiveChange } from '../../../../origin/live/live-origin.ts';

/** The id of a message on its side, as its record says. */
export function recordedId(change: Pick<LiveChange, 'entity' | 'rows'>): string | undefined {
  if (change.entity !== 'messages') return undefined;
  const { id, message_id: number, sid } = change.rows[0]?.row ?? {};
  const found = id ?? number ?? sid;
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}
