import type { FormerValues } from '../../ledger/former/former-values.ts';
import type { Step } from '../plan.ts';
import type { Complete } from './fallback.ts';
import { isChange } from './verdicts.ts';

/**
 * What is done before rows are sent: what their change replaces in rows that were there before us is kept, and fields that
 * they lack are filled in.
 */
export const prepareOf =
  ({ entity, route }: Step, former: Pick<FormerValues, 'keep'>, complete: Complete | undefined): Complete =>
  async (items) => {
    const [item] = items;
    // A change never shares a request with other rows.
    if (item && isChange(item) && item.remote?.foreign)
      await former.keep(entity.name, item.key, route.replaces?.(item) ?? [], item.remote.id);
    return (await complete?.(items)) ?? items;
  };
