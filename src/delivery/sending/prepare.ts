import type { Item } from '../../input/entities/entity.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { FormerValues } from '../../ledger/former/former-values.ts';
import type { KeptChange } from '../../ledger/former/open-former.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { MemberIds } from '../../ledger/member-key.ts';
import { bannedIn, endedMembership, idsIn } from '../../service/targets/former/ended-membership.ts';
import { remoteMember } from '../../service/targets/former/remote-member.ts';
import type { Transport } from '../../service/transport/transport.ts';
import type { Step } from '../plan.ts';
import type { Complete } from './fallback.ts';
import { isChange } from './verdicts.ts';

/** Things that keep what rows have that were there before us. */
export type KeepDeps = {
  readonly former: Pick<FormerValues, 'keep' | 'find' | 'settle'>;
  readonly ledger: Pick<Ledger, 'find' | 'mark'>;
  readonly transport: Transport;
  readonly signal: AbortSignal;
};

/**
 * Prepares rows that are about to be sent: what they replace or end in rows that were there before us is kept, and fields that they
 * lack are filled in.
 */
export const prepareOf =
  (step: Step, deps: KeepDeps, complete: Complete | undefined) =>
  async (items: readonly Item[]): Promise<Prepared> => {
    const kept = new Map<number, KeptChange>();
    for (const item of items) {
      const change = await keep(item, step, deps);
      if (change) kept.set(item.seq, change);
    }
    return { items: (await complete?.(items)) ?? items, kept };
  };

/** Says of a changed user whom an earlier process may have left active that the last call of the change is not made. */
export const withHalfwayOf = (
  { entity }: Step,
  former: Pick<FormerValues, 'isHalfway'>,
): ((item: Item) => Item) | undefined =>
  entity.name === 'users'
    ? (item) =>
        item.remote?.inDoubt && former.isHalfway('users', item.key, 'deactivatedAt')
          ? { ...item, remote: { ...item.remote, halfway: true } }
          : item
    : undefined;

/** Rows that are ready to be sent. */
export type Prepared = {
  readonly items: readonly Item[];
  /** By `seq`: what was kept for the change of a row. */
  readonly kept: ReadonlyMap<number, KeptChange>;
};

/** Keeps what a row of a request replaces or ends. */
async function keep(item: Item, { entity, route }: Step, deps: KeepDeps): Promise<KeptChange | undefined> {
  if (!isChange(item)) return keepMembership(route.ends?.(item), deps);
  const isNoMember = entity.name === 'members' && (await isOutside(item, deps));
  if (isNoMember) return bannedAnew(item.key, deps);
  const theirs = item.remote?.foreign ? item : entity.name === 'members' ? returned(item, deps) : undefined;
  return theirs && deps.former.keep(entity.name, item.key, route.replaces?.(theirs) ?? [], theirs.remote?.id);
}

/** Keeps the membership of others that a new ban ends. In a group of ours there is none. */
async function keepMembership(
  ids: MemberIds | undefined,
  { former, ledger, transport, signal }: KeepDeps,
): Promise<KeptChange | undefined> {
  if (!ids) return undefined;
  const key = `${ids.guid}_member_${ids.uid}`;
  if (isOurs(ledger.find('groups', ids.guid)) || isOurs(ledger.find('members', key))) return undefined;
  return former.keep('members', key, await endedMembership(ids, transport, signal));
}

/** True if a change bans somebody whose membership was there before us and was ended by others. */
async function isOutside(item: Item, { former, transport, signal }: KeepDeps): Promise<boolean> {
  const ids = bannedIn(item);
  if (!ids) return false;
  const { foreign = false, found } = item.remote ?? {};
  if (foreign) return found === undefined;
  return isBanKept(former, item.key) && (await remoteMember(ids, transport, signal)) === undefined;
}

/** Only the ban is ours then, and no membership comes back once it is lifted. */
function bannedAnew(key: string, { former, ledger }: KeepDeps): KeptChange | undefined {
  const known = former.find('members', key);
  if (known) former.settle(known);
  const entry = ledger.find('members', key);
  if (entry?.origin !== 'exists') return undefined;
  ledger.mark('members', [entry.row], 'ours');
  return { withdraw: () => ledger.mark('members', [entry.row], 'theirs') };
}

/** A member of others whose membership our ban had ended, and comes back as the ban is lifted: theirs again, not ours. */
function returned(item: Item, { former, ledger }: KeepDeps): Item | undefined {
  const { key, data, remote } = item;
  if (remote?.active !== false || data['isBanned'] !== false) return undefined;
  const entry = ledger.find('members', key);
  if (!isOurs(entry) || !isBanKept(former, key)) return undefined;
  ledger.mark('members', [(entry as LedgerEntry).row], 'theirs');
  return { ...item, remote: { ...remote, foreign: true, found: { ...idsIn(data), isBanned: true } } };
}

/** True if a ban of ours has ended a membership that was there before us. */
const isBanKept = (former: KeepDeps['former'], key: string): boolean =>
  former.find('members', key)?.fields['isBanned'] !== undefined;

const isOurs = (entry: ReturnType<KeepDeps['ledger']['find']>): boolean =>
  entry !== undefined && entry.origin === 'created';
