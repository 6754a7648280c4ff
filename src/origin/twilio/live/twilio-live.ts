import { RunError } from '../../../errors/run-error.ts';
import { accounts } from '../../accounts.ts';
import { isOurHook } from '../../live/is-our-hook.ts';
import type { LiveHooks, LiveOrigin, LivePlace } from '../../live/live-origin.ts';
import { FAMILY, type TwilioApi, type TwilioRow } from '../twilio-list.ts';
import { readTwilioEvent, TWILIO_EVENTS } from './events.ts';
import { TwilioLookups } from './lookups.ts';
import { filledText } from './records.ts';
import { isTwilioSigned } from './signature.ts';

/** Events of Twilio Conversations, which are signed with the auth token of the account. */
export const twilioLive: LiveOrigin = {
  system: 'twilio',
  isGenuine: isTwilioSigned,
  read: readTwilioEvent,
  hooks: (place) => twilioHooks(apiOf(place)),
  lookups: (place) => new TwilioLookups(apiOf(place), place.system),
};

const apiOf = ({ account, ask }: LivePlace): TwilioApi => ({
  ask,
  address: accounts.twilio.address(account),
  account: account.names['account'] ?? '',
});

const PATH = '/Configuration/Webhooks';

/** The webhook of an account or a service: there is one, of which others may be in need. */
function twilioHooks(api: Pick<TwilioApi, 'ask'>): LiveHooks {
  const read = async (signal: AbortSignal): Promise<TwilioRow> =>
    (await api.ask({ path: PATH, family: FAMILY }, signal)).body;

  async function write(form: URLSearchParams, signal: AbortSignal): Promise<void> {
    await api.ask({ method: 'POST', path: PATH, form, family: FAMILY }, signal);
  }

  return {
    async list(signal) {
      const url = urlIn(await read(signal));
      return url === undefined ? [] : [{ id: 'post', url, isOurs: isOurHook(url, 'twilio') }];
    },

    async set(url, _secrets, signal, former = []) {
      const known = await read(signal);
      const [there, before] = [urlIn(known), filledText(known['pre_webhook_url'])];
      if (there !== undefined && there !== url && !former.includes(there))
        throw refusal('a webhook of yours is set, and Twilio has room for one', there);
      if (before !== undefined && known['method'] === 'GET')
        throw refusal('a webhook of yours is asked with GET, and events are received with POST', before);
      const filters = filtersIn(known);
      if (
        there === url &&
        known['method'] === 'POST' &&
        TWILIO_EVENTS.every((type) => filters.includes(type))
      )
        return;
      const form = filterForm([...new Set([...filters, ...TWILIO_EVENTS])]);
      form.append('PostWebhookUrl', url);
      form.append('Method', 'POST');
      await write(form, signal);
    },

    async remove(url, signal) {
      const known = await read(signal);
      if (urlIn(known) !== url) return;
      // Without a filter all kinds of events would be sent; to nobody, if there is no other webhook.
      const form = filterForm(filtersIn(known).filter((type) => !TWILIO_EVENTS.includes(type)));
      form.append('PostWebhookUrl', '');
      await write(form, signal);
    },
  };
}

const urlIn = (known: TwilioRow): string | undefined => filledText(known['post_webhook_url']);

const filtersIn = ({ filters }: TwilioRow): readonly string[] =>
  (Array.isArray(filters) ? filters : []).filter((each) => typeof each === 'string');

function filterForm(filters: readonly string[]): URLSearchParams {
  const form = new URLSearchParams();
  for (const each of filters.length > 0 ? filters : ['']) form.append('Filters', each);
  return form;
}

/** @param url may have a secret in its path or its query */
const refusal = (message: string, url: string): RunError =>
  new RunError(
    'LIVE.PUBLIC_URL',
    `${message}: one of ${URL.canParse(url) ? new URL(url).host : 'another host'}`,
    {
      hint: 'write  live: { hooks: manual },  and let yours pass the requests on as they are, or remove it',
    },
  );
