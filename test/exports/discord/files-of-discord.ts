import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

export type Row = Readonly<Record<string, unknown>>;

const START = Date.UTC(2026, 0, 1);
/** The time of a message, so many seconds after the first one. */
export const at = (seconds: number): string =>
  new Date(START + seconds * 1000).toISOString().replace('Z', '+00:00');

/** A user as the exporter writes them. */
export const person = (id: string, name: string, more: Row = {}): Row => ({
  id,
  name: name.toLowerCase(),
  discriminator: '0000',
  nickname: name,
  color: null,
  isBot: false,
  roles: [],
  avatarUrl: `https://cdn.discordapp.com/avatars/${id}/a.png`,
  ...more,
});
export const ANN = person('11', 'Ann');
export const BEN = person('12', 'Ben');
export const CLEO = person('13', 'Cleo');

/** A message as the exporter writes it. */
export const message = (n: number, author: Row | null, content: string, more: Row = {}): Row => ({
  id: String(900 + n),
  type: 'Default',
  timestamp: at(n),
  timestampEdited: null,
  callEndedTimestamp: null,
  isPinned: false,
  content,
  author,
  attachments: [],
  embeds: [],
  stickers: [],
  reactions: [],
  mentions: [],
  inlineEmojis: [],
  ...more,
});

/** A channel of a server. */
export const GENERAL: Row = {
  id: '51',
  type: 'GuildTextChat',
  categoryId: '61',
  category: 'Text',
  name: 'general',
  topic: 'All',
};
/** Direct messages. */
export const direct = (id: string, name: string, type = 'DirectTextChat'): Row => ({
  id,
  type,
  categoryId: null,
  category: 'Private',
  name,
  topic: null,
});

/** A document of a channel, as the exporter writes it. */
export const document = (
  channel: Row,
  messages: readonly unknown[],
  exportedAt = '2026-02-01T00:00:00Z',
): string =>
  JSON.stringify(
    {
      guild:
        channel['categoryId'] === null
          ? { id: '0', name: 'Direct Messages', iconUrl: '' }
          : { id: '41', name: 'Kites', iconUrl: '' },
      channel,
      dateRange: { after: null, before: null },
      exportedAt,
      messages,
      messageCount: messages.length,
    },
    undefined,
    2,
  );

/** A pipeline over files of an export, with a service in this process. */
export const discordHere = (
  files: Readonly<Record<string, string>>,
  { system = 'auto', options = '', rest = '' }: { system?: string; options?: string; rest?: string } = {},
): Promise<ServiceHere> =>
  serviceHere({
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [`export/${name}`, text])),
    rest: `  export: { system: ${system}, path: export${options} }\nretention: { messagesOlderThanDays: 36500 }\n${rest}`,
  });

/** What the service shows of a message. */
export type Shown = {
  readonly muid: string;
  readonly from: string;
  readonly to: string;
  readonly text: unknown;
  readonly files: readonly Row[];
  readonly source: Row;
};

/** All messages of the service, the oldest first. */
export async function shown({ service }: ServiceHere): Promise<readonly Shown[]> {
  const found: Shown[] = [];
  for await (const { muid, sender, receiver, data } of service.messages.list({ limit: 1000 })) {
    const {
      text,
      attachments = [],
      metadata,
    } = data as {
      text?: unknown;
      attachments?: Row[];
      metadata?: { source?: Row };
    };
    found.push({
      muid: String(muid),
      from: String(sender),
      to: String(receiver),
      text,
      files: attachments,
      source: metadata?.source ?? {},
    });
  }
  return found.toSorted((a, b) => Number(a.source['time']) - Number(b.source['time']));
}

/** The messages of one channel of a server, after a run. */
export async function landed(messages: readonly Row[], rest = ''): Promise<readonly Shown[]> {
  await using here = await discordHere({ 'general.json': document(GENERAL, messages) }, { rest });
  await here.json('run', '--yes');
  return await shown(here);
}
