import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

export type Item = Readonly<Record<string, unknown>>;
type Message = Item & { readonly data?: Item };

const OLD = 'retention: { messagesOlderThanDays: 36500 }';
/** A pipeline over files of Stream. */
export const ofFiles = (
  files: Readonly<Record<string, string>>,
  rest = '',
  options = '',
): Promise<ServiceHere> =>
  serviceHere({ files, rest: `  export: { system: stream, path: export${options} }\n${OLD}\n${rest}` });
export const jsonl = (...lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** All messages of a service, by muid. */
export async function messagesOf({ service }: ServiceHere): Promise<ReadonlyMap<string, Message>> {
  const found = new Map<string, Message>();
  for await (const message of service.messages.list({ limit: 1000 }))
    found.set(String(message.muid), message as Message);
  return found;
}
