import type { Clock } from '../../../system/clock.ts';
import type { Side } from '../side.ts';

/** Something that a person should hear about a receiver. */
export type ReceiverNews =
  | { readonly kind: 'badSignatures'; readonly side: Side; readonly text: string }
  /** `isFull`: nothing is taken; else so many wait that this will happen. */
  | { readonly kind: 'backlog'; readonly isFull: boolean; readonly text: string }
  /** The disk refuses events, or takes too long for them. */
  | { readonly kind: 'disk'; readonly text: string }
  /** Secrets and files of TLS were read again, or stay as they were. */
  | { readonly kind: 'reloaded'; readonly isDone: boolean; readonly text: string };

/** Bad signatures within a minute from which on a person hears of them. */
const BAD_MAX = 10;
const MINUTE_MS = 60_000;
/** So long the same is said once. */
const SAID_MS = 600_000;

/** Usual causes, by system: most are no attack. */
const CAUSES: Readonly<Record<string, string>> = {
  sendbird: 'Sendbird signs with the master API token, not with a secondary one',
  stream: 'Stream signs with the secret of the API key that the pipeline names',
  twilio:
    'Twilio signs the address as it is set there, which must begin with live.publicUrl, with the auth token of the account',
  service: 'the webhook has another user or password than the pipeline',
};

/** Says once that many events of a system are not genuine. */
export class BadSignatures {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #times = new Map<Side, number[]>();
  readonly #saidAt = new Map<Side, number>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** @returns what a person should hear, if this is one too many */
  add(side: Side, system: string): ReceiverNews | undefined {
    const now = this.#clock.elapsed();
    const times = (this.#times.get(side) ?? []).filter((at) => at > now - MINUTE_MS);
    times.push(now);
    this.#times.set(side, times.slice(-BAD_MAX - 1));
    const saidAt = this.#saidAt.get(side);
    if (times.length <= BAD_MAX || (saidAt !== undefined && now - saidAt < SAID_MS)) return undefined;
    this.#saidAt.set(side, now);
    const cause = CAUSES[system];
    const text = `more than ${BAD_MAX} events a minute of ${side === 'old' ? 'the old system' : 'the service'} (${system}) have a wrong signature and are not taken; the usual causes: ${cause === undefined ? '' : `${cause}; `}a proxy that changes the body`;
    return { kind: 'badSignatures', side, text };
  }
}

/** Shares of the backlog at which a person hears that it fills, and at which it has room again. */
const [FILLING, ROOMY] = [0.8, 0.7];

/** Says that more and more events wait, once each time. */
export class BacklogWatch {
  #fill: 'roomy' | 'filling' | 'full' = 'roomy';

  /**
   * @param share of what may wait
   * @returns what a person should hear, if it became more
   */
  add(share: number, events: number): ReceiverNews | undefined {
    const before = this.#fill;
    if (share >= 1) this.#fill = 'full';
    else if (share >= FILLING) this.#fill = 'filling';
    else if (share < ROOMY) this.#fill = 'roomy';
    if (this.#fill === before || this.#fill === 'roomy') return undefined;
    if (this.#fill === 'full')
      return {
        kind: 'backlog',
        isFull: true,
        text: `${events} events wait, all that live.backlog allows: new ones are refused`,
      };
    if (before === 'full') return undefined;
    return {
      kind: 'backlog',
      isFull: false,
      text: `${events} events wait, ${Math.floor(share * 100)} % of what live.backlog allows`,
    };
  }
}
