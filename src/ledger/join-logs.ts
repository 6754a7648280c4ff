import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EntityName, entityRecord } from '../input/entities/entity.ts';
import type { System } from '../system/system.ts';
import type { LedgerPlace } from './ledger-place.ts';
import type { Block, BlockContent } from './log/block.ts';
import { LedgerLog } from './log/ledger-log.ts';
import type { LedgerKind } from './log/meta.ts';
import {
  decodeAcknowledged,
  decodeEntries,
  decodeResent,
  decodeRows,
  encodeAcknowledged,
  encodeEntries,
  encodeResent,
  encodeRows,
} from './log/records.ts';
import { openLog } from './open-log.ts';

/** Returns what other ledgers must share with one, so that entries can be compared. @throws RunError `STATE.*` */
export function kindOf(place: LedgerPlace, system: System): LedgerKind {
  using log = openLog(place, system, []);
  const { secret, digest, begun, ownClock } = log.meta;
  return { secret, digest, begun, ownClock };
}

/** Makes an empty ledger of a kind, unless there is one. @throws the error of the store */
export async function beginLedger(
  { state, name }: LedgerPlace,
  kind: LedgerKind,
  { random }: System,
): Promise<void> {
  if ((await state.bytesOf(name)) !== undefined) return;
  using draft = state.draft(name);
  const { secret, begun, ownClock, digest } = kind;
  const meta = { secret, begun, ownClock, lineage: random.uuid(), published: {}, keyed: [] };
  draft.write(LedgerLog.begin(digest === undefined ? meta : { ...meta, digest }), 0);
  draft.publish();
}

const COPY_BYTES = 1 << 20;
/** Of some hundred rows each. */
const BLOCKS_AT_ONCE = 64;

/**
 * Adds to a ledger what others of the same kind have, as whole logs: the rows get new numbers. It is there as before or with
 * all of it, and with the same `id` nothing is added again. No run may be under way in any of them, and no two may have the
 * same key.
 * @throws RunError `STATE.CORRUPT`, `STATE.UNWRITABLE`, `STATE.LOCKED`
 */
export async function joinLogs(
  place: LedgerPlace,
  others: readonly LedgerPlace[],
  id: string,
  system: System,
): Promise<void> {
  const { state, name } = place;
  const log = openLog(place, system, []);
  const { joined } = log.meta;
  const { end } = log.end;
  log[Symbol.dispose]();
  if (joined === id) return;
  using draft = state.draft(name);
  using kept = state.open(name);
  for (let at = 0; at < end; ) {
    const piece = Buffer.allocUnsafe(Math.min(COPY_BYTES, end - at));
    kept.read(piece, at);
    draft.write(piece, at);
    at += piece.length;
  }
  const to = new LedgerLog(draft, state.pathOf(name), []);
  for (const other of others) await append(to, other, system);
  to.append({ meta: { joined: id }, isChange: true });
  draft.publish();
}

async function append(to: LedgerLog, place: LedgerPlace, system: System): Promise<void> {
  const before = to.end.rows;
  using log = openLog(place, system, []);
  let count = 0;
  for (const block of log.blocks(startOf(log))) {
    const content = renumbered(block, before);
    if (!content) continue;
    const rows = entityRecord((entity) => before[entity] + block.sums.rows[entity]);
    to.append({ blocks: [content] }, rows);
    // Leases are renewed meanwhile.
    if (++count % BLOCKS_AT_ONCE === 0) await nextTurn();
  }
}

/** Place where the rows begin that were not deleted. */
function startOf(log: LedgerLog): number {
  let from = log.start;
  for (const { kind, end } of log.blocks(log.start)) if (kind === 'cleared') from = end;
  return from;
}

/** A block with the numbers that its rows get; undefined if it has none. */
function renumbered(
  { kind, entity, detail, count, payload }: Block,
  before: Readonly<Record<EntityName, number>>,
): BlockContent | undefined {
  const by = entity === undefined ? 0 : before[entity];
  const same = { kind, entity, detail, count };
  switch (kind) {
    case 'intended':
      // Its rows have the numbers that follow.
      return { ...same, payload: Buffer.from(payload) };
    case 'acknowledged': {
      const rows: Parameters<typeof encodeAcknowledged>[1][number][] = [];
      decodeAcknowledged(payload, count, (one) => rows.push({ ...one, row: one.row + by }));
      // No checkpoint claims them any more.
      return { ...same, payload: encodeAcknowledged('', rows) };
    }
    case 'resent': {
      const rows: Parameters<typeof encodeResent>[0][number][] = [];
      decodeResent(payload, count, (row, active, content) =>
        rows.push({ row: row + by, active, version: { content } }),
      );
      return { ...same, payload: encodeResent(rows) };
    }
    case 'entries': {
      const rows: Parameters<typeof encodeEntries>[0][number][] = [];
      decodeEntries(payload, count, (one) => rows.push({ ...one, row: one.row + by }));
      return { ...same, payload: encodeEntries(rows) };
    }
    case 'marked':
      return { ...same, payload: encodeRows(decodeRows(payload, count).map((row) => row + by)) };
    default:
      // Metadata, and what only a sync or a removal records.
      return undefined;
  }
}
