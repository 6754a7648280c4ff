import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

/** A workspace for tests: its lists, which a test replaces or adds to, and no messages. */
const WORKSPACE: Readonly<Record<string, unknown>> = {
  'users.json': [
    {
      id: 'U1',
      team_id: 'T1',
      name: 'ann',
      profile: { real_name: 'Ann Lee', display_name: 'ann', email: 'a@b.c' },
    },
    { id: 'U2', team_id: 'T1', name: 'bo', deleted: true, profile: { real_name: 'Bo' } },
    {
      id: 'U3',
      team_id: 'T1',
      name: 'deploys',
      is_bot: true,
      profile: { real_name: 'Deploys', bot_id: 'B3' },
    },
  ],
  'channels.json': [{ id: 'C1', name: 'general', created: 1, creator: 'U1', members: ['U1', 'U2'] }],
};

type Row = Readonly<Record<string, unknown>>;

/**
 * A pipeline over files of an export, with a service in this process.
 * @param files by name, each its text or what it holds as JSON; those of one folder beside each other
 * @param path of the pipeline's source
 */
export function slackHere(
  files: Readonly<Record<string, unknown>>,
  { path = 'export', options = '', rest = '' }: { path?: string; options?: string; rest?: string } = {},
): Promise<ServiceHere> {
  const texts = Object.entries(path === 'export' ? { ...WORKSPACE, ...files } : files).map(
    ([name, held]) =>
      [`export/${name}`, typeof held === 'string' ? held : JSON.stringify(held, undefined, 4)] as const,
  );
  return serviceHere({
    files: Object.fromEntries(texts),
    rest: `  export: { system: auto, path: ${path}${options} }\nretention: { messagesOlderThanDays: 36500 }\n${rest}`,
  });
}

/** The day of a channel with rows of `C1`. */
export const general = (...rows: readonly Row[]): Readonly<Record<string, unknown>> => ({
  'general/2025-07-01.json': rows.map((row) => ({ type: 'message', ...row })),
});

/** What the service shows of a message. */
export type Shown = {
  readonly sender: string;
  readonly text: unknown;
  readonly source: Readonly<Record<string, unknown>>;
};

/** All messages of the service, the oldest first. */
export async function shown({ service }: ServiceHere): Promise<Shown[]> {
  const found: Shown[] = [];
  for await (const { sender, data } of service.messages.list({ limit: 1000 })) {
    const { text, metadata } = data as { text?: unknown; metadata?: { source?: Shown['source'] } };
    found.push({ sender: String(sender), text, source: metadata?.source ?? {} });
  }
  return found.toSorted((a, b) => Number(a.source['time']) - Number(b.source['time']));
}
