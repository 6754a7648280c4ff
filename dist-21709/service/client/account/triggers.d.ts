import { z } from 'zod';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { type PageQuery } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import { type RowResults } from '../row-result.ts';
declare const shape: z.ZodObject<{
    id: z.ZodString;
    description: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
}, z.core.$loose>;
/**
 * An event that a webhook is notified of, such as `message_sent`.
 * @useDeclaredType
 */
export type Trigger = Readonly<z.output<typeof shape>>;
/** The events that the webhooks of an app are told about. */
export declare const triggers: (call: Caller) => {
    /** Notifies a webhook of these triggers from now on. Each trigger has its own result. */
    add: (appId: string, webhookId: string, triggerIds: readonly string[], options?: AsApp) => ApiPromise<RowResults>;
    list: (appId: string, webhookId: string, query?: PageQuery, options?: AsApp) => Listing<Trigger>;
    remove: (appId: string, webhookId: string, triggerIds: readonly string[], options?: AsApp) => ApiPromise<Acknowledgement>;
};
export {};
