import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LiveOrigin } from '../../live/live-origin.ts';
import { askAppOf } from '../asked.ts';
import { readStreamEvent } from './events.ts';
import { streamHooks } from './hooks.ts';
import { streamLookups } from './lookups.ts';

/** Events of Stream's. It signs them with the secret of the app, over the body alone. */
export const streamLive: LiveOrigin = {
  system: 'stream',
  isGenuine({ headers, body }, { keys }) {
    const given = headers['x-signature'] ?? '';
    if (!/^[0-9a-f]{64}$/.test(given)) return false;
    const signature = Buffer.from(given, 'hex');
    return keys
      .map((key) => timingSafeEqual(createHmac('sha256', key.reveal()).update(body).digest(), signature))
      .includes(true);
  },
  read: readStreamEvent,
  hooks: ({ account, ask }) => streamHooks(askAppOf(ask, account.names['key'] ?? '')),
  lookups: ({ account, ask }) => streamLookups(askAppOf(ask, account.names['key'] ?? '')),
};
