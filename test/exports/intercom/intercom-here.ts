import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

type Row = Readonly<Record<string, unknown>>;

export const AT = 1_767_225_600;
export const ANN = { type: 'user', id: '1', name: 'Ann', email: 'ann@example.com' };
const BO = { type: 'admin', id: '1', name: 'Bo', email: 'bo@example.com' };

let parts = 0;

/** A part of a conversation. */
export const part = (row: Row = {}): Row => ({
  type: 'conversation_part',
  id: String(++parts),
  part_type: 'comment',
  body: '<p>hi</p>',
  created_at: AT,
  updated_at: AT,
  author: BO,
  attachments: [],
  redacted: false,
  ...row,
});

/** A conversation that Ann began. */
export const conversation = (id: string, of: readonly unknown[] = [], row: Row = {}): Row => ({
  type: 'conversation',
  id,
  created_at: AT,
  updated_at: AT,
  title: null,
  source: { type: 'conversation', id: '9', body: '<p>hello</p>', author: ANN, attachments: [], subject: '' },
  contacts: { type: 'contact.list', contacts: [{ type: 'contact', id: '1' }] },
  state: 'open',
  conversation_parts: {
    type: 'conversation_part.list',
    conversation_parts: of,
    total_count: of.length,
  },
  ...row,
});

export const lines = (...rows: readonly unknown[]): string =>
  rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');

/** A pipeline over files of Intercom, with a service in this process. */
export const intercomHere = (
  files: Readonly<Record<string, string | Uint8Array>>,
  rest = '',
): Promise<ServiceHere> =>
  serviceHere({
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [`export/${name}`, text])),
    rest: `  export: { system: auto, path: export }\nretention: { messagesOlderThanDays: 36500 }\n${rest}`,
  });

/** What has landed: authors with their texts, in the order in which they were sent. */
export async function textsIn({ service }: ServiceHere): Promise<readonly (readonly unknown[])[]> {
  const found = await Array.fromAsync(service.messages.list({ limit: 1000 }));
  return found.map(({ sender, data }) => [sender, data?.text]).toReversed();
}
