import type { LiveChange } from '../../../../origin/live/live-origin.ts';
import type { LaneOutcome } from '../../pass/lane-writer.ts';
import { otherSide } from '../../side.ts';
import type { EventAges } from '../event-ages.ts';
import type { Hold } from '../held-events.ts';
import type { LaneMode } from '../lane.ts';
import type { LaneDeps } from '../lane-deps.ts';
import { NOT_SENT } from '../links/link.ts';
import { askEach, askNow, canAskAbout } from './ask-side.ts';
import { BothLedgers } from './both-ledgers.ts';
import type { Candidate, Read } from './candidate.ts';
import type { ChangeEnd } from './change-end.ts';
import { CompareChanges } from './compare-changes.ts';
import type { Conflict } from './conflicts/conflict.ts';
import { findConflicts } from './conflicts/find-conflicts.ts';
import { firstContact } from './conflicts/first-contact.ts';
import { mergeFields } from './conflicts/merge-fields.ts';
import type { MadeRow } from './convert-changes.ts';
import { findParents } from './find-parents.ts';
import { findSent } from './find-sent.ts';
import { type Folded, type Hint, isRelation } from './fold.ts';
import { lostPins, withLostPins } from './lost-removals.ts';
import { askTimes } from './message-times.ts';
import { orderWrites } from './order-writes.ts';
import { type RowsOfChanges, rowsOfChanges } from './rows-of-changes.ts';
import type { SenderBudget } from './sender-budget.ts';
import { rowName, SettleChanges } from './settle-changes.ts';

/** When a change is taken again that the other direction is writing, that one in front holds, or whose sender has sent enough. */
const FLIGHT_MS = 20;
const HELD_MS = 500;
const BUDGET_MS = 1_000;

/** Things that a run decides by. */
export type RunRules = {
  readonly mode: LaneMode;
  readonly budget: SenderBudget;
  /** False if nobody would take the changes again: they are decided now. */
  readonly canWait: boolean;
  /** Conversations whose messages wait, with the number of the event behind which they do, and the message they wait for. */
  readonly holds: ReadonlyMap<string, Hold>;
  readonly ages: EventAges;
  /** Called around work in which a damaged event could end the process. */
  readonly guard: <T>(work: () => Promise<T>) => Promise<T>;
};

export type RunResult = {
  readonly ends: ReadonlyMap<Folded, ChangeEnd>;
  readonly conflicts: readonly Conflict[];
};

type RowsRead = Pick<RowsOfChanges, 'reads' | 'context'>;

/** Takes changes from their hints to the other side, once. */
export class ChangeRun {
  readonly #deps: LaneDeps;
  readonly #rules: RunRules;
  readonly #ledgers: BothLedgers;
  readonly #compare: CompareChanges;
  readonly #settle: SettleChanges;
  readonly #ends = new Map<Folded, ChangeEnd>();
  /** The changes that were given, by those that the side says in their place. */
  readonly #given = new Map<Folded, Folded>();

  constructor(deps: LaneDeps, rules: RunRules) {
    this.#deps = deps;
    this.#rules = rules;
    this.#ledgers = new BothLedgers(deps);
    this.#compare = new CompareChanges(deps, this.#ledgers, this.#isReport);
    this.#settle = new SettleChanges(deps, this.#ledgers, rules.ages);
  }

  /** @throws RunError if a side cannot be asked or written to now: the changes are given again */
  async run(folded: readonly Folded[], signal: AbortSignal): Promise<RunResult> {
    const { side, shared } = this.#deps;
    try {
      return { ends: this.#ends, conflicts: await this.#run(folded, signal) };
    } finally {
      shared.inFlight.release(side);
    }
  }

  async #run(folded: readonly Folded[], signal: AbortSignal): Promise<readonly Conflict[]> {
    const free = this.#claimed(this.#unheld(folded));
    const parents = await findParents(free, this.#rules.canWait, this.#deps, this.#ledgers, signal);
    for (const [each, end] of parents.ends) this.#end(each, end);
    const told = this.#unfollowed([...this.#left(free), ...this.#claimed(parents.found)]);
    const first = await this.#read(told, signal);
    const { candidates: compared, unsure } = this.#compared(first.reads, parents.orphans);
    const again = await this.#ask(unsure, signal);
    compared.push(...this.#compared(again.reads, parents.orphans).candidates);
    if (this.#isReport) {
      for (const { folded: each } of compared) this.#end(each, { end: 'skipped' });
      return [];
    }
    const along = [...first.context, ...again.context];
    const pins = lostPins([...first.reads, ...again.reads], along, this.#deps, this.#ledgers);
    for (const [each, { key }] of pins) {
      this.#ledgers.forgetSource('pins', key);
      this.#ends.delete(this.#given.get(each) ?? each);
    }
    const candidates = withLostPins(compared, pins);
    const { found, gone, others } = await findSent(candidates, this.#deps, this.#ledgers, signal);
    for (const candidate of gone) {
      this.#settle.noteSource(candidate);
      this.#end(candidate.folded, { end: 'skipped' });
    }
    const conflicts = await findConflicts(others, this.#deps, this.#ledgers, signal);
    const { left, ...fields } = await mergeFields(others, this.#deps, this.#ledgers, signal);
    for (const { candidate, version } of [...conflicts.alike, ...fields.alike]) {
      this.#settle.noteAlike(candidate, version);
      this.#end(candidate.folded, { end: 'unchanged' });
    }
    for (const candidate of [...conflicts.lost, ...fields.lost]) {
      this.#settle.noteSource(candidate);
      this.#end(candidate.folded, { end: 'skipped' });
    }
    const open = [...left, ...found].filter(({ folded: each }) => !this.#hasEnd(each));
    const unknown = this.#unknown(along, open);
    const contact = await firstContact(open, unknown, this.#deps, this.#ledgers, signal);
    for (const [{ folded: each }, end] of contact.ends) this.#end(each, end);
    await this.#write(contact.left, contact.context, signal);
    return [...conflicts.conflicts, ...fields.conflicts, ...contact.conflicts];
  }

  get #isReport(): boolean {
    return this.#rules.mode.write === 'report';
  }

  /** Those that no message in front of them holds. */
  #unheld(folded: readonly Folded[]): readonly Folded[] {
    const { holds, canWait } = this.#rules;
    if (!canWait || holds.size === 0) return folded;
    for (const each of folded) {
      const { entity, key, conversation = '' } = each.hint.change;
      const hold = entity === 'messages' ? holds.get(conversation) : undefined;
      if (hold && each.first > hold.seq && key !== hold.parent)
        this.#end(each, { end: 'waiting', until: this.#deps.clock.now() + HELD_MS, why: hold.why });
    }
    return this.#left(folded);
  }

  /** Those that the other direction is not writing. Echoes of what it has written end here, where versions do not tell them. */
  #claimed(folded: readonly Folded[]): readonly Folded[] {
    const { shared, side, clock } = this.#deps;
    const unsure = new Map<Folded, Folded>();
    for (const each of folded) {
      const { change } = each.hint;
      const { entity } = change;
      const key = this.#ledgers.keyOf(change);
      if (!shared.inFlight.claim(side, `${entity} ${key}`)) {
        this.#end(each, { end: 'waiting', until: clock.now() + FLIGHT_MS });
        continue;
      }
      if (!isRelation(entity) || this.#isReport) continue;
      let isEcho = false;
      for (const { change: one } of [...each.older, each.hint].toSorted((x, y) => x.seq - y.seq)) {
        const { kind } = one;
        const isHere = this.#ledgers.isHere(entity, key);
        isEcho = shared.echoes.swallow(side, { entity, key, kind });
        // People have changed it since, or the echo was lost and this is their doing.
        if (isHere !== (kind === 'upsert') && canAskAbout(entity, this.#deps)) isEcho = false;
        if (isEcho) this.#settle.noteEcho(one, key);
      }
      const { isNew, kind } = change;
      // A new role or a ban may be another than the one that we wrote.
      if (isEcho && entity === 'members' && kind === 'upsert' && !isNew && canAskAbout(entity, this.#deps)) {
        const asked = { ...each, isUnsure: true };
        this.#given.set(asked, this.#given.get(each) ?? each);
        unsure.set(each, asked);
      } else if (isEcho) this.#end(each, { end: 'unchanged', isEcho });
    }
    return this.#left(folded).map((each) => unsure.get(each) ?? each);
  }

  /** Messages behind one of their conversation that waits, wait too. */
  #unfollowed(folded: readonly Folded[]): readonly Folded[] {
    const held = new Map<string, Pick<Hold, 'seq' | 'why'> & { readonly until: number }>();
    for (const [{ hint, first }, end] of this.#ends) {
      const { conversation } = hint.change;
      if (end.end !== 'waiting' || !end.holds || conversation === undefined) continue;
      const before = held.get(conversation);
      if (!before || first < before.seq)
        held.set(conversation, { seq: first, until: end.until, why: end.why });
    }
    if (held.size === 0) return folded;
    for (const each of folded) {
      const { entity, conversation = '' } = each.hint.change;
      const hold = entity === 'messages' ? held.get(conversation) : undefined;
      if (hold && each.first > hold.seq)
        this.#end(each, { end: 'waiting', until: hold.until, why: hold.why });
    }
    return this.#left(folded);
  }

  #left(folded: readonly Folded[]): readonly Folded[] {
    return folded.filter((each) => !this.#hasEnd(each));
  }

  #hasEnd(folded: Folded): boolean {
    return this.#ends.has(this.#given.get(folded) ?? folded);
  }

  #end(folded: Folded, end: ChangeEnd): void {
    this.#ends.set(this.#given.get(folded) ?? folded, end);
  }

  async #read(folded: readonly Folded[], signal: AbortSignal): Promise<RowsRead> {
    const clear = folded.filter(({ isUnsure }) => !isUnsure);
    const unsure = folded.filter(({ isUnsure }) => isUnsure);
    const first = await this.#made(clear, new Set(), signal);
    const second = await this.#ask(unsure, signal);
    return { reads: [...first.reads, ...second.reads], context: [...first.context, ...second.context] };
  }

  /** Reads records as they are on their side now. */
  async #ask(folded: readonly Folded[], signal: AbortSignal): Promise<RowsRead> {
    if (folded.length === 0) return { reads: [], context: [] };
    const answers = await askEach(folded, ({ hint }) => this.#askNow(hint, signal));
    const now: Folded[] = [];
    for (const [each, asked] of answers) {
      const { hint } = each;
      if ('refusal' in asked) {
        this.#end(each, { end: 'dead', code: 'LIVE.EVENT_MALFORMED', message: asked.refusal });
        continue;
      }
      const { key } = hint.change;
      if (asked.answer?.kind === 'upsert' && asked.answer.rows.length === 0) {
        this.#end(each, { end: 'unchanged' });
        continue;
      }
      const change = { ...(asked.answer ?? { ...hint.change, kind: 'gone' as const }), key, isNew: false };
      const asNow = { ...each, hint: { ...hint, change }, isUnsure: false };
      this.#given.set(asNow, this.#given.get(each) ?? each);
      now.push(asNow);
    }
    return await this.#made(now, new Set(now), signal);
  }

  /** A record as it is; a reaction, or what a whole list lacks, is there if all that is there has it. */
  async #askNow({ change, owner }: Hint, signal: AbortSignal): Promise<LiveChange | undefined> {
    const { lookups } = this.#deps;
    const { entity, kind } = change;
    if (!owner && entity !== 'reactions') return await askNow(change, lookups, signal);
    const set = await lookups.setOf?.(owner ?? change, signal);
    const wanted = this.#ledgers.keyOf(change);
    const isThere = !set || set.keys.some((key) => this.#ledgers.keyOf({ entity, key }) === wanted);
    // Whoever is banned is in no list of members, and not gone.
    if (!isThere)
      return entity === 'members'
        ? await lookups.complete?.({ ...change, kind: 'upsert', isWhole: false }, signal)
        : undefined;
    return kind === 'upsert' ? change : { ...change, kind: 'upsert', rows: [] };
  }

  async #made(folded: readonly Folded[], asked: ReadonlySet<Folded>, signal: AbortSignal): Promise<RowsRead> {
    if (folded.length === 0) return { reads: [], context: [] };
    const made = await this.#rules.guard(() =>
      rowsOfChanges(folded, asked, this.#deps, this.#ledgers, signal),
    );
    for (const [each, end] of made.ends) this.#end(each, end);
    return made;
  }

  /** Finds what is to be written, and what the side must be asked about. */
  #compared(
    reads: readonly Read[],
    orphans: ReadonlySet<Folded>,
  ): { readonly candidates: Candidate[]; readonly unsure: readonly Folded[] } {
    const candidates: Candidate[] = [];
    const unsure: Folded[] = [];
    for (const read of reads) {
      const compared = this.#compare.compare(withoutThread(read, orphans));
      if (compared === 'ask' && !read.isAsked) unsure.push(read.folded);
      else if (compared === 'ask') this.#end(read.folded, { end: 'unchanged' });
      else if ('candidate' in compared) candidates.push(compared.candidate);
      else {
        this.#end(read.folded, compared);
        if (this.#isReport) continue;
        this.#settle.noteKnown(read.folded, read.rows);
        this.#settle.notePlaces(read.folded, read.rows);
      }
    }
    return { candidates, unsure };
  }

  /** @param unknown rows that came along and that the other side does not have */
  async #write(
    candidates: readonly Candidate[],
    unknown: readonly MadeRow[],
    signal: AbortSignal,
  ): Promise<void> {
    const { writer, shared, clock } = this.#deps;
    const { mode, budget, canWait } = this.#rules;
    const order = {
      deps: this.#deps,
      ledgers: this.#ledgers,
      budget,
      write: mode.write,
      canPutOff: canWait,
    };
    // A kill may have left unnoted where those are that are there already.
    for (const { folded, rows } of candidates) this.#settle.notePlaces(folded, rows);
    await askTimes(candidates, this.#deps, signal);
    const { calls, putOff, sent } = orderWrites(candidates, unknown, order);
    const to = otherSide(this.#deps.side);
    // After a kill, whoever comes before one of these asks for its time.
    for (const { conversation, place } of sent)
      shared.links.noteSent(to, conversation, { ...place, sentAt: 0, isExact: false });
    for (const { folded } of putOff)
      this.#end(folded, { end: 'waiting', until: clock.now() + BUDGET_MS, holds: true, why: 'sender' });
    const outcomes = new Map<string, LaneOutcome>();
    try {
      for (const call of calls)
        for (const outcome of await writer.write(call, signal)) outcomes.set(rowName(outcome), outcome);
    } finally {
      const nowS = Math.floor(clock.now() / 1_000);
      for (const { conversation, place, sentAt } of sent)
        if (outcomes.get(rowName({ entity: 'messages', key: place.key }))?.outcome.status === 'created')
          shared.links.noteSent(to, conversation, {
            ...place,
            sentAt: sentAt ?? nowS,
            isExact: sentAt !== undefined,
          });
        else if (!writer.find('messages', place.key))
          shared.links.noteSent(to, conversation, { ...place, sentAt: NOT_SENT, isExact: true });
    }
    for (const { folded, rows } of candidates) this.#settle.notePlaces(folded, rows);
    for (const made of unknown) this.#settle.settleContext(made, outcomes.get(rowName(made)));
    for (const candidate of candidates)
      if (!this.#hasEnd(candidate.folded))
        this.#end(candidate.folded, this.#settle.settle(candidate, outcomes));
  }

  /** Rows that came along and that the other side does not have. */
  #unknown(context: readonly MadeRow[], candidates: readonly Candidate[]): readonly MadeRow[] {
    const { shared, side } = this.#deps;
    const told = new Set(candidates.flatMap(({ rows }) => rows.map(rowName)));
    return context.filter((made) => {
      const name = rowName(made);
      // A message comes by its own event.
      if (made.entity === 'messages' || told.has(name)) return false;
      told.add(name);
      // Whoever was removed on both sides a moment ago is still named by what was on its way.
      if (made.entity === 'members' && shared.echoes.hasRemoved(side, { entity: 'members', key: made.key }))
        return false;
      return !this.#ledgers.has(made.entity, made.key);
    });
  }
}

/** A reply without what it answers, if that is nowhere. */
function withoutThread(read: Read, orphans: ReadonlySet<Folded>): Read {
  if (!orphans.has(read.folded)) return read;
  const rows = read.rows.map((made) => {
    const own = Object.entries(made.row).filter(([name]) => name !== 'parentMuid' && name !== 'parentId');
    return { ...made, row: Object.fromEntries(own) };
  });
  return { ...read, rows };
}
