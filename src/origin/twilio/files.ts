import { isRecord } from '../../service/transport/transport.ts';
import { accounts } from '../accounts.ts';
import { type Origin, type OriginAccount, OriginError, unlessGone } from '../origin.ts';
import { fileAddress } from '../own-host.ts';
import { FAMILY } from './twilio-list.ts';

/** The media service, which is another one than that of conversations. Regions have their own: `mcs.ie1.twilio.com`. */
const MEDIA_HOST = /^mcs\.[a-z0-9-]+(?:\.[a-z0-9-]+)?\.twilio\.com$/;
const MEDIA_PATH = /^\/v1\/Services\/IS[0-9a-f]{32}\/Media\/ME[0-9a-f]{32}$/i;

/** True for the address of a media resource: it answers with what is known of the file, and where its bytes are for some minutes. */
const isMedia = ({ protocol, port, hostname, pathname, search }: URL): boolean =>
  protocol === 'https:' &&
  port === '' &&
  search === '' &&
  MEDIA_HOST.test(hostname) &&
  MEDIA_PATH.test(pathname);

/** The address of the media service of an account. */
function mediaAddress({ host }: Pick<OriginAccount, 'host'>): string {
  const [, region] = /^https:\/\/conversations\.([a-z0-9.-]+)\.twilio\.com$/.exec(host ?? '') ?? [];
  if (region !== undefined) return `https://mcs.${region}.twilio.com`;
  return host === undefined || host === 'https://conversations.twilio.com'
    ? 'https://mcs.us1.twilio.com'
    : host;
}

/** Media of messages: their resource gives an address that needs no key and ends after some minutes. */
export const twilioFiles: NonNullable<Origin['files']> = {
  isOwn: isMedia,
  address: mediaAddress,
  open: (account, ask) => ({
    async open({ pathname }, signal) {
      const answer = await unlessGone(ask({ path: pathname, family: FAMILY }, signal));
      if (!answer) return undefined;
      const { links } = answer.body;
      const written = isRecord(links) ? links['content_direct_temporary'] : undefined;
      const address = fileAddress(written, new URL(accounts.twilio.address(account)));
      if (!address)
        throw new OriginError(
          'form',
          `${pathname} answers without an address of the file (links.content_direct_temporary)`,
        );
      return { url: address.href, headers: {} };
    },
  }),
};
