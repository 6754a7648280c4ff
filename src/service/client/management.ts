import { checkedUrl, managementUrl } from '../api/base-url.ts';
import type { Secret } from '../transport/secret.ts';
import { apps } from './account/apps.ts';
import { extensions } from './account/extensions.ts';
import { triggers } from './account/triggers.ts';
import { webhooks } from './account/webhooks.ts';
import { addressOf, type ClientOptions, openClient, secretOf } from './open-client.ts';
import { anyRequest } from './request.ts';

export type ManagementOptions = ClientOptions &
  ({ readonly managementHost: string } | { readonly managementUrl: string }) & {
    readonly key: string | Secret;
    readonly secret: string | Secret;
  };

export type Management = ReturnType<typeof management>;

/**
 * A client for the management calls of the account. They have another address, and the headers `key` and `secret`
 * instead of `apikey`.
 * @throws ServiceError `OPTIONS.INVALID`
 */
export function management(options: ManagementOptions) {
  const url = addressOf(() =>
    'managementUrl' in options ? checkedUrl(options.managementUrl) : managementUrl(options.managementHost),
  );
  const keys = { key: secretOf('key', options.key), secret: secretOf('secret', options.secret) };
  const client = openClient({ management: url }, keys, options);
  const request = anyRequest(client.caller);
  return {
    apps: apps(client.caller),
    webhooks: webhooks(client.caller),
    triggers: triggers(client.caller),
    extensions: extensions(client.caller),
    /** Makes any management call. */
    request: (...[call, rest]: Parameters<typeof request>) => request({ base: 'management', ...call }, rest),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}
