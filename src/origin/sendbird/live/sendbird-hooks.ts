import { RunError } from '../../../errors/run-error.ts';
import { isRecord } from '../../../service/transport/transport.ts';
import { isOurHook } from '../../live/is-our-hook.ts';
import type { LiveHooks, LivePlace } from '../../live/live-origin.ts';
import { OriginError, type OriginRow } from '../../origin.ts';
import { askSendbird, text } from '../records.ts';
import { sendbirdEvents } from './read-event.ts';

const PATH = '/applications/settings/webhook';
/** The id of the only webhook of an application. */
const ID = 'webhook';

/** The webhook of an application: Sendbird has one, and it is never taken from whoever set it. */
export function sendbirdHooks({ ask: given }: LivePlace): LiveHooks {
  const ask = askSendbird(given);

  async function read(
    signal: AbortSignal,
  ): Promise<{ readonly url: string | undefined; readonly isOn: boolean }> {
    const { body } = await ask({ path: PATH, family: 'settings' }, signal);
    const hook: OriginRow['row'] = isRecord(body['webhook']) ? body['webhook'] : body;
    return { url: text(hook['url']), isOn: hook['enabled'] === true };
  }

  async function write(settings: object, signal: AbortSignal): Promise<void> {
    try {
      await ask({ method: 'PUT', path: PATH, body: settings, family: 'settings' }, signal);
    } catch (error) {
      if (!(error instanceof OriginError)) throw error;
      throw new RunError('LIVE.PUBLIC_URL', `the webhook of Sendbird cannot be set: ${error.message}`, {
        hint: 'set it in the dashboard, and say hooks: manual',
        cause: error,
      });
    }
  }

  return {
    async list(signal) {
      const { url, isOn } = await read(signal);
      return url === undefined || !isOn ? [] : [{ id: ID, url, isOurs: isOurHook(url, 'sendbird') }];
    },
    async set(target, _, signal, former = []) {
      const { url, isOn } = await read(signal);
      // One of another pipeline has the form of ours; if it is off, nobody needs it.
      const isFree = url === undefined || (!isOn && isOurHook(url, 'sendbird'));
      if (!isFree && url !== target && !former.includes(url))
        throw new RunError(
          'LIVE.PUBLIC_URL',
          `the application has a webhook already, and Sendbird knows one alone: ${shown(url)}`,
          { hint: 'remove it there, or let it send each event on to ours, unchanged, and say hooks: manual' },
        );
      await write(
        { enabled: true, url: target, include_members: true, enabled_events: sendbirdEvents },
        signal,
      );
    },
    async remove(target, signal) {
      const { url } = await read(signal);
      if (url === target) await write({ enabled: false }, signal);
    },
  };
}

/** An address without what may be a secret in it. */
function shown(url: string): string {
  if (!URL.canParse(url)) return 'an address that is none';
  return `one of ${new URL(url).host}`;
}
