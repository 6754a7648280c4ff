import { checkedUrl, managementUrl } from '../api/base-url.ts';
import type { Secret } from '../transport/secret.ts';
import { apps } from './account/apps.ts';
import { extensions } from './account/extensions.ts';
import { triggers } from './account/triggers.ts';
import { webhooks } from './account/webhooks.ts';
import type { Answer } from './answer.ts';
import type { ApiPromise } from './api-promise.ts';
import type { CallOptions } from './caller.ts';
import { addressOf, Client, type ClientOptions, checkedOptions, secretOf } from './open-client.ts';
import { type AnyCall, anyRequest } from './request.ts';

export type ManagementOptions = ClientOptions &
  ({ readonly managementHost: string } | { readonly managementUrl: string }) & {
    readonly key: string | Secret;
    readonly secret: string | Secret;
  };

/**
 * A client for the management calls of the account. They have another address, and the headers `key` and `secret`
 * instead of `apikey`.
 */
export class Management extends Client {
  readonly apps = apps(this.caller);
  readonly webhooks = webhooks(this.caller);
  readonly triggers = triggers(this.caller);
  readonly extensions = extensions(this.caller);
  readonly #request = anyRequest(this.caller);

  /** @throws ServiceError `OPTIONS.INVALID` */
  constructor(options: ManagementOptions) {
    checkedOptions(options);
    const url = addressOf(() =>
      'managementUrl' in options ? checkedUrl(options.managementUrl) : managementUrl(options.managementHost),
    );
    const keys = { key: secretOf('key', options.key), secret: secretOf('secret', options.secret) };
    super({ management: url }, keys, options);
  }

  /** Makes any management call. */
  readonly request = (call: AnyCall, options?: CallOptions): ApiPromise<Answer<unknown>> =>
    this.#request({ base: 'management', ...call }, options);
}

/** The same without `new`. */
export const management = (options: ManagementOptions): Management => new Management(options);
