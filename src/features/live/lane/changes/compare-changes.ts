import type { EntityName } from '../../../../input/entities/entity.ts';
import type { LiveChange } from '../../../../origin/live/live-origin.ts';
import { otherSide } from '../../side.ts';
import type { LaneDeps } from '../lane-deps.ts';
import { GONE_DIGEST, HERE, type SideState } from '../links/link.ts';
import { canAskAbout } from './ask-side.ts';
import type { BothLedgers } from './both-ledgers.ts';
import type { Candidate, Read } from './candidate.ts';
import type { ChangeEnd } from './change-end.ts';
import { isRelation } from './fold.ts';

/** The result of a comparison: an end, something to write, or that the side must be asked. */
export type ChangeComparison = ChangeEnd | { readonly candidate: Candidate } | 'ask';

/** The clock of a system may be so far ahead of ours, milliseconds. */
const AHEAD_MS = 86_400_000;

/** Compares changes with what both sides were last known to hold. */
export class CompareChanges {
  readonly #deps: LaneDeps;
  readonly #ledgers: BothLedgers;
  readonly #isReport: boolean;

  /** @param isReport nothing is written, so nothing is taken note of either */
  constructor(deps: LaneDeps, ledgers: BothLedgers, isReport: boolean) {
    this.#deps = deps;
    this.#ledgers = ledgers;
    this.#isReport = isReport;
  }

  compare(read: Read): ChangeComparison {
    const { change } = read.folded.hint;
    if (change.kind === 'gone') return this.#gone(read);
    return isRelation(change.entity) ? this.#relation(read) : this.#record(read);
  }

  #relation({ folded, rows, isAsked }: Read): ChangeComparison {
    const { change } = folded.hint;
    const { entity, version, isNew } = change;
    const state = this.#stateOf(change);
    if (rows.every((row) => this.#ledgers.isAsWritten(row))) {
      // It may be an earlier echo, with others behind it.
      this.#note(change, this.#ledgers.keyOf(change), {
        version: Math.max(version, state?.version ?? 0),
        digest: HERE,
        ...(state?.isOurs ? { isOurs: true } : {}),
      });
      return { end: 'unchanged', isEcho: true };
    }
    if (state?.digest === GONE_DIGEST && !isAsked) {
      const canAsk = canAskAbout(entity, this.#deps);
      // It may be a late event about what was taken back since, or it was given again in the same second; a list says what is there.
      if (isNew && version > 0 && version === state.version) return canAsk ? 'ask' : { end: 'unchanged' };
      if (isNew && version > 0 && version < state.version) return { end: 'unchanged' };
      if (version === 0 && entity === 'members') return 'ask';
      // The echo of what we took back there has not come: this may be a late one of what was before.
      if (state.isOurs && canAsk) return 'ask';
    }
    if (state && state.digest !== GONE_DIGEST && version > 0 && version < state.version)
      return { end: 'unchanged' };
    const held = rows.map((row) => this.#ledgers.find(row.entity, row.key, row.row));
    if (held.every((each) => each?.isSame)) {
      this.#note(change, this.#ledgers.keyOf(change), {
        version: Math.max(version, state?.version ?? 0),
        digest: HERE,
      });
      return { end: 'unchanged' };
    }
    return {
      candidate: { folded, rows, removals: [], isCreate: held.some((each) => each === undefined) },
    };
  }

  #stateOf(change: LiveChange): SideState | undefined {
    return this.#deps.shared.links.find(change.entity, this.#ledgers.keyOf(change), this.#deps.side);
  }

  #record({ folded, rows, isAsked }: Read): ChangeComparison {
    const { links } = this.#deps.shared;
    const { change, receivedAt } = folded.hint;
    const [first] = rows;
    if (!first) return { end: 'skipped' };
    const { side } = this.#deps;
    const digest = this.digestOf(rows);
    const state = links.find(change.entity, first.key, side);
    const held = rows.map(({ entity, key, row }) => this.#ledgers.find(entity, key, row));
    const isOurs = this.#ledgers.isOurs(first.entity, first.key);
    const judged = {
      entity: change.entity,
      kind: change.kind,
      isNew: change.isNew,
      version: change.version,
      digest,
      isAsked,
      isCompleted: folded.hint.isCompleted === true,
    };
    const judgement = judgeChange(judged, state, isOurs);
    const version = Math.max(change.version, state?.version ?? 0);
    const isThere = held.every((each) => each !== undefined && each.origin !== 'sent');
    // Whatever was noted: nobody knows whether the other side has it.
    const isCutOff = held.some((each) => each?.origin === 'sent');
    const isCreate = held[0] === undefined || isCutOff;
    if (isCutOff && (judgement === 'same' || judgement === 'newer'))
      return { candidate: { folded, rows, removals: [], isCreate } };
    switch (judgement) {
      case 'echo':
        // What was written after it says more than a late echo.
        if (!state || state.version === 0) this.#note(change, first.key, { version, digest, isOurs: true });
        return { end: 'unchanged', isEcho: true };
      case 'same':
        // A time that has not come yet, of a clock that was wrong, says nothing about what is older.
        if (state && digest !== state.digest && state.version > (receivedAt + AHEAD_MS) * 1_000) return 'ask';
        return { end: 'unchanged', isEcho: state?.isOurs === true };
      case 'newer':
        this.#note(change, first.key, { ...(state as SideState), version });
        return { end: 'unchanged', isEcho: state?.isOurs === true };
      case 'unsure':
        return 'ask';
      default:
    }
    const isSame = held.every((each) => each?.isSame);
    // A new record that the other side has says nothing new, and its later changes come by themselves.
    if (isThere && (isSame || (change.isNew && !state && !judged.isCompleted))) {
      this.#note(change, first.key, { version, digest });
      return { end: 'unchanged' };
    }
    return {
      candidate: { folded, rows, removals: this.#lostParts(change, rows, held[0] !== undefined), isCreate },
    };
  }

  /** Rows that the record became before and does not become any more. */
  #lostParts(
    { entity, key }: LiveChange,
    rows: readonly Candidate['rows'][number][],
    isKnown: boolean,
  ): Candidate['removals'] {
    const { shared, side, writer } = this.#deps;
    const [first] = rows;
    // A run may have moved it before anything was noted about it.
    const moved = entity === 'messages' && first && isKnown ? writer.furtherParts(first.key) : [];
    const before = shared.links.partsOf(side, entity, key) ?? moved;
    return before
      .filter((part) => rows.every((row) => row.key !== part))
      .map((part) => ({ entity, key: part }));
  }

  #gone({ folded, isAsked }: Read): ChangeComparison {
    const { shared, side } = this.#deps;
    const { change } = folded.hint;
    const { entity } = change;
    const keys = this.keysOf(change);
    const [first = this.#ledgers.keyOf(change)] = keys;
    const state = shared.links.find(entity, first, side);
    if (isRelation(entity) && !isAsked) {
      // A late event about what was given again since.
      if (state && state.digest !== GONE_DIGEST && change.version > 0 && change.version < state.version)
        return { end: 'unchanged' };
      if (change.version === 0 && entity === 'members') return 'ask';
      // The echo of what we gave there has not come: this may be a late one of what was before.
      if (state?.isOurs && state.digest === HERE && canAskAbout(entity, this.#deps)) return 'ask';
    }
    const judged = {
      entity,
      kind: change.kind,
      isNew: false,
      version: change.version,
      digest: GONE_DIGEST,
      isAsked,
    };
    const judgement = judgeChange(judged, state, false);
    if (judgement === 'unsure' && entity === 'messages') return 'ask';
    const held = keys.filter((key) => this.#ledgers.find(entity as EntityName, key));
    if (!this.#isReport) for (const key of keys) this.#ledgers.forgetSource(entity, key);
    if (judgement === 'same' || judgement === 'newer' || held.length === 0) {
      const version = Math.max(change.version, state?.version ?? 0);
      this.#note(change, first, { version, digest: GONE_DIGEST });
      return { end: 'unchanged', isEcho: state?.isOurs === true };
    }
    const removals = held.map((key) => ({ entity, key }));
    return { candidate: { folded, rows: [], removals, isCreate: false } };
  }

  /** The keys in the ledgers of what a change is about. */
  keysOf(change: LiveChange): readonly string[] {
    const parts = this.#deps.shared.links.partsOf(this.#deps.side, change.entity, change.key);
    if (parts) return parts;
    const own = this.#ledgers.keyOf(change);
    if (change.entity !== 'messages') return [own];
    // A long message that a run has moved before anything was noted about it.
    return [own, ...this.#deps.writer.furtherParts(own)];
  }

  digestOf(rows: Read['rows']): string {
    const { writer } = this.#deps;
    return rows.map(({ entity, row }) => writer.digestOf(entity, row)).join(' ');
  }

  #note({ entity }: LiveChange, key: string, state: SideState): void {
    if (!this.#isReport) this.#deps.shared.links.note(entity, key, this.#deps.side, state);
  }

  /** The side that is written to. */
  get to(): 'old' | 'new' {
    return otherSide(this.#deps.side);
  }
}

/**
 * A record of a side, compared with what that side was last known to hold: `echo` of our own writing, `same`, `newer` in
 * its version alone, `changed`; `unsure` if only the side itself can say it.
 */
export type Judgement = 'echo' | 'same' | 'newer' | 'changed' | 'unsure';

/** Things that are compared. */
export type JudgedChange = Pick<LiveChange, 'entity' | 'kind' | 'isNew' | 'version'> & {
  readonly digest: string;
  /** True if the side was asked just now: then it is so, whatever the versions say. */
  readonly isAsked: boolean;
  /** True if the record is as it is now, and not as it was when the event was sent. */
  readonly isCompleted?: boolean;
};

/**
 * Compares by the clock of the side alone.
 * @param isOurs whether we wrote the record there
 */
export function judgeChange(
  { entity, kind, isNew, version, digest, isAsked, isCompleted = false }: JudgedChange,
  state: SideState | undefined,
  isOurs: boolean,
): Judgement {
  // Of a record that was changed since, only what is the same is an echo.
  const isLater = isCompleted && state !== undefined && state.digest !== digest;
  if (kind === 'upsert' && isNew && isOurs && state?.digest !== GONE_DIGEST && !isLater) return 'echo';
  if (!state) return 'changed';
  if (digest === state.digest) return version > state.version ? 'newer' : 'same';
  if (isAsked) return 'changed';
  if (kind === 'gone') return version > 0 && version < state.version ? 'unsure' : 'changed';
  if (version === 0) return 'unsure';
  if (version < state.version) return 'same';
  if (state.digest === GONE_DIGEST) {
    // A message never comes again, a channel may be made again. We do not know when what we removed there was gone.
    const isAgain = entity !== 'messages' && isNew && state.version > 0 && version > state.version;
    return isAgain ? 'changed' : 'unsure';
  }
  // Late echoes of what we wrote before look newer than what we wrote last, whose version nobody has said yet.
  return version === state.version || state.isOurs ? 'unsure' : 'changed';
}
