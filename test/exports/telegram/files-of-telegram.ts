import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

export type Item = Readonly<Record<string, unknown>>;
export const START = 1_767_225_600;

/** A pipeline over files of Telegram. */
export const ofFiles = (
  files: Readonly<Record<string, string | object>>,
  { rest = '', options = '' }: { rest?: string; options?: string } = {},
): Promise<ServiceHere> =>
  serviceHere({
    files: Object.fromEntries(
      Object.entries(files).map(([name, file]) => [
        `export/${name}`,
        typeof file === 'string' ? file : JSON.stringify(file, undefined, 1),
      ]),
    ),
    rest: `  export: { system: telegram, path: export${options} }\nretention: { messagesOlderThanDays: 36500 }\n${rest}`,
  });

export const addFile = (here: ServiceHere, name: string, file: object): void =>
  writeFileSync(join(here.folder, 'export', name), JSON.stringify(file, undefined, 1));

/** A message: its number, when, by whom, and its text. */
export const said = (id: number, at: number, by: number, text: unknown, more: Item = {}): Item => ({
  id,
  type: 'message',
  date: '2026-01-01T00:00:00',
  date_unixtime: String(START + at),
  from: NAMES[by] ?? null,
  from_id: `user${by}`,
  ...more,
  text,
  text_entities: typeof text === 'string' ? [{ type: 'plain', text }] : text,
});
export const did = (id: number, at: number, by: number, action: string, more: Item = {}): Item => ({
  id,
  type: 'service',
  date: '2026-01-01T00:00:00',
  date_unixtime: String(START + at),
  actor: NAMES[by] ?? null,
  actor_id: `user${by}`,
  action,
  ...more,
  text: '',
  text_entities: [],
});
export const NAMES: Readonly<Record<number, string>> = { 1: 'Ann', 2: 'Bob', 3: 'Cleo' };

export const chat = (
  type: string,
  id: number,
  messages: readonly unknown[],
  name: string | null = 'Chat',
): Item => ({ ...(type === 'saved_messages' ? {} : { name }), type, id, messages });

/** The export of an account. */
export const account = (user: number, chats: readonly unknown[], more: Item = {}): Item => ({
  about: 'Here is the data you requested.',
  personal_information: {
    user_id: user,
    first_name: NAMES[user],
    last_name: '',
    phone_number: '+1',
    username: '@me',
  },
  contacts: { about: '', list: [] },
  ...more,
  chats: { about: '', list: chats },
});

export type Landed = Item & {
  readonly data?: { readonly text?: string; readonly metadata?: { readonly source?: Item } } & Item;
};

/** All messages of a service in the order of their time, oldest first. */
export async function landedOf({ service }: ServiceHere): Promise<readonly Landed[]> {
  const found = await Array.fromAsync(service.messages.list({ limit: 1000 }));
  // What the service itself adds, such as that a message was edited, has none.
  return found.reverse().filter(({ muid }) => muid !== undefined) as unknown as Landed[];
}
export const textsOf = async (here: ServiceHere): Promise<readonly unknown[]> =>
  (await landedOf(here)).map(({ data }) => data?.text);

/** The texts that a run lands, with the exit code and notes. */
export async function run(
  files: Readonly<Record<string, string | object>>,
  more: { rest?: string; options?: string } = {},
): Promise<{
  texts: readonly unknown[];
  landed: readonly Landed[];
  notes: string;
  kinds: Item;
  exitCode: number;
}> {
  await using here = await ofFiles(files, more);
  const { exitCode, result } = await here.json('run', '--yes');
  const landed = await landedOf(here);
  return {
    texts: landed.map(({ data }) => data?.text),
    landed,
    exitCode,
    notes: result.export?.notes.join('\n') ?? '',
    kinds: (result.export?.kinds ?? {}) as unknown as Item,
  };
}
