import type { Data, Entity } from '../../input/entities/entity.ts';
import { WITHOUT_ROOT, withoutRoot } from '../../input/entities/message-marks.ts';
import { type JudgeDeps, type Judged, judge } from '../../input/rows/judge.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { Row } from '../../input/rows/row.ts';
import { KeyIndex, type Stamp } from '../../keys/key-index.ts';
import type { Facts } from '../../prefilter/facts.ts';
import { LEFT_OUT } from './left-out.ts';
import type { MessageFates } from './message-fates.ts';

const MUID: ReadonlySet<string> = new Set(['muid']);

/** Rules that leave a row out for another row of its key, which decides what becomes of the message. */
const GIVES_WAY: ReadonlySet<string> = new Set(['onDuplicate', 'superseded']);

/**
 * The rows of a step that hang on messages: live replies, reactions and pins. Of messages, it notes what becomes of them.
 * Without fates, no row lacks its message.
 */
export class HangingRows implements Disposable {
  readonly #entity: Entity;
  readonly #isLive: boolean;
  readonly #mappings: readonly Mapping[];
  readonly #fates: MessageFates | undefined;
  /** Keys of valid rows whose message does not land. */
  readonly #lackingKeys: KeyIndex;

  constructor(
    { entity, policies, mappings }: Pick<JudgeDeps, 'entity' | 'policies' | 'mappings'>,
    fates: MessageFates | undefined,
    /** Has no keys yet. */
    lackingKeys = new KeyIndex(),
  ) {
    this.#lackingKeys = lackingKeys;
    this.#entity = entity;
    this.#isLive = entity.name === 'messages' && policies.threads === 'write';
    this.#mappings = mappings;
    this.#fates = fates;
  }

  /** Creator of a message, as `judge` asks: there is none if the message does not land. */
  get messageOf(): JudgeDeps['messageOf'] {
    const fates = this.#fates;
    return (
      fates && ((muid) => (fates.lands(muid) ? 'created' : fates.isNowhere(muid) ? 'nowhere' : undefined))
    );
  }

  /** True if a row before has the key of a message, as far as that is noted. */
  isRepeated(lo: number, hi: number): boolean {
    return this.#fates !== undefined && (this.#fates.hasLanded(lo, hi) || this.#lackingKeys.has(lo, hi));
  }

  /** Takes a message that is written. */
  land(facts: Facts): void {
    const { keyLo, keyHi } = facts;
    if (!this.#lackingKeys.has(keyLo, keyHi)) this.#fates?.land(keyLo, keyHi, facts);
  }

  /** A reply to a message that no file has is an ordinary message; one that is repeated is not counted again. */
  withoutRoot(judged: Judged): Judged {
    const fates = this.#fates;
    if (!fates || !judged.data || !this.#isLive) return judged;
    const { notCarried = [], key, data } = judged;
    const root = data['parentMuid'] as string | undefined;
    const lost = root !== undefined && fates.isNowhere(root) ? withoutRoot(notCarried) : notCarried;
    return { ...judged, notCarried: fates.lands(key) ? lost.filter((name) => name !== WITHOUT_ROOT) : lost };
  }

  /** The outcome of a row that is not valid; what hangs on a message that is left out is left out with it. */
  unwritten(row: Row, { claim, key, outcome, hostMuid }: Judged & { readonly data?: undefined }): Outcome {
    const fates = this.#fates;
    if (!fates) return outcome;
    if (this.#entity.name !== 'messages') {
      const [problem] = outcome.status === 'blocked' ? outcome.problems : [];
      const lacked = problem?.code === 'REFERENCE.MESSAGE' ? (problem.value as string) : hostMuid;
      return lacked !== undefined && fates.isLeftOut(lacked) ? LEFT_OUT : outcome;
    }
    if (outcome.status === 'skipped') {
      if (GIVES_WAY.has(outcome.rule)) return outcome;
      const muid = key ?? (this.#mappings[row.file] as Mapping).some(MUID)(row.values)['muid'];
      if (typeof muid === 'string') fates.leaveOut(muid, row);
    } else if (claim) fates.reject(claim.key, row);
    return outcome;
  }

  /**
   * The outcome of a valid row whose message does not land; undefined for any other row, and for one whose key a valid row
   * before it has: the end finds that it is a repeat.
   */
  lacking(data: Data, key: string, place: Omit<Stamp, 'lo' | 'hi'>): Outcome | undefined {
    const outcome = this.outcomeOf(data);
    if (!outcome || this.#fates?.lands(key)) return undefined;
    if (!this.isFirst(key, place)) return undefined;
    if (this.#isLive) this.#fates?.reject(key, place);
    return outcome;
  }

  /** True if a row is the first with its key among those that were asked about. */
  isFirst(key: string, place: Omit<Stamp, 'lo' | 'hi'>): boolean {
    return this.#lackingKeys.add(key, 'landed', place).first === undefined;
  }

  /** The outcome of a valid row whose message does not land; undefined for any other row. */
  outcomeOf(data: Data): Outcome | undefined {
    const fates = this.#fates;
    if (this.#entity.goesWith === 'message') return fates?.outcomeOn(data['muid'] as string, 'muid');
    const root = this.#isLive ? (data['parentMuid'] as string | undefined) : undefined;
    return root === undefined || fates?.isNowhere(root) ? undefined : fates?.outcomeOn(root, 'parentMuid');
  }

  [Symbol.dispose](): void {
    this.#lackingKeys[Symbol.dispose]();
  }
}

/** True if a reply becomes an ordinary message only when it is sent: nobody knows before that its root is not in the service. */
export const isSentAlone = ({ data, notCarried }: Judged & { readonly data: Data }): boolean =>
  data['parentMuid'] !== undefined && notCarried?.includes(WITHOUT_ROOT) === true;

/**
 * Judges rows with what is known of the messages that they hang on, and takes note of messages. What is left out with its
 * message has no key.
 */
export function judgeHanging(deps: JudgeDeps, fates: MessageFates | undefined): (row: Row) => Judged {
  const hanging = new HangingRows(deps, fates);
  const known = { ...deps, messageOf: hanging.messageOf };
  const refused = (row: Row, judged: Judged & { readonly data?: undefined }): Judged => {
    const outcome = hanging.unwritten(row, judged);
    return outcome === LEFT_OUT ? { outcome } : { ...judged, outcome };
  };
  return (row) => {
    const judged = hanging.withoutRoot(judge(row, known));
    if (!judged.data) return refused(row, judged);
    const { key, data } = judged;
    const outcome = hanging.outcomeOf(data);
    return outcome ? refused(row, { key, outcome, claim: { key, state: 'invalid' } }) : judged;
  };
}
