import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan } from '../../delivery/plan.ts';
import { type Entity, type EntityName, entityRecord } from '../../input/entities/entity.ts';
import { zeroCounts } from '../../input/rows/outcome.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { ledgerKeyOf } from '../../ledger/ledger-key.ts';
import { NamedFiles, type NamingFields } from '../../pipeline/files/named-objects.ts';
import { totals } from '../../report/result/report.ts';
import type { KeptCopies, RemovedObjects } from '../../session/kept-copies.ts';
import type { Files } from '../../system/files.ts';
import { amount } from '../../terminal/printable.ts';
import type { AppliedOnMissing } from './apply-on-missing.ts';

/** The entities whose rows name files. */
const NAMING: readonly EntityName[] = ['users', 'groups', 'messages'];

/** A sync run that has ended without an error. */
type EndedSync = {
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly checkpoint: Checkpoint;
  readonly applied: Partial<AppliedOnMissing>;
  readonly copies: KeptCopies;
};

/**
 * Removes the copies that no row of the service names any more. Only where each row that the service has because of us is one
 * of the sources: nobody knows what the others name.
 * @returns what was removed, or why nothing was
 * @throws RunError `FILES.STORE_*`, `STATE.UNWRITABLE`
 */
export async function removeUnnamed(
  ended: EndedSync,
  files: Files,
  signal: AbortSignal,
): Promise<RemovedObjects | string> {
  const { plan, ledger, copies } = ended;
  const unknown = unknownRows(ended);
  if (unknown > 0)
    return `sync.files: copies that no row of the sources names were not removed, because ${amount(unknown, 'row')} of the service may name them`;
  const isGone = (entity: Entity, fields: NamingFields): boolean => {
    const parsed = entity.schema().safeParse(entity.shape ? entity.shape(fields) : fields);
    if (!parsed.success) return false;
    return ledger.find(entity.name, ledgerKeyOf(entity, entity.key(parsed.data))) === undefined;
  };
  using named = await NamedFiles.read(plan, copies.map, isGone, { files, signal });
  return await copies.remove((object) => !named.isObjectOfOthers(object), signal);
}

/** Rows that the service may have in another form than the sources, or that are in no source. */
function unknownRows({ applied: { missing = {}, deletedAtSource = {} }, checkpoint }: EndedSync): number {
  const { rejected, blocked } = totals(countsOf(checkpoint));
  return NAMING.reduce((sum, name) => {
    const { kept = 0, deactivated = 0, failed = 0 } = missing[name] ?? {};
    const stated = deletedAtSource[name];
    return sum + kept + deactivated + failed + (stated?.kept ?? 0) + (stated?.failed ?? 0);
  }, rejected + blocked);
}

const countsOf = ({ steps }: Checkpoint) => entityRecord((name) => steps[name]?.counts ?? zeroCounts());
