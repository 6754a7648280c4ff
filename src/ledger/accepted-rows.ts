import type { KeptRoom } from '../files/state/state-store.ts';
import type { EntityName } from '../input/entities/entity.ts';
import type { AcceptedStatus } from '../input/rows/outcome.ts';
import type { LedgerClaim, LogClaim } from './claim.ts';
import type { LedgerPlace } from './ledger-place.ts';
import type { LedgerLog } from './log/ledger-log.ts';
import { settledIn } from './log/records.ts';

/** A row by its number in a run, and its outcome. */
type NumberedOutcome = { readonly seq: number; readonly status: AcceptedStatus };

/** Rows of a run that the service has accepted. */
export type Settling = {
  /** Lineage of the checkpoint of the run. */
  readonly lineage: string;
  /** In any order. */
  readonly rows: readonly NumberedOutcome[];
};

/** Rows of a run that the service has created: their numbers, in order. */
export type SettlingCreated = { readonly lineage: string; readonly created: Float64Array };

export function settlingCreated(
  lineage: string,
  rows: readonly Pick<NumberedOutcome, 'seq'>[],
): SettlingCreated {
  const created = new Float64Array(rows.length);
  for (let index = 0; index < rows.length; index++) created[index] = (rows[index] as NumberedOutcome).seq;
  return { lineage, created: created.sort() };
}

/** Rows with consecutive numbers and the same outcome. */
type Range = readonly [status: AcceptedStatus, first: number, last: number];

/** A block with accepted rows, and the largest of their numbers. */
type Kept = { readonly at: number; readonly last: number };

/**
 * The rows that the service has accepted and that the checkpoint does not claim yet: they may be answered in any order, but
 * a checkpoint is a position in the file. A run that resumes takes their outcomes from here and does not send them again.
 * They are in the log, in the blocks that acknowledge them.
 */
export class AcceptedRows {
  readonly #log: LedgerLog;
  readonly #claims: readonly LogClaim[];
  readonly #place: LedgerPlace;
  #room: KeptRoom | undefined;
  #run: string | undefined;
  #entity: EntityName | undefined;
  /** The blocks of the entity that is under way, in order, without those that the checkpoint claims. */
  #kept: Kept[] = [];

  /** @param place of the log, where room is kept for the last rows */
  constructor(log: LedgerLog, claims: readonly LedgerClaim[], place: LedgerPlace) {
    this.#log = log;
    this.#claims = claims.flatMap((claim) => claim.log ?? []);
    this.#place = place;
  }

  /** Adds the rows of a block that is in the log, if it has any. */
  added(at: number, entity: EntityName, settling: Settling | SettlingCreated): void {
    const { lineage } = settling;
    const last =
      'created' in settling
        ? (settling.created.at(-1) ?? -1)
        : settling.rows.reduce((most, { seq }) => Math.max(most, seq), -1);
    if (last < 0) return;
    if (lineage !== this.#run || entity !== this.#entity) this.#turnTo(lineage, entity);
    this.#kept.push({ at, last });
  }

  #turnTo(lineage: string, entity: EntityName): void {
    this.#run = lineage;
    this.#entity = entity;
    this.#kept = [];
  }

  /** Forgets what only has rows below `head`: the checkpoint on disk claims them. */
  forget(head: number): void {
    const first = this.#kept.findIndex(({ last }) => last >= head);
    this.#kept.splice(0, first < 0 ? this.#kept.length : first);
  }

  /** The outcomes of the accepted rows of an entity from `head` on, by number. */
  load(lineage: string, entity: EntityName, head: number): Map<number, AcceptedStatus> {
    const found = new Map<number, AcceptedStatus>();
    const from = this.#startOf(lineage);
    this.#turnTo(lineage, entity);
    for (const block of this.#log.blocks(from)) {
      if (block.kind === 'cleared') {
        found.clear();
        this.#kept = [];
      }
      if (block.kind !== 'acknowledged' || block.entity !== entity) continue;
      const { run, ranges } = decodeSettled(settledIn(block.payload));
      const last = ranges.at(-1)?.[2] ?? -1;
      if (run !== lineage || last < head) continue;
      this.#kept.push({ at: block.at, last });
      for (const [status, first, end] of ranges)
        for (let seq = Math.max(first, head); seq <= end; seq++) found.set(seq, status);
    }
    return found;
  }

  /** Place where the first rows of a run can be that its checkpoint does not claim. */
  #startOf(lineage: string): number {
    const { meta, start, end } = this.#log;
    if (this.#run === lineage && this.#kept[0]) return this.#kept[0].at;
    const claimed = this.#claims.find(({ run }) => run === lineage);
    if (claimed) return Math.min(claimed.from, end.end);
    return meta.checkpoint === lineage ? (meta.checkpointAt ?? start) : start;
  }

  /** Claim of a checkpoint about these rows. */
  get claim(): Pick<LogClaim, 'run' | 'from'> {
    return { run: this.#run, from: this.#kept[0]?.at ?? this.#log.end.end };
  }

  /** Keeps room for the last rows, until `makeRoom`. */
  keepRoom(): void {
    this.#room ??= this.#place.state.reserve(this.#place.name);
  }

  /** Makes room for the last rows when the store is full. */
  makeRoom(): void {
    this.#room?.release();
  }
}

/** The outcomes of rows as text: equal ones with consecutive numbers together, in order. */
export function encodeSettled(settling: Settling | SettlingCreated): string {
  const { lineage } = settling;
  const ranges: [AcceptedStatus, number, number][] = [];
  const add = (status: AcceptedStatus, seq: number): void => {
    const range = ranges.at(-1);
    if (range?.[0] === status && range[2] === seq - 1) range[2] = seq;
    else ranges.push([status, seq, seq]);
  };
  if ('created' in settling) for (const seq of settling.created) add('created', seq);
  else for (const { seq, status } of [...settling.rows].sort((a, b) => a.seq - b.seq)) add(status, seq);
  return ranges.length === 0 ? '' : JSON.stringify([lineage, ranges]);
}

function decodeSettled(text: string): { readonly run?: string; readonly ranges: readonly Range[] } {
  if (text === '') return { ranges: [] };
  const [run, ranges] = JSON.parse(text) as [string, Range[]];
  return { run, ranges };
}
