import type { Host } from '../../input/entities/entity.ts';
import { IN_NO_FILE, lacksMessage, whyNotLanded } from '../../input/rows/broken-ref.ts';
import type { KeyIndex } from '../../keys/key-index.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { findMessage } from '../../service/targets/find-message.ts';
import type { Transport } from '../../service/transport/transport.ts';
import type { Plan, Step } from '../plan.ts';
import type { HostFound, SendDeps } from './send-deps.ts';

export type HostDeps = {
  readonly ledger: Pick<Ledger, 'find'>;
  readonly transport: Transport;
  /** Those of the messages that were read. */
  readonly keys: { readonly messages: Pick<KeyIndex, 'state' | 'find'> };
  readonly plan: Pick<Plan, 'placesOf' | 'referred'>;
  readonly step: Pick<Step, 'whole' | 'entity'>;
  /** Set in a sync, which reads no rows that the ledger knows as they are. */
  readonly sync?: object | undefined;
  /** Records what the service has accepted so far. */
  readonly record: () => void;
};

/**
 * Finds a message of this pipeline in the service: its id is in the ledger, or is looked up if the answer with the id was
 * lost or the message was there before.
 */
export function hostFinder(deps: HostDeps): SendDeps['hostOf'] {
  const { ledger, transport, record, keys, plan, step, sync } = deps;
  /** Ids that were searched for: many rows hang on one message. */
  const searched = new Map<string, Host>();
  return async (key, field, signal): Promise<HostFound> => {
    const known = searched.get(key);
    if (known !== undefined) return known;
    record();
    const without = (why: string): HostFound => ({
      without: lacksMessage(field, key, why),
      isUnknown: false,
    });
    const entry = ledger.find('messages', key);
    if (!entry) {
      // The keys of messages are not held longer than their step.
      if (step.entity.name !== 'messages') return without(NOT_LANDED);
      const why = whyNotLanded(key, keys.messages, plan.placesOf.messages);
      if (why !== undefined) return without(why);
      if (step.whole && (!sync || plan.referred)) return without('it is not one of the rows of this run');
      return { without: lacksMessage(field, key, IN_NO_FILE), isUnknown: true };
    }
    const { id, conversation, sentAt } = entry;
    const foreign = entry.origin === 'exists';
    if (id !== undefined) return { id, foreign };
    if (conversation === undefined || sentAt === undefined)
      return without('the service did not return its id');
    const found = await findMessage({ key, conversation, sentAt }, transport, signal);
    if (found.status === 'found') {
      const host = { id: found.id, foreign };
      if (searched.size < SEARCHED_MAX) searched.set(key, host);
      return host;
    }
    return without(found.status === 'absent' ? 'it was not found in the service' : found.reason);
  };
}

const NOT_LANDED = 'it was not imported: its row was rejected, or is in no file';
/** Searched ids that are remembered. */
const SEARCHED_MAX = 10_000;
