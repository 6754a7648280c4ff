import { hash } from 'node:crypto';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

type Row = Readonly<Record<string, unknown>>;

/** A sid for a name: the same one for the same name. */
export const sid = (kind: string, name: string | number): string =>
  `${kind}${hash('md5', `${kind} ${name}`)}`;

const AT = '2026-01-01T10:00:00Z';
const common = { account_sid: sid('AC', 1), date_created: AT, date_updated: AT, attributes: '{}' };

export const user = (identity: string, more: Row = {}): Row => ({
  sid: sid('US', identity),
  ...common,
  chat_service_sid: sid('IS', 1),
  identity,
  friendly_name: identity.toUpperCase(),
  ...more,
});
export const conversation = (name: string, more: Row = {}): Row => ({
  sid: sid('CH', name),
  ...common,
  chat_service_sid: sid('IS', 1),
  friendly_name: name,
  unique_name: null,
  state: 'active',
  timers: {},
  bindings: {},
  ...more,
});
export const participant = (of: string, identity: string | null, more: Row = {}): Row => ({
  sid: sid('MB', `${of} ${identity} ${JSON.stringify(more['messaging_binding'])}`),
  ...common,
  conversation_sid: sid('CH', of),
  identity,
  messaging_binding: null,
  role_sid: sid('RL', 'user'),
  last_read_message_index: null,
  ...more,
});
export const message = (of: string, author: string | null, index: number, more: Row = {}): Row => ({
  sid: sid('IM', `${of} ${index}`),
  ...common,
  conversation_sid: sid('CH', of),
  index,
  author,
  body: `${index}`,
  media: null,
  delivery: null,
  content_sid: null,
  links: { delivery_receipts: 'https://conversations.twilio.com/v1/x' },
  ...more,
});

/** A page of the REST API. */
export const page = (key: string, rows: readonly Row[]): Row => ({
  meta: {
    page: 0,
    page_size: 50,
    first_page_url: '',
    previous_page_url: null,
    url: '',
    next_page_url: null,
    key,
  },
  [key]: rows,
});

/** Lists by their key. */
export type Lists = Readonly<Record<string, readonly Row[]>>;

/** Each list as a page in a file of its own. */
export const pagesOf = (lists: Lists): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(lists).map(([key, rows]) => [
      `export/${key}.json`,
      JSON.stringify(page(key, rows), null, 1),
    ]),
  );

/** A pipeline over files of Twilio. */
export const ofFiles = (
  files: Readonly<Record<string, string | Uint8Array>>,
  { options = '', rest = '', system = 'auto' } = {},
): Promise<ServiceHere> =>
  serviceHere({
    files,
    rest: `  export: { system: ${system}, path: export${options} }\nretention: { messagesOlderThanDays: 36500 }\n${rest}`,
  });

export const twilioHere = (lists: Lists, more?: Parameters<typeof ofFiles>[1]): Promise<ServiceHere> =>
  ofFiles(pagesOf(lists), more);

/** All messages of a service, in the order in which they were written. */
export async function written({ service }: ServiceHere) {
  const found = await Array.fromAsync(service.messages.list({ limit: 1000 }));
  return found.toSorted((a, b) => Number(a.id) - Number(b.id));
}

/** What is kept of the source of a message. */
export const sourceOf = ({ data }: { readonly data?: { readonly metadata?: unknown } | undefined }): Row =>
  (data?.metadata as { readonly source: Row } | undefined)?.source ?? {};

/** All messages of a service: their sender, their receiver, their text. */
export async function landed(here: ServiceHere): Promise<readonly (readonly unknown[])[]> {
  return (await written(here)).map(({ sender, receiver, data }) => [sender, receiver, data?.text]);
}

/** The group of a service with a name. */
export async function groupOf({ service }: ServiceHere, name: string) {
  const groups = await Array.fromAsync(service.groups.list());
  const found = groups.find((group) => group.name === name);
  return service.groups.get(found?.guid ?? name);
}

/** The groups of a service, with their names and types. */
export async function groupsIn({ service }: ServiceHere): Promise<readonly (readonly unknown[])[]> {
  const groups = await Array.fromAsync(service.groups.list());
  return groups.map(({ name, type }) => [name, type]).toSorted();
}
