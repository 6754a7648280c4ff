import { openAsk } from '../../../../src/origin/ask/open-ask.ts';
import type { LivePlace } from '../../../../src/origin/live/live-origin.ts';
import type { OriginAccount } from '../../../../src/origin/origin.ts';
import { stream } from '../../../../src/origin/stream/stream.ts';
import { Secret } from '../../../../src/service/transport/secret.ts';
import { realSystem } from '../../../../src/system/system.ts';
import { skippingClock } from '../../../support/skipping-clock.ts';
import type { FakeStream } from '../fake-stream.ts';

/** The means by which an app is asked, as a pipeline has them. */
export function placeOf(fake: FakeStream): LivePlace & AsyncDisposable {
  const account: OriginAccount = {
    names: { key: fake.key },
    secrets: { secret: new Secret(fake.secret) },
    host: fake.address,
    by: 'auto',
    requestsPerSecond: 1_000,
  };
  const system = { ...realSystem, clock: skippingClock() };
  const { ask, ...asking } = openAsk(stream, account, system);
  return { account, ask, system, [Symbol.asyncDispose]: () => asking[Symbol.asyncDispose]() };
}
