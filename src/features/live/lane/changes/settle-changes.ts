import type { EntityName } from '../../../../input/entities/entity.ts';
import type { LiveChange } from '../../../../origin/live/live-origin.ts';
import { mergedDigest } from '../../pass/field-digests.ts';
import type { LaneOutcome } from '../../pass/lane-writer.ts';
import { otherSide, type Side } from '../../side.ts';
import type { EventAges } from '../event-ages.ts';
import type { LaneDeps } from '../lane-deps.ts';
import { GONE_DIGEST, HERE } from '../links/link.ts';
import type { BothLedgers } from './both-ledgers.ts';
import type { Candidate } from './candidate.ts';
import type { ChangeEnd } from './change-end.ts';
import type { MadeRow } from './convert-changes.ts';
import { type Folded, isRelation } from './fold.ts';
import { messagePlace, roomName } from './message-times.ts';
import { recordedId } from './recorded-id.ts';

/** When a change is taken again whose outcome nobody knows. */
const AGAIN_MS = 1_000;

/** Refusals that pass by themselves: who joined within this second is a member a second later, and may write then. */
const JOINED_JUST_NOW: ReadonlySet<string> = new Set([
  'MEMBER.JOINED_AT_INVALID',
  'SERVICE.ERR_IMPORT_INVALID_JOINEDAT',
  'SERVICE.ERR_GROUP_NOT_JOINED',
]);
/** So long after its receipt a change with such a refusal is taken again. */
const JOINING_MS = 10_000;

/** The name of a row among all of a call. */
export const rowName = ({ entity, key }: { readonly entity: EntityName; readonly key: string }): string =>
  `${entity} ${key}`;

/** Takes note of what both sides hold after a call, and says what became of its changes. */
export class SettleChanges {
  readonly #deps: LaneDeps;
  readonly #ledgers: BothLedgers;
  readonly #to: Side;
  readonly #ages: EventAges;

  constructor(deps: LaneDeps, ledgers: BothLedgers, ages: EventAges) {
    this.#deps = deps;
    this.#ledgers = ledgers;
    this.#to = otherSide(deps.side);
    this.#ages = ages;
  }

  /** The end of a change that was written. */
  settle(candidate: Candidate, outcomes: ReadonlyMap<string, LaneOutcome>): ChangeEnd {
    const { entity, kind } = candidate.folded.hint.change;
    const asked = candidate.rows.length > 0 ? candidate.rows : candidate.removals;
    const own = asked.map((row) => outcomes.get(rowName(row))?.outcome);
    const refused = own.find((outcome) => outcome?.status === 'rejected' || outcome?.status === 'blocked');
    if (refused && 'problems' in refused) {
      const isYoung = this.#ages.of(candidate.folded.hint) < JOINING_MS;
      if (isYoung && refused.problems.every((problem) => JOINED_JUST_NOW.has(problem.code)))
        return { end: 'waiting', until: this.#deps.clock.now() + AGAIN_MS, holds: entity === 'messages' };
      const [{ code, message } = { code: 'LIVE.REFUSED', message: 'it was refused' }] = refused.problems;
      return { end: 'dead', code, message };
    }
    if (own.some((outcome) => outcome === undefined || outcome.status === 'inDoubt'))
      return { end: 'waiting', until: this.#deps.clock.now() + AGAIN_MS };
    const has = (...statuses: readonly string[]): boolean =>
      own.some((outcome) => outcome && statuses.includes(outcome.status));
    if (has('skipped')) return { end: 'skipped' };
    const wrote = has('created', 'updated', 'removed');
    if (wrote && isRelation(entity))
      for (const { key } of asked) this.#deps.shared.echoes.wrote(this.#to, { entity, key, kind });
    if (kind === 'gone') {
      this.#noteGone(candidate);
      return { end: wrote ? 'removed' : has('kept') ? 'skipped' : 'unchanged' };
    }
    this.noteSource(candidate);
    if (wrote) this.#noteTarget(candidate);
    return { end: has('created') ? 'created' : wrote ? 'updated' : 'unchanged' };
  }

  /** A row that came along and was written. */
  settleContext(made: MadeRow, outcome: LaneOutcome | undefined): void {
    const status = outcome?.outcome.status;
    if (status === undefined || !ACCEPTED.has(status)) return;
    this.#ledgers.noteSource(made.entity, made.key, made.row, undefined);
    if (status === 'created' && made.entity === 'members')
      this.#deps.shared.echoes.wrote(this.#to, { entity: 'members', key: made.key, kind: 'upsert' });
  }

  /** A change that says nothing new: the side of the events has its rows at least. */
  noteKnown(folded: Folded, rows: readonly MadeRow[]): void {
    if (folded.hint.change.kind === 'gone') return;
    for (const { entity, key, row } of rows)
      if (!this.#deps.back?.writer.find(entity, key))
        this.#ledgers.noteSource(entity, key, row, recordedId(folded.hint.change));
  }

  /** Takes note of messages of this side that the other one has, where that was not recorded when they were written. */
  notePlaces(folded: Folded, rows: readonly MadeRow[]): void {
    const { links } = this.#deps.shared;
    if (folded.hint.change.kind === 'gone') return;
    for (const { entity, key, row } of rows) {
      if (entity !== 'messages' || this.#ledgers.isOurs(entity, key)) continue;
      const room = roomName(row);
      if (links.sent(this.#to, room, key) || this.#ledgers.find(entity, key)?.origin !== 'created') continue;
      links.noteSent(this.#to, room, { ...messagePlace(folded, key), sentAt: 0, isExact: false });
    }
  }

  /** Takes note of what the side of the events has. */
  noteSource({ folded, rows: written, part }: Pick<Candidate, 'folded' | 'rows' | 'part'>): void {
    const { shared, side, writer } = this.#deps;
    const { change } = folded.hint;
    const rows = part ? [part.whole] : written;
    for (const { entity, key, row } of rows) this.#ledgers.noteSource(entity, key, row, recordedId(change));
    const [first] = rows;
    if (!first) return;
    const digest = isRelation(change.entity)
      ? HERE
      : rows.map(({ entity, row }) => writer.digestOf(entity, row)).join(' ');
    const before = shared.links.find(change.entity, first.key, side)?.version ?? 0;
    const version = Math.max(change.version, before);
    shared.links.note(change.entity, first.key, side, { version, digest });
    if (isRelation(change.entity)) return;
    if (rows.length > 1 || first.key !== this.#ledgers.keyOf(change)) {
      const keys = rows.map(({ key }) => key);
      shared.links.noteParts(side, change.entity, change.key, keys);
    }
  }

  /** Takes note of the echo of a member, a reaction or a pin: a later one that says what was before is told by it. */
  noteEcho({ entity, kind, version }: LiveChange, key: string): void {
    const { links } = this.#deps.shared;
    const before = links.find(entity, key, this.#deps.side)?.version ?? 0;
    if (version < before) return;
    links.note(entity, key, this.#deps.side, { version, digest: kind === 'gone' ? GONE_DIGEST : HERE });
  }

  /** Takes note of a change that both sides have made alike. */
  noteAlike(candidate: Candidate, version: number): void {
    const { shared, writer } = this.#deps;
    this.noteSource(candidate);
    const { entity } = candidate.folded.hint.change;
    for (const row of candidate.rows)
      shared.links.note(entity, row.key, this.#to, { version, digest: writer.digestOf(row.entity, row.row) });
  }

  /** Takes note of what the other side has now; when that was, only its next event says. */
  #noteTarget({ folded, rows, part }: Candidate): void {
    const { shared, writer } = this.#deps;
    const { entity } = folded.hint.change;
    for (const row of rows) {
      const { version = 0, digest: before } = shared.links.find(entity, row.key, this.#to) ?? {};
      const now = isRelation(entity) ? HERE : writer.digestOf(row.entity, row.row);
      // What others have changed there comes by its own event.
      const digest = part && before !== undefined ? mergedDigest(before, now, part.fields) : now;
      shared.links.note(entity, row.key, this.#to, { version, digest, isOurs: true });
    }
  }

  #noteGone({ folded, removals }: Candidate): void {
    const { shared, side } = this.#deps;
    const { entity, version } = folded.hint.change;
    for (const { key } of removals) {
      if (entity === 'groups' || entity === 'messages') {
        this.#ledgers.forgetTarget(entity, key);
        // The other direction may have met its members meanwhile.
        this.#ledgers.forgetSource(entity, key);
      }
      const here = shared.links.find(entity, key, side)?.version ?? 0;
      shared.links.note(entity, key, side, { version: Math.max(version, here), digest: GONE_DIGEST });
      const there = shared.links.find(entity, key, this.#to)?.version ?? 0;
      shared.links.note(entity, key, this.#to, { version: there, digest: GONE_DIGEST, isOurs: true });
    }
  }
}

const ACCEPTED: ReadonlySet<string> = new Set(['created', 'updated', 'exists', 'unchanged']);
