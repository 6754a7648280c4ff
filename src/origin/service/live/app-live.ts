import type { LiveOrigin } from '../../live/live-origin.ts';
import { serviceHooks } from './app-hooks.ts';
import { ServiceLookups } from './app-lookups.ts';
import { isLogin } from './is-login.ts';
import { readServiceEvent } from './read-event.ts';

/** Events of an app of this service, whether it is the old one or the new one. It signs nothing: it logs in. */
export const serviceLive: LiveOrigin = {
  system: 'service',
  isGenuine: isLogin,
  read: readServiceEvent,
  hooks: serviceHooks,
  lookups: (place) => new ServiceLookups(place),
};
