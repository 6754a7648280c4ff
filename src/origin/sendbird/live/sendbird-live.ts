import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HookRequest, HookSecrets, LiveOrigin } from '../../live/live-origin.ts';
import { readSendbirdEvent } from './read-event.ts';
import { sendbirdHooks } from './sendbird-hooks.ts';
import { SendbirdLookups } from './sendbird-lookups.ts';

const HEX = /^[0-9a-f]{64}$/i;

/** Events of Sendbird, signed with the master token of the application over the bytes as they came. */
export const sendbirdLive: LiveOrigin = {
  system: 'sendbird',
  isGenuine,
  read: readSendbirdEvent,
  hooks: sendbirdHooks,
  lookups: (place) => new SendbirdLookups(place),
};

/** True if one of the keys has signed the body. Each is compared, in a time that says nothing of it. */
function isGenuine({ headers, body }: HookRequest, { keys }: HookSecrets): boolean {
  const signature = headers['x-sendbird-signature'] ?? '';
  if (!HEX.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  let isKnown = false;
  for (const key of keys) {
    const digest = createHmac('sha256', key.reveal()).update(body).digest();
    isKnown = timingSafeEqual(given, digest) || isKnown;
  }
  return isKnown;
}
