import type { System } from '../../system/system.ts';
import type { Copies } from './copies.ts';
import type { RemoteUrl } from './remote-url.ts';
/** Place of copies, and how they are made. */
type CopyPlan = {
    /** The folder for copies. */
    readonly own: string;
    /** A folder with copies that are only read: others may be at work there. */
    readonly beside: string;
    /** Names of the addresses of the pipeline, also those that are not needed now: copies of others are removed. */
    readonly named: readonly string[];
    readonly system: Pick<System, 'files' | 'clock' | 'random' | 'connect'>;
    readonly signal: AbortSignal;
    /** Gets a sentence about how far it is, every ten seconds. */
    readonly say: (sentence: string) => void;
};
/**
 * Makes sure that there is a copy of each address, as its server has it now. All are asked about before the first is fetched.
 * @throws RunError `SOURCE.*`, `STATE.UNWRITABLE`; the reason of the signal
 */
export declare function copySources(urls: readonly RemoteUrl[], { own, beside, named, system, signal, say }: CopyPlan): Promise<Copies>;
export {};
