import type { KeyIndex } from '../../keys/key-index.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Transport } from '../../service/transport/transport.ts';
import type { Plan, Step } from '../plan.ts';
import type { SendDeps } from './send-deps.ts';
export type HostDeps = {
    readonly ledger: Pick<Ledger, 'find'>;
    readonly transport: Transport;
    /** Those of the messages that were read. */
    readonly keys: {
        readonly messages: Pick<KeyIndex, 'state' | 'find'>;
    };
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
export declare function hostFinder(deps: HostDeps): SendDeps['hostOf'];
