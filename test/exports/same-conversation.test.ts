import { beforeAll, describe, expect, test } from 'vitest';
import { expectedOf, exportHere } from './expected.ts';

/** What is left of a message when the form of its export is taken away. */
type Said = {
  readonly conversation: string;
  readonly author: string;
  readonly at: number;
  readonly text: string;
};
type Brought = {
  readonly said: readonly Said[];
  readonly files: readonly string[];
  /** Files without an address. */
  readonly gone: number;
  readonly held: number;
};

/** Why texts of an export differ from those of the others, and how the difference is taken away. */
type Difference = { readonly reason: string; undo(text: string): string };

const LONG_TEXTS: Difference = {
  reason: 'a long text is cut where its message has no more room, which depends on what else it holds',
  undo: (text) => text.replaceAll(/\s+/g, ' '),
};
const MENTIONS: Difference = {
  reason: 'people are named in the text, not beside it',
  undo: (text) => text.replaceAll(/<@uid:[^>]*> /g, ''),
};
const MARKED_UP: Difference = {
  reason: 'the text is marked up, and becomes Markdown',
  undo: (text) => text.replace('**bold** _it_ ~~del~~', '*bold* _it_ ~del~'),
};
const SLACK: readonly Difference[] = [
  {
    reason: 'files are private, so they are links below the text',
    undo: (text) => text.replaceAll(/\n?\[[^\]]*\]\(https:\/\/files\.example\.test\/[^)]*\)/g, ''),
  },
  MENTIONS,
  MARKED_UP,
];
const DISCORD: readonly Difference[] = [
  {
    reason: 'a message may have a sticker, which is shown by its name below the text',
    undo: (text) => text.replace(/\n?:Wave:$/, ''),
  },
];
const TELEGRAM: Difference = {
  reason: 'files have no address yet, so a message without a text shows the name of its file',
  undo: (text) => text.replace(/^\[[^\]]+\.(?:jpg|pdf|png)\]$/, ''),
};
const WHATSAPP: readonly Difference[] = [
  {
    reason: 'files stand in the export, so a message of a file alone is its name',
    undo: (text) => text.replace(/^\[[^\]\n]+\.\w+\]$/, ''),
  },
];
/** A message that only this export has: it had overlapping parts, and the newer copy counts. */
const NEWER_COPY = 'newer copy of an overlapping export';

/** Stream has the time of this message in milliseconds alone, so it stands before another one of the same millisecond. */
const LESS_EXACT = 'arrived lunch is see before before lot call someone';

type Form = {
  readonly path: string;
  /** What the pipeline has to declare. */
  readonly options?: string;
  readonly differences: readonly Difference[];
  readonly own: readonly string[];
  /** Nobody writes to themselves there. */
  readonly lacksNotes?: boolean;
  /** The parts of the export that are counted, if not all of it at once. */
  readonly parts?: readonly string[];
};

const SYSTEMS = {
  stream: { path: 'stream/synthetic', differences: [LONG_TEXTS], own: [] },
  sendbird: { path: 'sendbird/synthetic', differences: [LONG_TEXTS], own: [NEWER_COPY] },
  discord: {
    path: 'discord/synthetic',
    differences: [...DISCORD, LONG_TEXTS],
    own: [],
    lacksNotes: true,
  },
  slack: { path: 'slack/synthetic.zip', differences: [...SLACK, LONG_TEXTS], own: [] },
  firestore: { path: 'firebase/firestore', differences: [LONG_TEXTS], own: [] },
  rtdb: { path: 'firebase/rtdb', differences: [LONG_TEXTS], own: [] },
  mysql: { path: 'sql/mysql', options: ', zone: UTC', differences: [LONG_TEXTS], own: [] },
  postgres: { path: 'sql/postgres', options: ', zone: UTC', differences: [LONG_TEXTS], own: [] },
  sqlServer: { path: 'sql/sql-server', options: ', zone: UTC', differences: [LONG_TEXTS], own: [] },
  oracle: { path: 'sql/oracle', options: ', zone: UTC', differences: [LONG_TEXTS], own: [] },
  twilio: { path: 'twilio/synthetic', differences: [TELEGRAM, LONG_TEXTS], own: [] },
  rocketchat: { path: 'rocketchat/synthetic', differences: [TELEGRAM, MARKED_UP, LONG_TEXTS], own: [] },
  mongoJson: { path: 'mongodb/json', differences: [LONG_TEXTS], own: [] },
  mongoBson: { path: 'mongodb/bson', differences: [LONG_TEXTS], own: [] },
  telegram: { path: 'telegram/synthetic', differences: [TELEGRAM, MENTIONS, LONG_TEXTS], own: [] },
  whatsapp: {
    path: 'whatsapp/synthetic',
    options: ', zone: UTC',
    differences: [...WHATSAPP, LONG_TEXTS],
    own: [],
    parts: ['android-dmy-24', 'android-mdy-12', 'ios-dmy-24s', 'ios-mdy-12s'],
  },
} as const satisfies Record<string, Form>;
type System = keyof typeof SYSTEMS;

const LINK = /https:\/\/files\.example\.test\/[^)\s]*/g;

async function brought(system: System): Promise<Brought> {
  const { path, differences, own, options = '', parts }: Form = SYSTEMS[system];
  await using here = await exportHere(path, { options });
  const { result } = await here.json('run', '--yes');
  const whole = new Map<string, Said>();
  const files: string[] = [];
  const listed = await Array.fromAsync(here.service.messages.list({ limit: 1000 }));
  for (const { muid, sender, receiver, receiverType, sentAt, data } of listed.reverse()) {
    const { text = '', attachments = [] } = data as { text?: string; attachments?: { url: string }[] };
    files.push(...attachments.map(({ url }) => url), ...(text.match(LINK) ?? []));
    const key = String(muid).replace(/-\d+of\d+$/, '');
    const people = receiverType === 'user' ? [sender, receiver].toSorted().join(' ') : receiver;
    const before = whole.get(key)?.text;
    whole.set(key, {
      conversation: String(people),
      author: String(sender),
      at: Number(sentAt),
      text: before === undefined ? text : `${before} ${text}`,
    });
  }
  const said = [...whole.values()].map((each) => ({
    ...each,
    text: differences.reduce((text, { undo }) => undo(text), each.text),
  }));
  const { dropped = {}, kept = 0 } = result.export?.kinds.attachments ?? {};
  const gone = Object.values(dropped).reduce((sum, n) => sum + n, kept);
  const left = ['', LESS_EXACT, ...own];
  const wanted = said.filter(({ text }) => !left.includes(text));
  const counted = parts?.map((part) => `${path}.${part}`) ?? [path.replace('.zip', '')];
  const held = counted.reduce((sum, each) => sum + expectedOf(each).attachments, 0);
  return { said: wanted, files: files.sort(), gone, held };
}

/** The conversations, each as its texts in their order, in an order that no id decides. */
const conversationsOf = ({ said }: Brought): readonly (readonly Said[])[] =>
  [...Map.groupBy(said, ({ conversation }) => conversation).values()].toSorted((a, b) =>
    linesOf(a) < linesOf(b) ? -1 : 1,
  );
const linesOf = (of: readonly Said[]): string => of.map(({ at, text }) => `${at} ${text}`).join('\n');

const found = new Map<System, Brought>();
beforeAll(async () => {
  for (const system of Object.keys(SYSTEMS) as System[]) found.set(system, await brought(system));
});

describe.each([
  'sendbird',
  'discord',
  'slack',
  'firestore',
  'rtdb',
  'mysql',
  'postgres',
  'sqlServer',
  'oracle',
  'twilio',
  'rocketchat',
  'mongoJson',
  'mongoBson',
  'telegram',
] as const)('the same conversations, from Stream and from %s', (system) => {
  const both = (): readonly [Brought, Brought] => {
    const [stream, other] = [found.get('stream') as Brought, found.get(system) as Brought];
    const { lacksNotes = false }: Form = SYSTEMS[system];
    const said = [...Map.groupBy(stream.said, ({ conversation }) => conversation).values()]
      .filter((of) => !lacksNotes || new Set(of.map(({ author }) => author)).size > 1)
      .flat();
    return [{ ...stream, said }, other];
  };

  test('have the same texts, at the same times, in the same order', () => {
    const [stream, other] = both();
    expect(stream.said.length).toBeGreaterThan(320);
    expect(conversationsOf(other).map(linesOf)).toEqual(conversationsOf(stream).map(linesOf));
  });

  test('have the same authors', () => {
    const [stream, other] = both().map((each) => conversationsOf(each).flat());
    const pairs = new Set(stream?.map(({ author }, at) => `${author} ${other?.[at]?.author}`));
    const names = (at: 0 | 1): number => new Set([...pairs].map((pair) => pair.split(' ')[at])).size;
    // Each author of one is one author of the other.
    expect([names(0), names(1)]).toEqual([pairs.size, pairs.size]);
    expect(pairs.size).toBeGreaterThan(10);
  });

  test('have the same files, but those that the format has no room for', () => {
    const [stream, other] = both();
    const known = new Set(stream.files);
    expect(other.files.filter((url) => !known.has(url))).toEqual([]);
    // Slack no longer has some of them, Telegram has none at an address; the databases have one of each message.
    expect(other.files.length + other.gone).toBe(other.held);
  });
});

describe('four of the same conversations, as phones export them, from WhatsApp', () => {
  /** Texts below files, which the exports of iPhones among these do not have. */
  const captions = ['two files', 'see photo'];
  const withText = (of: readonly Said[]): readonly Said[] =>
    of.filter(({ text }) => !captions.includes(text));
  /** Android writes no seconds. */
  const minutesOf = (of: readonly Said[]): string =>
    of.map(({ at, text }) => `${Math.floor(at / 60)} ${text}`).join('\n');

  test('have the same texts, in the same minutes, in the same order, by the same authors', () => {
    const [stream, chats] = (['stream', 'whatsapp'] as const).map((each) =>
      conversationsOf(found.get(each) as Brought).map(withText),
    ) as [Said[][], Said[][]];
    expect(chats.length).toBe(4);
    const pairs = new Set<string>();
    for (const chat of chats) {
      const same = stream.find((said) => minutesOf(said) === minutesOf(chat));
      expect(same, minutesOf(chat)).toBeDefined();
      for (const [index, { author }] of chat.entries()) pairs.add(`${same?.[index]?.author} ${author}`);
    }
    const names = (at: 0 | 1): number => new Set([...pairs].map((pair) => pair.split(' ')[at])).size;
    expect([names(0), names(1)]).toEqual([pairs.size, pairs.size]);
    expect(pairs.size).toBeGreaterThan(5);
  });

  test('lack no file that the format has room for', () => {
    const { files, gone, held } = found.get('whatsapp') as Brought;
    // They have no address before they are put on a server.
    expect([files, gone, held]).toEqual([[], 23, 23]);
  });
});
