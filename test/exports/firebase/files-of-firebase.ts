import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

type Item = Readonly<Record<string, unknown>>;
type Message = Item & { readonly data?: Item };

/** A pipeline over a database, with the shape that it declares. */
export const ofDatabase = (database: unknown, shape?: object, rest = ''): Promise<ServiceHere> =>
  serviceHere({
    files: { 'export/database.json': typeof database === 'string' ? database : JSON.stringify(database) },
    rest: [
      `  export: ${JSON.stringify({ system: 'firebase', path: 'export', ...(shape ? { shape } : {}) })}`,
      'retention: { messagesOlderThanDays: 36500 }',
      rest,
    ].join('\n'),
  });

/** All messages of a service by muid, in the order in which they were sent. */
export async function messagesOf({ service }: ServiceHere): Promise<ReadonlyMap<string, Message>> {
  const found = new Map<string, Message>();
  for await (const message of service.messages.list({ limit: 1000 }))
    found.set(String(message.muid), message as Message);
  return new Map([...found].sort(([, a], [, b]) => Number(a['sentAt']) - Number(b['sentAt'])));
}
