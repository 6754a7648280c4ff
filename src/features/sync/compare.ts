import type { Plan, Step } from '../../delivery/plan.ts';
import { conversationOf } from '../../input/entities/conversation.ts';
import type { Data, Entity, EntityName } from '../../input/entities/entity.ts';
import type { RowVersion } from '../../input/entities/row-version.ts';
import { isReferredTo, type JudgeDeps, judge } from '../../input/rows/judge.ts';
import type { RowSink } from '../../input/rows/record.ts';
import type { Row } from '../../input/rows/row.ts';
import { PRIME_A, PRIME_B } from '../../keys/fingerprint64.ts';
import { Bitmap } from '../../ledger/bitmap.ts';
import { type Standing, standingOf } from '../../ledger/diff.ts';
import { isUnsure, type Landed } from '../../ledger/entry.ts';
import type { LedgerKeys } from '../../ledger/known-keys.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { Alignment } from './alignment.ts';
import { type Changes, CONVERSATIONS_MAX } from './changes.ts';
import { ComingRecord } from './expected-record.ts';
import { FingerprintReader, type FingerprintWriter, shapeOf } from './fingerprint-file.ts';
import { type Place, Tonight } from './keys-of-this-run.ts';
import { meaningOf, RecordHash } from './record-hash.ts';
import { Seen } from './seen-entries.ts';

/** What a step of a night is compared with. */
export type CompareDeps = {
  readonly ledger: Ledger;
  readonly plan: Plan;
  readonly keys: Readonly<Record<EntityName, LedgerKeys>>;
  /** Fingerprints of the last night; where tonight's are written. */
  readonly fingerprints: string;
  readonly writer: FingerprintWriter;
  /** A file for what is known only during the night. */
  readonly tonight: string;
  readonly signal: AbortSignal;
};

/** What a night changes of one entity, and which rows of the ledger have been seen. */
export type Compared = { readonly changes: Changes; readonly seen: Seen };

/**
 * Compares the rows of a step with what the service is known to hold. A record whose very bytes stood in the files of the
 * last night is not looked at; any other becomes a row, and its key finds what was last acknowledged of it. Sends nothing.
 * Of the rows of one key in several files the last one counts; in one file they contradict each other, and the line says so.
 * @throws RunError `SOURCE.*`
 */
export async function compareStep(step: Step, deps: CompareDeps): Promise<Compared> {
  // A row that speaks for a key after another of the same file is only found when that one is past: once more, then.
  const contested = new Set<number>();
  for (let before = -1; contested.size > before; ) {
    before = contested.size;
    const found = await new Comparison(step, deps, contested).run();
    if (contested.size === before) return found;
  }
  throw new RangeError('the comparison came to no end');
}

class Comparison {
  readonly #step: Step;
  readonly #deps: CompareDeps;
  readonly #judge: JudgeDeps;
  readonly #changes: Changes;
  readonly #seen: Seen;
  /** Rows of the ledger that are looked at whatever their bytes: the service got another version of them since. */
  readonly #stale: Bitmap;
  readonly #contested: Set<number>;
  readonly #tonight: Tonight;
  /** By key: records of one file that say something else than the one which speaks for the key. */
  readonly #rivals = new Map<string, number[]>();

  constructor(step: Step, deps: CompareDeps, contested: Set<number>) {
    const { ledger, plan, keys } = deps;
    const { name } = step.entity;
    this.#step = step;
    this.#deps = deps;
    this.#contested = contested;
    this.#judge = { ...step, ...plan, keys, carries: step.route.carries };
    this.#seen = new Seen(ledger.lastRow(name));
    this.#stale = new Bitmap();
    for (const row of ledger.changedSincePublished(name)) this.#stale.add(row);
    this.#tonight = new Tonight(deps.tonight);
    this.#changes = {
      entity: name,
      records: 0,
      selected: new Bitmap(),
      digest: [0, 0],
      created: 0,
      updated: 0,
      unread: 0,
      unchanged: 0,
      refused: 0,
      fixed: 0,
      nameless: 0,
      duplicates: 0,
      superseded: 0,
      missing: 0,
      missingOthers: 0,
      missingInactive: 0,
      isAnyUnsure: false,
      known: 0,
      notCarried: {},
      conversations: new Map(),
      tooOld: 0,
      contradicted: new Set(),
      files: [],
    };
  }

  async run(): Promise<Compared> {
    const { fingerprints, signal, ledger } = this.#deps;
    const { entity, sources } = this.#step;
    using _tonight = this.#tonight;
    using reader = new FingerprintReader(fingerprints);
    const alignment = new Alignment(reader);
    this.#deps.writer.restart();
    for (const [file, source] of sources.entries()) {
      this.#changes.files.push({ first: this.#changes.records, strays: 0 });
      await source.pass(this.#sink(file, alignment), signal);
      signal.throwIfAborted();
    }
    for (const landed of ledger.within(entity.name, this.#seen.gaps())) {
      this.#noteUnsure(landed);
      if (landed.origin === 'exists') this.#changes.missingOthers++;
      else {
        this.#changes.missing++;
        if (landed.active === false) this.#changes.missingInactive++;
      }
    }
    const { missing, missingOthers } = this.#changes;
    this.#changes.known = this.#seen.size + missing + missingOthers;
    return { changes: this.#changes, seen: this.#seen };
  }

  #sink(file: number, alignment: Alignment): RowSink {
    const changes = this.#changes;
    const { digest } = changes;
    const { writer, ledger } = this.#deps;
    const expected = new ComingRecord(alignment, new RecordHash(ledger.secret, meaningOf(this.#step, file)));
    let offered = -1;
    return {
      expected,
      known: (bytes, start, end, innerLines) => {
        const hash = expected.hashed(bytes, start, end);
        const shape = shapeOf(end - start, innerLines);
        digest[0] = Math.imul(digest[0] ^ hash.lo, PRIME_A);
        digest[1] = Math.imul(digest[1] ^ hash.hi, PRIME_B);
        const row = alignment.find(hash.lo, hash.hi);
        if (row > 0 && !this.#seen.has(row) && !this.#stale.has(row) && !this.#contested.has(row)) {
          this.#seen.add(row, file);
          writer.add(hash.lo, hash.hi, row, shape);
          changes.unchanged++;
          changes.records++;
          return true;
        }
        writer.add(hash.lo, hash.hi, 0, shape);
        offered = changes.records++;
        return false;
      },
      row: (row) => {
        if (offered < 0) (changes.files.at(-1) as { strays: number }).strays++;
        this.#row(row, file, offered);
        offered = -1;
      },
    };
  }

  #row(row: Row, file: number, ordinal: number): void {
    const judged = judge(row, this.#judge);
    const { entity } = this.#step;
    const keys = this.#deps.keys[entity.name];
    if (!judged.data) {
      const { key, claim } = judged;
      if (claim) keys.add(claim.key, claim.state, { content: 0, line: row.line, file });
      const landed = key === undefined ? undefined : this.#deps.ledger.find(entity.name, noted(entity, key));
      if (landed) this.#seen.addUnread(landed.row);
      this.#noteUnsure(landed);
      if (judged.tooOldAt !== undefined) this.#changes.tooOld++;
      this.#changes.refused++;
      if (key === undefined) this.#changes.nameless++;
      this.#select(ordinal);
      return;
    }
    if (isReferredTo(entity)) keys.add(judged.key, 'landed', { content: 0, line: row.line, file });
    if (this.#good(judged.key, judged.data, file, ordinal))
      for (const field of judged.notCarried ?? [])
        this.#changes.notCarried[field] = (this.#changes.notCarried[field] ?? 0) + 1;
  }

  /** True where the row is to be sent. */
  #good(key: string, data: Data, file: number, ordinal: number): boolean {
    const { ledger } = this.#deps;
    const { entity } = this.#step;
    const version = ledger.versionOf(entity, data);
    const landed = ledger.find(entity.name, key);
    this.#noteUnsure(landed);
    const before = this.#tonight.find(key);
    const first = before ?? this.#fast(landed);
    if (first?.file === file && !same(first.version, version)) {
      this.#contradiction(key, first, landed, ordinal);
      return false;
    }
    if (landed) this.#seen.add(landed.row, file);
    if (first && same(first.version, version)) {
      this.#changes.duplicates++;
      if (first.file === file) return false;
      // From now on this file speaks for the key.
      const hadRivals = this.#dropRivals(key);
      if (hadRivals && standingOf(version, landed) === 'same') this.#changes.selected.delete(first.ordinal);
      if (before) this.#tonight.put(key, { ...before, file });
      return false;
    }
    if (first) this.#supersede(key, first, landed, data);
    this.#tonight.put(key, { file, ordinal, version });
    const standing = this.#count(version, landed, data, 1);
    if (standing === 'same') {
      if (ordinal >= 0) this.#deps.writer.link(ordinal, (landed as Landed).row);
      return false;
    }
    this.#select(ordinal);
    return standing !== 'fixed';
  }

  #noteUnsure(landed: Landed | undefined): void {
    if (landed && isUnsure(landed)) this.#changes.isAnyUnsure = true;
  }

  /** Counts a row that speaks for its key, or does no more. */
  #count(version: RowVersion, landed: Landed | undefined, data: Data, by: 1 | -1): Standing {
    const changes = this.#changes;
    const standing = standingOf(version, landed);
    if (standing === 'same') changes.unchanged += by;
    else if (standing === 'fixed') {
      changes.refused += by;
      changes.fixed += by;
    } else {
      if (standing === 'new') changes.created += by;
      else changes.updated += by;
      if (standing === 'changed' && landed?.version.content === -1) changes.unread += by;
      if (changes.entity === 'messages') this.#noteConversation(conversationOf(data), standing, by);
    }
    return standing;
  }

  #noteConversation(name: string, standing: 'new' | 'changed', by: 1 | -1): void {
    const { conversations } = this.#changes;
    const counts = conversations.get(name) ?? { new: 0, changed: 0 };
    counts[standing] += by;
    if (conversations.size < CONVERSATIONS_MAX || conversations.has(name)) conversations.set(name, counts);
  }

  /** The record of an earlier place that was known by its bytes. */
  #fast(landed: Landed | undefined): Place | undefined {
    const file = landed ? this.#seen.file(landed.row) : -1;
    return landed && file >= 0 ? { file, ordinal: -1, version: landed.version } : undefined;
  }

  /** Two versions in one file: both go into the line, which takes the first and refuses the second. */
  #contradiction(key: string, { ordinal: first }: Place, landed: Landed | undefined, ordinal: number): void {
    if (landed) this.#contested.add(landed.row);
    if (first >= 0) {
      this.#changes.contradicted.add(first);
      this.#changes.selected.add(first);
      this.#deps.writer.link(first, 0);
    }
    if (ordinal >= 0) this.#changes.contradicted.add(ordinal);
    this.#rivals.set(key, [...(this.#rivals.get(key) ?? []), ordinal]);
    this.#changes.refused++;
    this.#select(ordinal);
  }

  /** A later file speaks for the key: what contradicts itself in an earlier one is of no account. */
  #dropRivals(key: string): boolean {
    const rivals = this.#rivals.get(key) ?? [];
    this.#rivals.delete(key);
    for (const rival of rivals) this.#changes.selected.delete(rival);
    this.#changes.refused -= rivals.length;
    this.#changes.superseded += rivals.length;
    return rivals.length > 0;
  }

  /** An earlier file has another version: this one takes its place. */
  #supersede(key: string, { ordinal, version }: Place, landed: Landed | undefined, data: Data): void {
    this.#dropRivals(key);
    this.#changes.superseded++;
    const standing = this.#count(version, landed, data, -1);
    this.#changes.selected.delete(ordinal);
    if (standing !== 'same') return;
    // Known by its bytes it must not be again, after the service has got the later version.
    if (ordinal < 0) this.#contested.add((landed as Landed).row);
    else this.#deps.writer.link(ordinal, 0);
  }

  #select(ordinal: number): void {
    if (ordinal >= 0) this.#changes.selected.add(ordinal);
  }
}

const same = (a: RowVersion, b: RowVersion): boolean => a.content === b.content && a.fixed === b.fixed;

/** As the ledger has a key: ids are lower-cased, the key of a message is as it was written. */
const noted = ({ name }: Entity, key: string): string => (name === 'messages' ? key : key.toLowerCase());
