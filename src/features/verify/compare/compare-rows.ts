import { entities } from '../../../input/entities/entities.ts';
import type { ExpectedRow, ExpectedRows, UnseenRow } from '../expect/expected-rows.ts';
import { type FormRules, formFingerprint, isFilled, targetForm, timesOf } from '../expect/row-form.ts';
import { readMembers } from '../expect/sent-members.ts';
import type { MovedReply } from '../expect/thread-roots.ts';
import type { MarkCounts } from '../result/verification-report.ts';
import { timeFits } from './form-difference.ts';
import type { FoundDifferences } from './found-differences.ts';
import { matchSent, type SentMatch, type SentVersionDeps } from './sent-version.ts';
import type { TargetRow } from './target-reader.ts';

const MEMBER_SCOPES = ['admin', 'moderator', 'participant'];

/** Input for comparing rows of the service, and the place where the results are stored. */
export type RowComparerDeps = {
  readonly comparison: FormRules;
  readonly rows: ExpectedRows;
  readonly counts: MarkCounts;
  readonly found: FoundDifferences;
  /** Rows that only the service has are counted but are not a difference. */
  readonly oneWay: boolean;
  /** Compares only whether a row exists. */
  readonly keysOnly: boolean;
  /** Comparison of rows with what was last sent; undefined if nothing is known of that. */
  readonly sent: SentVersionDeps | undefined;
  /** In how many rows a field that the row leaves empty has a value in the service, and keeps it. */
  readonly kept: Map<string, number>;
  /** True if the run may still send a row with this key. */
  readonly isPending: (key: string) => boolean;
};

const NOT_AS_SENT =
  'the service has this row, but not as it was last sent, and no valid source row describes it';
const UNPROVEN = 'the service does not show everything that was sent, and no valid source row describes it';

/** Compares rows of the service with the row of the source that has the same key. */
export class RowComparer {
  readonly #deps: RowComparerDeps;
  /** Parts that could not be read (null: everything), with the number of source rows in each. */
  readonly #unread = new Map<string | null, number>();

  /** Acknowledged rows that the service does not have and, by their age, need not have. */
  expired = 0;

  constructor(deps: RowComparerDeps) {
    this.#deps = deps;
  }

  /**
   * Compares a row of the service with the source row of the same key.
   * @param isInOrder called with the source row; returns false if the service lists it in the wrong position
   * @returns false if the source has no such row, which the caller has to handle
   */
  mark(key: string, target: TargetRow, isInOrder: (expected: ExpectedRow) => boolean = () => true): boolean {
    const { comparison, rows, counts, found, keysOnly } = this.#deps;
    const expected = rows.find(key);
    if (!expected) return false;
    if (expected.content === null) {
      rows.markSeen(expected.id);
      return true;
    }
    if (!rows.markSeen(expected.id)) {
      // Pages of a list repeat rows that move while it is read. Only keys of messages can be in a service twice.
      if (comparison.entity === 'messages') this.onlyTarget(key, 'the service has this key more than once');
      return true;
    }
    if (expected.fixed !== null) {
      this.#markSent(key, expected, target);
      return true;
    }
    this.#countKept(expected, target);
    const inOrder = isInOrder(expected);
    if (keysOnly || (this.#isEqual(expected, target) && inOrder)) {
      counts.same++;
      return true;
    }
    if (this.#isUnwritten(expected, target)) {
      // What was last sent is newer than what was read before.
      if (this.#deps.sent?.isLive) counts.same++;
      else counts.pending++;
      return true;
    }
    counts.differs++;
    found.add({
      entity: comparison.entity,
      mark: '*',
      key,
      id: expected.id,
      target,
      ...(inOrder ? {} : { fields: [{ field: 'order' }] }),
    });
    return true;
  }

  /** The number of rows that are the same, so far. */
  get sameCount(): number {
    return this.#deps.counts.same;
  }

  /** A reply that counts as the same, but hangs on another message. */
  markMoved({ muid, root, parentId }: MovedReply): void {
    const { comparison, rows, counts, found } = this.#deps;
    counts.same--;
    counts.differs++;
    const fields = [{ field: 'parentMuid', source: root, target: `the message with id ${parentId}` }];
    found.add({ entity: comparison.entity, mark: '*', key: muid, id: rows.find(muid)?.id, fields });
  }

  #countKept({ members }: ExpectedRow, target: TargetRow): void {
    const { comparison, kept } = this.#deps;
    const { defaults } = entities[comparison.entity].compared;
    for (const field of readMembers(members).stays)
      if (isFilled(target[field]) && target[field] !== defaults[field])
        kept.set(field, (kept.get(field) ?? 0) + 1);
  }

  /** True if a row is as it was last sent, and a stopped run has not written its change yet. */
  #isUnwritten(expected: ExpectedRow, target: TargetRow): boolean {
    const { sent } = this.#deps;
    const { sentContent: content } = expected;
    if (!sent || content === null) return false;
    // The change was sent, and nobody knows whether it arrived.
    if (content === -1) return true;
    return matchSent(target, { ...expected, content, fixed: -1, active: null }, sent) === 'same';
  }

  /** Compares a row of a list that is read again, if it was not in the list before. */
  markMissed(key: string, target: TargetRow): void {
    const { rows } = this.#deps;
    const expected = rows.find(key);
    if (expected && !rows.hasSeen(expected.id)) this.mark(key, target);
  }

  /** True if a row that the service must have was in no list yet. */
  misses({ unit, optional, id, key }: UnseenRow, below: number): boolean {
    const { rows, isPending } = this.#deps;
    return unit < below && !optional && (rows.hasLanded(id) || !isPending(key));
  }

  /** The parts (groups of members) with rows that were in no list yet. */
  missedParts(below: number): ReadonlySet<string | null> {
    const parts = new Set<string | null>();
    if (this.#unread.has(null)) return parts;
    for (const row of this.#deps.rows.unseen())
      if (!this.#unread.has(row.part) && this.misses(row, below)) parts.add(row.part);
    return parts;
  }

  /** Compares a row of the service with what was last sent under its key. */
  #markSent(key: string, expected: ExpectedRow, target: TargetRow): void {
    const { comparison, counts, found, keysOnly, sent } = this.#deps;
    const match: SentMatch = keysOnly ? 'same' : sent ? matchSent(target, expected, sent) : 'unknown';
    if (match === 'same') {
      counts.same++;
      return;
    }
    const isUnknown = match === 'unknown';
    counts[isUnknown ? 'unread' : 'differs']++;
    const [mark, message] = isUnknown ? (['!', UNPROVEN] as const) : (['*', NOT_AS_SENT] as const);
    found.add({ entity: comparison.entity, mark, key, id: expected.id, message });
  }

  #isEqual(expected: ExpectedRow, target: TargetRow): boolean {
    // The scope of somebody who is banned has no meaning.
    const scopes = target['isBannedThere'] ? MEMBER_SCOPES : [target['scope']];
    return scopes.some((scope) => this.#isSame(expected, { ...target, scope }));
  }

  #isSame({ content, members, time1, time2 }: ExpectedRow, target: TargetRow): boolean {
    const { comparison } = this.#deps;
    const form = targetForm(target, comparison, readMembers(members));
    const source = [time1, time2];
    return (
      formFingerprint(form) === content &&
      timesOf(comparison).every((time, at) => timeFits(time, source[at] ?? undefined, form.times[at]))
    );
  }

  /** Records a row that the source does not have. */
  onlyTarget(key: string, message?: string): void {
    const { comparison, counts, found, oneWay } = this.#deps;
    counts.onlyTarget++;
    if (!oneWay) found.add({ entity: comparison.entity, mark: '-', key, message });
  }

  /**
   * Records a part of the service that cannot be read.
   * @param part the part that source rows belong to; null if it is all rows
   */
  unread(part: string | null, key: string, message: string): void {
    const { comparison, found } = this.#deps;
    this.#unread.set(part, 0);
    found.add({ entity: comparison.entity, mark: '!', key, message });
  }

  #notMissed({ id, optional }: UnseenRow): void {
    const { rows, counts } = this.#deps;
    if (!optional) counts.pending++;
    else if (rows.hasLanded(id)) this.expired++;
  }

  /**
   * Ends an entity: source rows that were not seen are only in the source, or in a part that could not be read.
   * @param below the bound of the sample
   */
  finish(below: number): void {
    const { comparison, rows, counts, found } = this.#deps;
    const unread = this.#unread;
    if (counts.same + counts.differs + counts.unread < rows.size)
      for (const row of rows.unseen()) {
        const { id, key, part } = row;
        if (!this.misses(row, below)) {
          if (row.unit < below) this.#notMissed(row);
          continue;
        }
        const within = unread.has(null) ? null : part;
        const lost = unread.get(within);
        if (lost !== undefined) {
          unread.set(within, lost + 1);
          continue;
        }
        counts.onlySource++;
        found.add({ entity: comparison.entity, mark: '+', key, id });
      }
    for (const lost of unread.values()) counts.unread += Math.max(1, lost);
  }
}
