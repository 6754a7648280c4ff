import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LiveOrigin } from '../../live/live-origin.ts';
import { readSendbirdEvent } from './read-event.ts';
import { sendbirdHooks } from './sendbird-hooks.ts';
import { SendbirdLookups } from './sendbird-lookups.ts';

const HEX = /^[0-9a-f]{64}$/i;

/** Events of Sendbird, signed with the master token of the application over the bytes as they came. */
export const sendbirdLive: LiveOrigin = {
  system: 'sendbird',
  isGenuine({ headers, body }, { keys }) {
    const signature = headers['x-sendbird-signature'] ?? '';
    if (!HEX.test(signature)) return false;
    const given = Buffer.from(signature, 'hex');
    let isKnown = false;
    for (const key of keys)
      isKnown = timingSafeEqual(given, createHmac('sha256', key.reveal()).update(body).digest()) || isKnown;
    return isKnown;
  },
  read: readSendbirdEvent,
  hooks: sendbirdHooks,
  lookups: (place) => new SendbirdLookups(place),
};
