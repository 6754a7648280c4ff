import { createHash, timingSafeEqual } from 'node:crypto';
import type { HookSecrets, LiveOrigin } from '../../live/live-origin.ts';
import { serviceHooks } from './app-hooks.ts';
import { ServiceLookups } from './app-lookups.ts';
import { readServiceEvent } from './read-event.ts';

/** Events of an app of this service, whether it is the old one or the new one. It signs nothing: it logs in. */
export const serviceLive: LiveOrigin = {
  system: 'service',
  isGenuine: ({ headers }, secrets) => isLogin(headers['authorization'], secrets),
  read: readServiceEvent,
  hooks: serviceHooks,
  lookups: (place) => new ServiceLookups(place),
};

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i;

/** True for the user with one of the passwords. Each is compared, and digests are, whose lengths say nothing. */
function isLogin(header: string | undefined, { user, keys }: HookSecrets): boolean {
  const [, encoded] = BASIC.exec(header ?? '') ?? [];
  if (encoded === undefined || user === undefined) return false;
  const given = digestOf(Buffer.from(encoded, 'base64'));
  let isKnown = false;
  for (const key of keys)
    isKnown = timingSafeEqual(given, digestOf(Buffer.from(`${user}:${key.reveal()}`))) || isKnown;
  return isKnown;
}

const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
