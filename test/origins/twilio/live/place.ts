import { openAsk } from '../../../../src/origin/ask/open-ask.ts';
import type { LivePlace } from '../../../../src/origin/live/live-origin.ts';
import type { OriginAccount } from '../../../../src/origin/origin.ts';
import { twilio } from '../../../../src/origin/twilio/twilio.ts';
import { Secret } from '../../../../src/service/transport/secret.ts';
import { realSystem } from '../../../../src/system/system.ts';
import { skippingClock } from '../../../support/skipping-clock.ts';
import type { FakeTwilio } from '../fake-twilio.ts';

export const never = new AbortController().signal;

/** The means by which an account is asked, as a pipeline has them. */
export function placeOf(api: FakeTwilio, service?: string): LivePlace & AsyncDisposable {
  const [keySid = '', secret = ''] = api.key.split(':');
  const account: OriginAccount = {
    names: { account: api.data.account, keySid, ...(service === undefined ? {} : { service }) },
    secrets: { secret: new Secret(secret) },
    host: api.host,
    by: 'auto',
    requestsPerSecond: 1_000,
  };
  const system = { ...realSystem, clock: skippingClock() };
  const { ask, ...asking } = openAsk(twilio, account, system);
  return { account, ask, system, [Symbol.asyncDispose]: () => asking[Symbol.asyncDispose]() };
}
