import type { Host } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { findMessage } from '../../service/targets/find-message.ts';
import type { Transport } from '../../service/transport/transport.ts';
import type { SendDeps } from './send-deps.ts';

export type HostDeps = {
  readonly ledger: Pick<Ledger, 'find'>;
  readonly transport: Transport;
  /** Records what the service has accepted so far. */
  readonly record: () => void;
};

/**
 * Finds a message of this pipeline in the service: its id is in the ledger, or is looked up if the answer with the id was
 * lost or the message was there before.
 */
export function hostFinder({ ledger, transport, record }: HostDeps): SendDeps['hostOf'] {
  /** Ids that were searched for: many rows hang on one message. */
  const searched = new Map<string, Host>();
  return async (key, field, signal) => {
    const known = searched.get(key);
    if (known !== undefined) return known;
    record();
    const without = (why: string): Outcome => withoutMessage(field, key, why);
    const entry = ledger.find('messages', key);
    if (!entry) return without('it has not landed: it was rejected, or its row stands after this one');
    const { id, conversation, sentAt } = entry;
    const foreign = entry.origin === 'exists';
    if (id !== undefined) return { id, foreign };
    if (conversation === undefined || sentAt === undefined) return without('the service did not say its id');
    const found = await findMessage({ key, conversation, sentAt }, transport, signal);
    if (found.status === 'found') {
      const host = { id: found.id, foreign };
      if (searched.size < SEARCHED_MAX) searched.set(key, host);
      return host;
    }
    return without(found.status === 'absent' ? 'it is not in the service' : found.reason);
  };
}

/** Searched ids that are remembered. */
const SEARCHED_MAX = 10_000;

const withoutMessage = (field: string, value: string, why: string): Outcome => ({
  status: 'blocked',
  problems: [{ code: 'REFERENCE.MESSAGE', field, value, message: `needs its message: ${why}` }],
});
