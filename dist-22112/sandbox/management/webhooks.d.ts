import { type ApiRoute, type Call } from '../app/route.ts';
import type { Webhook, WebhookStore } from '../app/webhooks/webhook-store.ts';
/** The path of one webhook. */
export declare const ONE_WEBHOOK = "/apps/{appId}/webhooks/{webhookId}";
/** The webhook that the path names, and the webhooks of its app. */
export declare function webhookInPath(call: Pick<Call, 'apps' | 'params'>): {
    readonly store: WebhookStore;
    readonly webhook: Webhook;
};
/** The calls about webhooks. */
export declare const webhookRoutes: readonly ApiRoute[];
