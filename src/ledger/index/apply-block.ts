import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { changedWith, rowsChangedWith } from '../changed-with.ts';
import { columnValues, type EntryValues, ORIGINS } from '../entry.ts';
import type { Block } from '../log/block.ts';
import { decodeMeta } from '../log/meta.ts';
import {
  decodeAcknowledged,
  decodeEntries,
  decodeIntended,
  decodeResent,
  decodeRows,
} from '../log/records.ts';
import {
  acknowledgedMark,
  type DependentRows,
  dependentsOf,
  EXISTS,
  LEAVING,
  type LedgerMark,
  ledgerMarks,
  markNames,
  plainAcknowledgedMark,
  sendingMark,
} from '../marks.ts';

/** Gives a prepared statement; the same SQL is prepared only once. */
export type Prepare = (sql: string) => StatementSync;

/** Brings the tables of an index up to date with the blocks of a log, one after the other. */
export class BlockApplier {
  readonly #prepare: Prepare;
  /** Entities with published fingerprints: changed rows are recorded, because their fingerprints are out of date. */
  #published: ReadonlySet<EntityName>;

  /** @param published those of the blocks before */
  constructor(prepare: Prepare, published: ReadonlySet<EntityName>) {
    this.#prepare = prepare;
    this.#published = published;
  }

  get published(): ReadonlySet<EntityName> {
    return this.#published;
  }

  apply(block: Block): void {
    const { kind, payload } = block;
    if (kind === 'meta') {
      const { published } = decodeMeta(payload);
      this.#published = new Set(entityNames.filter((name) => published[name]));
    } else if (kind === 'dependents') {
      const { groups, users } = JSON.parse(payload.toString()) as Dependents;
      // The last entity first: rows that go with a message are found by it.
      for (const name of entityNames.toReversed())
        markUncertain(this.#prepare, name, dependentsOf(name, groups, users), this.#published.has(name));
    } else if (kind === 'cleared') for (const name of entityNames) this.#run(`DELETE FROM ${name}`);
    else if (kind === 'reopened') this.#reopen();
    else if (block.entity !== undefined) this.#applyTo(block.entity, block);
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#prepare(sql).run(...values);
  }

  #applyTo(entity: EntityName, block: Block): void {
    const { kind, payload, count } = block;
    if (kind === 'intended') {
      let row = block.sums.rows[entity] - count;
      decodeIntended(payload, count, (values) => this.#insert(entity, ++row, { ...values, origin: 'sent' }));
    } else if (kind === 'entries')
      decodeEntries(payload, count, (entry) => this.#insert(entity, entry.row, entry));
    else if (kind === 'resent') {
      const mark = sendingMark(entity);
      decodeResent(payload, count, (row, active, content) =>
        this.#update(entity, row, mark, content, active ? 1 : 0),
      );
    } else if (kind === 'acknowledged') this.#acknowledge(entity, block);
    else if (kind === 'marked') {
      const mark = ledgerMarks[markNames[block.detail] as LedgerMark](entity);
      const isGone = markNames[block.detail] === 'gone';
      for (const row of decodeRows(payload, count)) {
        if (isGone) this.#markChangedWith(entity, row);
        this.#update(entity, row, mark);
      }
    } else if (kind === 'keyed') this.#keepOneForEachKey(entity);
    else if (kind === 'published') this.#run('DELETE FROM changed WHERE entity = ?', entity);
    else if (kind === 'changed')
      for (const row of decodeRows(payload, count)) this.#run(CHANGED, entity, row);
  }

  /** Marks what the service has changed with a row that is not in it any more. */
  #markChangedWith(removed: EntityName, row: number): void {
    for (const name of entityNames) {
      const change = changedWith(removed, name);
      if (!change || !this.#prepare(`SELECT 1 FROM ${name} LIMIT 1`).get()) continue;
      this.#run(`CREATE INDEX IF NOT EXISTS ${name}_with_${removed} ON ${name} (${change.sql(name)})`);
      const rows = rowsChangedWith(change, removed, row, name);
      markUncertain(this.#prepare, name, rows, this.#published.has(name));
    }
  }

  /** Runs a statement whose last parameter is the row. */
  #update(entity: EntityName, row: number, sql: string, ...values: SQLInputValue[]): void {
    this.#run(sql, ...values, row);
    this.#changed(entity, row);
  }

  #insert(entity: EntityName, row: number, values: EntryValues): void {
    this.#run(
      `INSERT INTO ${entity} (content, fixed, origin, active, id, conversation, sentAt, parent, key, row)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...columnValues(values),
      values.key,
      row,
    );
    this.#changed(entity, row);
  }

  #acknowledge(entity: EntityName, { payload, count }: Block): void {
    const whole = acknowledgedMark(entity);
    const plain = plainAcknowledgedMark(entity);
    decodeAcknowledged(payload, count, (entry) => {
      const { row, origin, id = null } = entry;
      if ('version' in entry) this.#update(entity, row, whole, ...columnValues(entry));
      else this.#update(entity, row, plain, ORIGINS.indexOf(origin), id);
    });
  }

  #changed(entity: EntityName, row: number): void {
    if (this.#published.has(entity)) this.#run(CHANGED, entity, row);
  }

  /** If a key is recorded twice, the entry with the more certain origin stays, else the first. */
  #keepOneForEachKey(entity: EntityName): void {
    this.#run(`CREATE INDEX IF NOT EXISTS ${entity}_by_key ON ${entity} (key)`);
    // Rows that were under way when a process ended have been recorded again by the next one.
    this.#run(
      `DELETE FROM ${entity} WHERE row IN (SELECT row FROM
         (SELECT row, row_number() OVER (PARTITION BY key ORDER BY CASE origin WHEN 0 THEN 4 ELSE origin END, row)
            AS place FROM ${entity} WHERE key IN (SELECT key FROM ${entity} GROUP BY key HAVING count(*) > 1))
         WHERE place > 1)`,
    );
  }

  /** Makes what is said of our rows uncertain: it is from an older time. */
  #reopen(): void {
    for (const name of entityNames)
      for (const mark of ['unread', 'leaving'] as const)
        this.#run(ledgerMarks[mark](name).replace('row = ?', 'row > ?'), 0);
    this.#run('DELETE FROM changed');
  }
}

const CHANGED = 'INSERT INTO changed (entity, row) VALUES (?, ?) ON CONFLICT DO NOTHING';

/** The groups and users with which the service removes rows. */
type Dependents = { readonly groups: readonly string[]; readonly users: readonly string[] };

/**
 * Marks rows as uncertain that the service removes together with others. Deletes the entries of such rows that existed
 * before us.
 * @param isPublished whether the fingerprints of these rows are published, so that the change is recorded
 */
function markUncertain(
  prepare: (sql: string) => StatementSync,
  entity: EntityName,
  dependents: DependentRows | undefined,
  isPublished: boolean,
): void {
  if (!dependents) return;
  const { where, values } = dependents;
  if (isPublished)
    prepare(
      `INSERT INTO changed (entity, row) SELECT '${entity}', row FROM ${entity} WHERE ${where}
         ON CONFLICT DO NOTHING`,
    ).run(...values);
  prepare(`DELETE FROM ${entity} WHERE origin = ${EXISTS} AND ${where}`).run(...values);
  prepare(`UPDATE ${entity} SET origin = ${LEAVING} WHERE ${where}`).run(...values);
}
