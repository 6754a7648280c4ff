import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { EntityName } from '../../input/entities/entity.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { LedgerMark } from '../../ledger/marks.ts';
import type { Difference } from '../verify/result/verification-report.ts';

/** Rows in one transaction. */
const BATCH = 1_000;

/** Meaning of a difference for a row of the ledger. A row that could not be read counts as not there. */
const MARKS: Readonly<Partial<Record<Difference['mark'], LedgerMark>>> = {
  '*': 'unread',
  '+': 'gone',
  '!': 'gone',
};

/**
 * Corrects a ledger that says that every row of the sources is in the service.
 * @param path of the differences that a verification has found, NDJSON
 */
export async function markDifferences(ledger: Ledger, path: string): Promise<void> {
  const waiting = new Map<string, { entity: EntityName; mark: LedgerMark; rows: number[] }>();
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const { entity, mark: difference, key } = JSON.parse(line) as Difference;
    const mark = MARKS[difference];
    const row = mark && ledger.find(entity, key)?.row;
    if (mark === undefined || row === undefined) continue;
    const batch = waiting.get(entity + mark) ?? { entity, mark, rows: [] };
    waiting.set(entity + mark, batch);
    batch.rows.push(row);
    if (batch.rows.length >= BATCH) ledger.mark(entity, batch.rows.splice(0), mark);
  }
  for (const { entity, mark, rows } of waiting.values()) ledger.mark(entity, rows, mark);
}
