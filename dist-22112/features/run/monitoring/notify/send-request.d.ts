import { type NotifyAddress } from '../../../../pipeline/schema/notify-schema.ts';
import type { Runtime } from '../../../../terminal/context.ts';
/** Time for one notification, from its start to the last byte of the answer. */
export declare const NOTIFY_MS = 5000;
/** A request to an address that is not the service's. */
export type Told = {
    readonly method: 'GET' | 'POST';
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly body?: string | undefined;
};
/**
 * Sends one request, without a second try and without following redirections.
 * @throws an error whose message holds no more of the address than its host
 */
export declare function sendRequest(url: URL, told: Told, { system }: Pick<Runtime, 'system'>): Promise<void>;
/**
 * The address of a notification, from where the pipeline says.
 * @throws an error that does not quote it
 */
export declare function notificationAddress(where: NotifyAddress, folder: string, { env, system }: Pick<Runtime, 'system' | 'env'>): Promise<URL>;
