import type { Item } from '../../input/entities/entity.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { FormerValues } from '../../ledger/former/former-values.ts';
import type { Withdraw } from '../../ledger/former/open-former.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { MemberIds } from '../../ledger/member-key.ts';
import { endedMembership, idsIn } from '../../service/targets/former/ended-membership.ts';
import type { Transport } from '../../service/transport/transport.ts';
import type { Step } from '../plan.ts';
import type { Complete } from './fallback.ts';
import { isChange } from './verdicts.ts';

/** What keeps what rows have that were there before us. */
export type KeepDeps = {
  readonly former: Pick<FormerValues, 'keep' | 'find'>;
  readonly ledger: Pick<Ledger, 'find' | 'mark'>;
  readonly transport: Transport;
  readonly signal: AbortSignal;
};

/**
 * What is done before rows are sent: what they replace or end in rows that were there before us is kept, and fields that they
 * lack are filled in.
 */
export const prepareOf =
  (step: Step, deps: KeepDeps, complete: Complete | undefined) =>
  async (items: readonly Item[]): Promise<Prepared> => {
    const kept = new Map<number, Withdraw>();
    for (const item of items) {
      const withdraw = await keep(item, step, deps);
      if (withdraw) kept.set(item.seq, withdraw);
    }
    return { items: (await complete?.(items)) ?? items, kept };
  };

/** Rows that are ready to be sent. */
export type Prepared = {
  readonly items: readonly Item[];
  /** By `seq`: how to take back what was kept for a row. */
  readonly kept: ReadonlyMap<number, Withdraw>;
};

/** Keeps what a row of a request replaces or ends. */
async function keep(item: Item, { entity, route }: Step, deps: KeepDeps): Promise<Withdraw | undefined> {
  if (!isChange(item)) return keepMembership(route.ends?.(item), deps);
  const theirs = item.remote?.foreign ? item : entity.name === 'members' ? returned(item, deps) : undefined;
  return theirs && deps.former.keep(entity.name, item.key, route.replaces?.(theirs) ?? [], theirs.remote?.id);
}

/** Keeps the membership of others that a new ban ends. In a group of ours there is none. */
async function keepMembership(
  ids: MemberIds | undefined,
  { former, ledger, transport, signal }: KeepDeps,
): Promise<Withdraw | undefined> {
  if (!ids) return undefined;
  const key = `${ids.guid}_member_${ids.uid}`;
  if (isOurs(ledger.find('groups', ids.guid)) || isOurs(ledger.find('members', key))) return undefined;
  return former.keep('members', key, await endedMembership(ids, transport, signal));
}

/** A member of others whose membership our ban had ended, and comes back as the ban is lifted: theirs again, not ours. */
function returned(item: Item, { former, ledger }: KeepDeps): Item | undefined {
  const { key, data, remote } = item;
  if (remote?.active !== false || data['isBanned'] !== false) return undefined;
  const entry = ledger.find('members', key);
  if (!isOurs(entry) || !former.find('members', key)?.fields['isBanned']) return undefined;
  ledger.mark('members', [(entry as LedgerEntry).row], 'theirs');
  return { ...item, remote: { ...remote, foreign: true, found: { ...idsIn(data), isBanned: true } } };
}

const isOurs = (entry: ReturnType<KeepDeps['ledger']['find']>): boolean =>
  entry !== undefined && entry.origin === 'created';
