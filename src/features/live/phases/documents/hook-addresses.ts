import { type StateStore, textIn } from '../../../../files/state/state-store.ts';
import { jsonIn } from '../../../../input/json/defined.ts';
import { type Side, sides } from '../../side.ts';

/** The address of a webhook that this state has set and not removed. It is a secret. */
export type HookAddress = {
  readonly side: Side;
  readonly url: string;
  /** When it was known to be set, milliseconds since 1970. */
  readonly seen: number;
  /** True if the side did not answer since then. */
  readonly isSilent?: boolean;
};

const HOOKS_NAME = 'live/hooks';

/** The addresses of webhooks that a state has set, also those of before its public address changed. */
export function readAddresses(state: StateStore): readonly HookAddress[] {
  const found = jsonIn(textIn(state, HOOKS_NAME) ?? '[]');
  return Array.isArray(found) ? found.filter(isAddress) : [];
}

const isAddress = (found: unknown): found is HookAddress => {
  const { side, url, seen } = Object(found) as Partial<HookAddress>;
  return sides.some((each) => each === side) && typeof url === 'string' && typeof seen === 'number';
};

/** Notes an address as set. @throws RunError `STATE.UNWRITABLE` */
export async function noteAddress(state: StateStore, address: HookAddress): Promise<void> {
  const before = readAddresses(state);
  if (before.length === 0) await state.begin(HOOKS_NAME);
  await state.save(HOOKS_NAME, JSON.stringify([...before.filter((each) => !isOf(each, address)), address]));
}

/** Notes an address as removed. @throws RunError `STATE.UNWRITABLE` */
export async function dropAddress(
  state: StateStore,
  address: Pick<HookAddress, 'side' | 'url'>,
): Promise<void> {
  const before = readAddresses(state);
  const left = before.filter((each) => !isOf(each, address));
  if (left.length < before.length) await state.save(HOOKS_NAME, JSON.stringify(left));
}

const isOf = (a: Pick<HookAddress, 'side' | 'url'>, b: Pick<HookAddress, 'side' | 'url'>): boolean =>
  a.side === b.side && a.url === b.url;
