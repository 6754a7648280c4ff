import type { EntityName } from '../../../../input/entities/entity.ts';
import type { LaneOutcome, LiveRow } from '../../pass/lane-writer.ts';
import { otherSide } from '../../side.ts';
import type { LaneMode } from '../lane.ts';
import type { LaneDeps } from '../lane-deps.ts';
import { GONE_DIGEST } from '../links/link.ts';
import { askEach } from './ask-side.ts';
import { BothLedgers } from './both-ledgers.ts';
import type { Candidate, Read } from './candidate.ts';
import type { ChangeEnd } from './change-end.ts';
import { CompareChanges } from './compare-changes.ts';
import type { MadeRow } from './convert-changes.ts';
import { type Conflict, findConflicts } from './find-conflicts.ts';
import { findParents } from './find-parents.ts';
import { type Folded, isRelation } from './fold.ts';
import { orderWrites } from './order-writes.ts';
import { rowsOfChanges } from './rows-of-changes.ts';
import type { SenderBudget } from './sender-budget.ts';

/** When a change is taken again that the other direction is writing, or whose sender has sent enough. */
const FLIGHT_MS = 20;
const BUDGET_MS = 1_000;

/** Things that a run decides by. */
export type RunRules = {
  readonly mode: LaneMode;
  readonly budget: SenderBudget;
  /** False if nobody would take the changes again: they are decided now. */
  readonly canWait: boolean;
  /** Conversations whose messages wait, with the number of the event behind which they do, and the message they wait for. */
  readonly holds: ReadonlyMap<string, { readonly seq: number; readonly parent: string | undefined }>;
  /** Called around work in which a damaged event could end the process. */
  readonly guard: <T>(work: () => Promise<T>) => Promise<T>;
};

/** The results of a run. */
export type RunResult = {
  readonly ends: ReadonlyMap<Folded, ChangeEnd>;
  readonly conflicts: readonly Conflict[];
  /** Conversations in which something was written, as people name them. */
  readonly written: number;
};

/** Takes changes from their hints to the other side, once. */
export class ChangeRun {
  readonly #parts: LaneDeps;
  readonly #rules: RunRules;
  readonly #known: BothLedgers;
  readonly #compare: CompareChanges;
  readonly #ends = new Map<Folded, ChangeEnd>();

  constructor(parts: LaneDeps, rules: RunRules) {
    this.#parts = parts;
    this.#rules = rules;
    this.#known = new BothLedgers(parts);
    this.#compare = new CompareChanges(parts, this.#known, rules.mode.write === 'report');
  }

  /** @throws RunError if a side cannot be asked or written to now: then nothing of it has ended */
  async run(folded: readonly Folded[], signal: AbortSignal): Promise<RunResult> {
    const { side, shared } = this.#parts;
    try {
      return await this.#run(folded, signal);
    } finally {
      shared.inFlight.release(side);
    }
  }

  async #run(folded: readonly Folded[], signal: AbortSignal): Promise<RunResult> {
    const parents = await findParents(
      this.#claimed(this.#unheld(folded)),
      this.#rules.canWait,
      this.#parts,
      this.#known,
      signal,
    );
    for (const [each, end] of parents.ends) this.#ends.set(each, end);
    const open = [...this.#left(folded), ...this.#claimed(parents.found)];
    const { reads, context, asked } = await this.#read(this.#unfollowed(open), signal);
    const candidates: Candidate[] = [];
    const unsure: Folded[] = [];
    for (const read of reads) {
      const compared = this.#compare.compare(withoutThread(read, parents.orphans));
      if (compared === 'ask') unsure.push(read.folded);
      else if ('candidate' in compared) candidates.push(compared.candidate);
      else this.#end(read.folded, compared, read.rows);
    }
    const again = await this.#ask(unsure, signal);
    for (const read of again.reads) {
      const compared = this.#compare.compare(withoutThread(read, parents.orphans));
      if (compared === 'ask') this.#end(read.folded, { end: 'unchanged' }, read.rows);
      else if ('candidate' in compared) candidates.push(compared.candidate);
      else this.#end(read.folded, compared, read.rows);
    }
    if (this.#rules.mode.write === 'report') {
      for (const { folded: each } of candidates) this.#ends.set(each, { end: 'skipped' });
      return { ends: this.#ends, conflicts: [], written: 0 };
    }
    const found = await findConflicts(candidates, this.#parts, this.#known, signal);
    const settled = new Set<Candidate>();
    for (const { candidate, digest, version } of found.alike) {
      settled.add(candidate);
      this.#noteAlike(candidate, { digest, version });
      this.#end(candidate.folded, { end: 'unchanged' }, candidate.rows);
    }
    for (const { candidate, winner } of found.conflicts) {
      if (winner === this.#parts.side) continue;
      settled.add(candidate);
      this.#noteSource(candidate);
      this.#end(candidate.folded, { end: 'skipped' }, candidate.rows);
    }
    const left = candidates.filter((each) => !settled.has(each));
    await this.#write(left, [...context, ...again.context], signal);
    void asked;
    return { ends: this.#ends, conflicts: found.conflicts, written: left.length };
  }

  /** Those that no message in front of them holds. */
  #unheld(folded: readonly Folded[]): readonly Folded[] {
    const { holds, canWait } = this.#rules;
    if (!canWait || holds.size === 0) return folded;
    for (const each of folded) {
      const { change } = each.hint;
      const hold = change.conversation === undefined ? undefined : holds.get(change.conversation);
      if (!hold || change.entity !== 'messages' || each.first <= hold.seq || change.key === hold.parent)
        continue;
      this.#ends.set(each, { end: 'waiting', until: this.#parts.clock.now() + BUDGET_MS / 2 });
    }
    return this.#left(folded);
  }

  /** Those that the other direction is not writing; echoes of what it wrote have ended. */
  #claimed(folded: readonly Folded[]): readonly Folded[] {
    const { shared, side, clock } = this.#parts;
    for (const each of folded) {
      const { change } = each.hint;
      const id = `${change.entity} ${this.#known.keyOf(change)}`;
      if (!shared.inFlight.claim(side, id)) {
        this.#ends.set(each, { end: 'waiting', until: clock.now() + FLIGHT_MS });
        continue;
      }
      if (!isRelation(change.entity)) continue;
      const key = this.#known.keyOf(change);
      let isEcho = false;
      for (const { change: one } of [...each.older, each.hint].toSorted((a, b) => a.seq - b.seq))
        isEcho = shared.echoes.swallow(side, { entity: one.entity, key, kind: one.kind });
      if (isEcho) this.#ends.set(each, { end: 'unchanged', isEcho });
    }
    return this.#left(folded);
  }

  /** Messages behind one of their conversation that waits, wait too. */
  #unfollowed(folded: readonly Folded[]): readonly Folded[] {
    const held = new Map<string, { readonly seq: number; readonly until: number }>();
    for (const [{ hint, first }, end] of this.#ends) {
      const { conversation } = hint.change;
      if (end.end !== 'waiting' || !end.holds || conversation === undefined) continue;
      const before = held.get(conversation);
      if (!before || first < before.seq) held.set(conversation, { seq: first, until: end.until });
    }
    if (held.size === 0) return folded;
    for (const each of folded) {
      const { change } = each.hint;
      const hold = change.conversation === undefined ? undefined : held.get(change.conversation);
      if (hold && change.entity === 'messages' && each.first > hold.seq)
        this.#ends.set(each, { end: 'waiting', until: hold.until });
    }
    return this.#left(folded);
  }

  #left(folded: readonly Folded[]): readonly Folded[] {
    return folded.filter((each) => !this.#ends.has(each));
  }

  async #read(
    folded: readonly Folded[],
    signal: AbortSignal,
  ): Promise<{
    readonly reads: readonly Read[];
    readonly context: readonly MadeRow[];
    readonly asked: number;
  }> {
    const unsure = folded.filter(({ isUnsure }) => isUnsure);
    const first = await this.#made(
      folded.filter(({ isUnsure }) => !isUnsure),
      new Set(),
      signal,
    );
    const second = await this.#ask(unsure, signal);
    return {
      reads: [...first.reads, ...second.reads],
      context: [...first.context, ...second.context],
      asked: unsure.length,
    };
  }

  /** Reads records as they are on their side now. */
  async #ask(
    folded: readonly Folded[],
    signal: AbortSignal,
  ): Promise<{ readonly reads: readonly Read[]; readonly context: readonly MadeRow[] }> {
    if (folded.length === 0) return { reads: [], context: [] };
    const { lookups } = this.#parts;
    const answers = await askEach(folded, async ({ hint: { change } }) => {
      const { key, conversation, time, entity } = change;
      if (entity === 'messages') {
        const id = change.rows[0]?.row['id'];
        const known = typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {};
        return await lookups.message({ key, conversation, time, ...known }, signal);
      }
      const records =
        entity === 'users'
          ? [await lookups.user(key, signal)].filter((row) => row !== undefined)
          : ((await lookups.conversation(key, signal)) ?? []);
      return records.length === 0 ? undefined : { ...change, rows: records, isWhole: true };
    });
    const now: Folded[] = [];
    for (const [each, asked] of answers) {
      const { hint } = each;
      if ('refusal' in asked) {
        this.#ends.set(each, { end: 'dead', code: 'LIVE.EVENT_MALFORMED', message: asked.refusal });
        continue;
      }
      const change = asked.answer ?? { ...hint.change, kind: 'gone' as const };
      const { key } = hint.change;
      // The end is that of the hint, so it keeps its identity.
      now.push(
        Object.assign(each, { hint: { ...hint, change: { ...change, key, isNew: false } }, isUnsure: false }),
      );
    }
    return await this.#made(now, new Set(now), signal);
  }

  async #made(
    folded: readonly Folded[],
    asked: ReadonlySet<Folded>,
    signal: AbortSignal,
  ): Promise<{ readonly reads: readonly Read[]; readonly context: readonly MadeRow[] }> {
    const made = await this.#rules.guard(() =>
      rowsOfChanges(folded, asked, this.#parts, this.#known, signal),
    );
    for (const [each, end] of made.ends) this.#ends.set(each, end);
    return made;
  }

  async #write(
    candidates: readonly Candidate[],
    context: readonly MadeRow[],
    signal: AbortSignal,
  ): Promise<void> {
    const { writer, shared, side, clock } = this.#parts;
    const { mode, budget, canWait } = this.#rules;
    const known = this.#known;
    const about = new Set(candidates.flatMap(({ rows }) => rows.map(nameOf)));
    const told = new Set<string>();
    const unknown = context.filter((made) => {
      const name = nameOf(made);
      if (about.has(name) || told.has(name) || known.find(made.entity, made.key)) return false;
      told.add(name);
      return made.entity !== 'messages';
    });
    const order = { parts: this.#parts, known, budget, write: mode.write, canPutOff: canWait };
    const { calls, putOff, sent, retimed } = orderWrites(candidates, unknown, order);
    for (const { folded } of putOff)
      this.#ends.set(folded, { end: 'waiting', until: clock.now() + BUDGET_MS, holds: true });
    const outcomes = new Map<string, LaneOutcome>();
    for (const call of calls)
      for (const outcome of await writer.write(call, signal)) outcomes.set(nameOf(outcome), outcome);
    const to = otherSide(side);
    for (const { conversation, sentAt } of sent) shared.links.noteSent(to, conversation, sentAt);
    for (const made of unknown) this.#settleContext(made, outcomes.get(nameOf(made)));
    for (const candidate of candidates) {
      if (this.#ends.has(candidate.folded)) continue;
      const end = this.#settle(candidate, outcomes, retimed);
      this.#ends.set(candidate.folded, end);
    }
  }

  #settleContext(made: MadeRow, outcome: LaneOutcome | undefined): void {
    if (!outcome || !isAccepted(outcome.outcome.status)) return;
    const { shared, side } = this.#parts;
    this.#known.noteSource(made.entity, made.key, made.row, undefined);
    if (outcome.outcome.status === 'created' && made.entity === 'members')
      shared.echoes.wrote(otherSide(side), { entity: 'members', key: made.key, kind: 'upsert' });
  }

  #settle(
    candidate: Candidate,
    outcomes: ReadonlyMap<string, LaneOutcome>,
    retimed: ReadonlyMap<string, LiveRow>,
  ): ChangeEnd {
    void retimed;
    const own = [
      ...candidate.rows.map(nameOf),
      ...(candidate.rows.length > 0 ? [] : candidate.removals.map(nameOf)),
    ].map((name) => outcomes.get(name)?.outcome);
    const refused = own.find((outcome) => outcome?.status === 'rejected' || outcome?.status === 'blocked');
    if (refused && 'problems' in refused) {
      const [problem] = refused.problems;
      const code = problem?.code ?? 'LIVE.REFUSED';
      return { end: 'dead', code, message: problem?.message ?? 'it was refused' };
    }
    if (own.some((outcome) => outcome === undefined || outcome.status === 'inDoubt'))
      return { end: 'waiting', until: this.#parts.clock.now() + BUDGET_MS };
    const has = (...statuses: readonly string[]): boolean =>
      own.some((outcome) => outcome && statuses.includes(outcome.status));
    const { entity } = candidate.folded.hint.change;
    const to = otherSide(this.#parts.side);
    if (candidate.folded.hint.change.kind === 'gone') {
      this.#noteGone(candidate);
      if (has('removed') && isRelation(entity))
        for (const { key } of candidate.removals)
          this.#parts.shared.echoes.wrote(to, { entity, key, kind: 'gone' });
      return { end: has('removed') ? 'removed' : has('kept') ? 'skipped' : 'unchanged' };
    }
    if (has('skipped')) return { end: 'skipped' };
    const wrote = has('created', 'updated');
    this.#noteSource(candidate);
    const { digest } = this.#noteTarget(candidate, wrote);
    void digest;
    if (wrote && isRelation(entity))
      for (const { key } of candidate.rows)
        this.#parts.shared.echoes.wrote(to, { entity, key, kind: 'upsert' });
    return { end: has('created') ? 'created' : wrote ? 'updated' : 'unchanged' };
  }

  #end(folded: Folded, end: ChangeEnd, rows: readonly MadeRow[]): void {
    this.#ends.set(folded, end);
    if (folded.hint.change.kind === 'gone' || this.#rules.mode.write === 'report') return;
    for (const { entity, key, row } of rows)
      if (!this.#parts.back?.writer.find(entity, key)) this.#known.noteSource(entity, key, row, idOf(folded));
  }

  /** Takes note of what the side of the events has. */
  #noteSource({ folded, rows }: Candidate): void {
    const { links } = this.#parts.shared;
    const { change } = folded.hint;
    for (const { entity, key, row } of rows) this.#known.noteSource(entity, key, row, idOf(folded));
    const [first] = rows;
    if (!first || isRelation(change.entity)) return;
    const digest = this.#compare.digestOf(rows);
    const version = Math.max(
      change.version,
      links.find(change.entity, first.key, this.#parts.side)?.version ?? 0,
    );
    links.note(change.entity, first.key, this.#parts.side, { version, digest });
    if (rows.length > 1 || first.key !== this.#known.keyOf(change))
      links.noteParts(
        this.#parts.side,
        change.entity,
        change.key,
        rows.map(({ key }) => key),
      );
  }

  /** Takes note of what the other side has now. */
  #noteTarget({ folded, rows }: Candidate, wrote: boolean): { readonly digest: string } {
    const { links } = this.#parts.shared;
    const { entity } = folded.hint.change;
    const to = otherSide(this.#parts.side);
    const digest = this.#compare.digestOf(rows);
    if (isRelation(entity) || !wrote) return { digest };
    for (const row of rows) {
      const version = links.find(entity, row.key, to)?.version ?? 0;
      const own = this.#parts.writer.digestOf(row.entity, row.row);
      links.note(entity, row.key, to, { version, digest: own, isOurs: true });
    }
    return { digest };
  }

  #noteAlike(
    candidate: Candidate,
    { digest, version }: { readonly digest: string; readonly version: number },
  ): void {
    this.#noteSource(candidate);
    const { entity } = candidate.folded.hint.change;
    const to = otherSide(this.#parts.side);
    for (const { key } of candidate.rows) this.#parts.shared.links.note(entity, key, to, { version, digest });
  }

  #noteGone({ folded, removals }: Candidate): void {
    const { links } = this.#parts.shared;
    const { change } = folded.hint;
    if (isRelation(change.entity)) return;
    for (const { key } of removals) {
      links.note(change.entity, key, this.#parts.side, { version: change.version, digest: GONE_DIGEST });
      const to = otherSide(this.#parts.side);
      const version = links.find(change.entity, key, to)?.version ?? 0;
      links.note(change.entity, key, to, { version, digest: GONE_DIGEST, isOurs: true });
    }
  }
}

const nameOf = ({ entity, key }: { readonly entity: EntityName; readonly key: string }): string =>
  `${entity} ${key}`;

const isAccepted = (status: string): boolean =>
  ['created', 'updated', 'exists', 'unchanged'].includes(status);

/** The id of a message on its side, as its record says. */
function idOf({ hint: { change } }: Folded): string | undefined {
  if (change.entity !== 'messages') return undefined;
  const { id, message_id: number, sid } = change.rows[0]?.row ?? {};
  const found = id ?? number ?? sid;
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}

/** A reply without what it answers, if that is nowhere. */
function withoutThread(read: Read, orphans: ReadonlySet<Folded>): Read {
  if (!orphans.has(read.folded)) return read;
  const rows = read.rows.map((made) => {
    const {
      parentMuid: _,
      parentId: __,
      ...row
    } = made.row as Readonly<{ parentMuid?: unknown; parentId?: unknown }>;
    return { ...made, row };
  });
  return { ...read, rows };
}
