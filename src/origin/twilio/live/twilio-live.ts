import { accounts } from '../../accounts.ts';
import type { LiveOrigin, LivePlace } from '../../live/live-origin.ts';
import type { TwilioApi } from '../twilio-list.ts';
import { readTwilioEvent } from './events.ts';
import { twilioHooks } from './hooks.ts';
import { TwilioLookups } from './lookups.ts';
import { isSigned } from './signature.ts';

/** Events of Twilio Conversations, which are signed with the auth token of the account. */
export const twilioLive: LiveOrigin = {
  system: 'twilio',
  isGenuine: isSigned,
  read: readTwilioEvent,
  hooks: (place) => twilioHooks(apiOf(place)),
  lookups: (place) => new TwilioLookups(apiOf(place), place.system),
};

const apiOf = ({ account, ask }: LivePlace): TwilioApi => ({
  ask,
  address: accounts.twilio.address(account),
  account: account.names['account'] ?? '',
});
