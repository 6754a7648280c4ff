import { isRecord } from '../../../service/transport/transport.ts';
import type { LiveRow } from './lane-writer.ts';

/** A message with a later time, seconds since 1970; its own one stays in what says where it came from. */
export function timedRow(row: LiveRow, sentAt: number): LiveRow {
  const data = isRecord(row['data']) ? row['data'] : undefined;
  const given = data ? data['metadata'] : row['metadata'];
  const metadata = isRecord(given) ? given : {};
  const source = isRecord(metadata['source']) ? metadata['source'] : {};
  const own = { ...metadata, source: { time: row['sentAt'], ...source } };
  return data ? { ...row, sentAt, data: { ...data, metadata: own } } : { ...row, sentAt, metadata: own };
}

/** A message in place of one that was to be sent: it stands behind those that were. */
export function timedNow(row: LiveRow, nowMs: number): LiveRow {
  const now = Math.floor(nowMs / 1_000);
  const own = row['sentAt'];
  return typeof own === 'number' && own < now ? timedRow(row, now) : row;
}
