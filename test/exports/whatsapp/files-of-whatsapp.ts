import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

/** A message as the service has it. */
export type Landed = {
  readonly muid: string;
  readonly sender: string;
  readonly receiver: string;
  readonly at: string;
  readonly text: string;
  readonly files: readonly string[];
  readonly source: Readonly<Record<string, unknown>>;
};

type Options = { readonly options?: string; readonly rest?: string; readonly zone?: string };

/** A pipeline over chats, which are in `export`. */
export const chatsHere = (
  files: Readonly<Record<string, string | Uint8Array>>,
  { options = '', rest = '', zone = 'UTC' }: Options = {},
): Promise<ServiceHere> =>
  serviceHere({
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [`export/${name}`, text])),
    rest: `  export: { system: whatsapp, path: export, zone: ${zone}${options} }\nretention: { messagesOlderThanDays: 36500 }\n${rest}`,
  });

/** All messages of the service, the oldest first. */
export async function landed({ service }: ServiceHere): Promise<readonly Landed[]> {
  const all = await Array.fromAsync(service.messages.list({ limit: 1000 }));
  return all.reverse().map(({ muid, sender, receiver, sentAt, data }) => {
    const {
      text = '',
      attachments = [],
      metadata,
    } = data as {
      text?: string;
      attachments?: { url: string }[];
      metadata: { source: Record<string, unknown> };
    };
    return {
      muid: String(muid),
      sender: plain(sender),
      receiver: plain(receiver),
      text,
      at: new Date(Number(sentAt) * 1000).toISOString().slice(0, 19),
      files: attachments.map(({ url }) => url),
      source: metadata.source,
    };
  });
}

/** An id without the hash that makes it unlike others. */
const plain = (id: unknown): string => String(id).replace(/-[0-9a-f]{12}$/, '');

export const textsOf = async (here: ServiceHere): Promise<readonly string[]> =>
  (await landed(here)).map(({ text }) => text);
