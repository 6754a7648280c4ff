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
 * A client of the management calls of an account. These calls have an address of their own, and the headers `key` and
 * `secret` instead of `apikey`.
 */
export class Management extends Client {
  readonly apps = apps(this.caller);
  readonly webhooks = webhooks(this.caller);
  readonly triggers = triggers(this.caller);
  readonly extensions = extensions(this.caller);
  readonly #request = anyRequest(this.caller);

  /**
   * Opens a client. Sends nothing.
   * @throws ServiceError `OPTIONS.INVALID` if an option is invalid
   */
  constructor(options: ManagementOptions) {
    checkedOptions(options, OWN_OPTIONS);
    const url = addressOf(() =>
      'managementUrl' in options ? checkedUrl(options.managementUrl) : managementUrl(options.managementHost),
    );
    const keys = { key: secretOf('key', options.key), secret: secretOf('secret', options.secret) };
    super({ management: url }, keys, options);
  }

  /** Makes a management call for which the client has no method. */
  readonly request = (call: AnyCall, options?: CallOptions): ApiPromise<Answer<unknown>> =>
    this.#request({ base: 'management', ...call }, options);
}

const OWN_OPTIONS = ['managementHost', 'managementUrl', 'key', 'secret'];

/** Opens a client, as `new Management(options)` does. */
export const management = (options: ManagementOptions): Management => new Management(options);
