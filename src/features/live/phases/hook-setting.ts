import type { StateStore } from '../../../files/state/state-store.ts';
import type { HookSecrets, LiveHooks } from '../../../origin/live/live-origin.ts';
import type { Clock } from '../../../system/clock.ts';
import type { Side } from '../side.ts';
import { dropAddress, type HookAddress, noteAddress, readAddresses } from './documents/hook-addresses.ts';

/** A webhook of a side, as it is to be. */
export type WantedHook = {
  readonly side: Side;
  /** The name that people call the system. */
  readonly name: string;
  readonly hooks: LiveHooks | undefined;
  /** The address of the receiver; it holds what nobody can guess. */
  readonly url: string;
  readonly secrets: HookSecrets;
};

/**
 * A side whose events may be missing: its webhook was not there any more, or it did not answer when it was asked.
 * @param from since when; undefined if that is not known
 */
type HookMissed = {
  readonly side: Side;
  readonly from: number | undefined;
  readonly why: 'absent' | 'silent';
};

type HookMissedTold = (missed: HookMissed) => Promise<void>;

/** The ways in which webhooks are set. */
type HookSetting = {
  readonly how: 'set' | 'manual';
  readonly state: StateStore;
  readonly clock: Clock;
  /** Says which one a person has to set. */
  readonly sayByHand: (hook: WantedHook) => void;
};

/** Our webhooks on both sides, beside those that are there. The state knows which they are. */
export class OurHooks {
  readonly #wanted: readonly WantedHook[];
  readonly #setting: HookSetting;
  #isRemoved = false;
  /** The end of the call under way: calls follow one another. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(wanted: readonly WantedHook[], setting: HookSetting) {
    this.#wanted = wanted;
    this.#setting = setting;
  }

  /**
   * Sets them, if they are not there, and removes those at former addresses. None is set after they were removed. A side that
   * cannot be asked keeps nobody from the other one.
   * @param told hears each side whose events may be missing
   * @throws RunError `LIVE.PUBLIC_URL`, `PULL.*`, `STATE.UNWRITABLE`; OriginError
   */
  async set(signal: AbortSignal, told: HookMissedTold = async () => {}): Promise<void> {
    await this.#inTurn(async () => {
      const failures: unknown[] = [];
      for (const each of this.#isRemoved ? [] : this.#wanted)
        try {
          await this.#setOne(each, signal, told);
        } catch (error) {
          signal.throwIfAborted();
          failures.push(error);
        }
      if (failures.length > 0) throw failures[0];
    });
  }

  /**
   * Removes exactly ours. One that cannot be removed stays, and is said.
   * @returns sentences about those that stay
   */
  async remove(signal: AbortSignal): Promise<readonly string[]> {
    return await this.#inTurn(async () => {
      this.#isRemoved = true;
      const left: string[] = [];
      for (const each of this.#wanted) left.push(...(await this.#removeOne(each, signal)));
      return left;
    });
  }

  #known(side: Side): readonly HookAddress[] {
    return readAddresses(this.#setting.state).filter((each) => each.side === side);
  }

  async #setOne(wanted: WantedHook, signal: AbortSignal, told: HookMissedTold): Promise<void> {
    const { state, clock, how, sayByHand } = this.#setting;
    const { side, hooks, url, secrets } = wanted;
    const known = this.#known(side);
    const from = known.length > 0 ? Math.max(...known.map(({ seen }) => seen)) : undefined;
    const address = { side, url, seen: clock.now() };
    if (how === 'manual' || !hooks) {
      if (!known.some((each) => each.url === url)) sayByHand(wanted);
      await noteAddress(state, address);
      return;
    }
    const isThere = await this.#isThere(hooks, known, url, signal);
    // Noted before: one that was set and not noted would stay for ever.
    if (!isThere) await noteAddress(state, { side, url, seen: from ?? address.seen });
    const former = known.map((each) => each.url).filter((each) => each !== url);
    await hooks.set(url, secrets, signal, former);
    // Told before it is noted: after a kill it is told again.
    if (!isThere) await told({ side, from, why: 'absent' });
    else if (known.some(({ isSilent }) => isSilent)) await told({ side, from, why: 'silent' });
    await noteAddress(state, address);
    for (const each of former) {
      await hooks.remove(each, signal);
      await dropAddress(state, { side, url: each });
    }
  }

  /** Looks whether ours is there; a side that does not answer may not have sent its events either, which is noted. */
  async #isThere(
    hooks: LiveHooks,
    known: readonly HookAddress[],
    url: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    try {
      return (await hooks.list(signal)).some((each) => each.url === url);
    } catch (error) {
      signal.throwIfAborted();
      for (const each of known)
        if (!each.isSilent) await noteAddress(this.#setting.state, { ...each, isSilent: true });
      throw error;
    }
  }

  async #removeOne({ side, hooks, name, url }: WantedHook, signal: AbortSignal): Promise<readonly string[]> {
    const { state } = this.#setting;
    if (!hooks) {
      await dropAddress(state, { side, url });
      return [
        `remove the webhook of ${name} by hand, if you set one: its address ends with …${url.slice(-6)}`,
      ];
    }
    const left: string[] = [];
    const known = this.#known(side).map((each) => each.url);
    for (const each of new Set([url, ...known]))
      try {
        await hooks.remove(each, signal);
        await dropAddress(state, { side, url: each });
      } catch (error) {
        signal.throwIfAborted();
        left.push(`a webhook of ${name} stays: ${(error as Error).message}`);
      }
    return left;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const own = this.#last.catch(() => {}).then(work);
    this.#last = own;
    return await own;
  }
}
