import type { ExportObject } from '../../files/export-rows.ts';
import { restOf } from '../../files/rest.ts';
import { boolean, instant, list, number, record, records, textValue } from '../../files/values.ts';
import type { SourceFile, SourceMessage, SourceReaction, TextToken } from '../../neutral.ts';
import { attachmentsOf, type Folder, type Sticker, stickersOf } from './files.ts';
import { idOf, isOtherName, isSystem, kindOf, type Names, shownName } from './people.ts';

/** Facts about a message beside its row. */
export type MessageContext = {
  /** The id of its channel; empty if the document does not say it. */
  readonly conversation: string;
  readonly folder: Folder;
  readonly names: Names;
};

/** Members that are read, that say the same again, and that `metadata.source` has names of its own for. */
const OWN = new Set([
  'id',
  'type',
  'timestamp',
  'timestampEdited',
  'callEndedTimestamp',
  'isPinned',
  'content',
  'contentRaw',
  'author',
  'attachments',
  'embeds',
  'stickers',
  'reactions',
  'mentions',
  'reference',
  'interaction',
  'forwardedMessage',
  'referencedMessage',
  'inlineEmojis',
  'poll',
  'flags',
  'system',
  'conversation',
  'time',
  'files',
  'pinned',
  'edited',
  'kind',
  'call',
  'forwarded',
  'username',
]);

export function messageFrom(row: ExportObject, context: MessageContext): SourceMessage {
  const { conversation, folder, names } = context;
  const author = record(row['author']);
  const [kind, editedAt] = [kindOf(row['type']), instant(row['timestampEdited'])];
  const { isForward, ...reference } = referenceOf(row, kind, conversation);
  const forwarded = isForward ? record(row['forwardedMessage']) : undefined;
  const stickers = [...stickersOf(row, folder), ...stickersOf(forwarded, folder)];
  const { content, files } = bodyOf(row, { forwarded, stickers, folder });
  const tokens = tokensOf(content, row['mentions'], names);
  const poll = pollOf(row);
  return {
    id: textValue(row['id']) ?? '',
    conversation,
    sender: idOf(author),
    senderName: shownName(author),
    ...(boolean(author?.['isBot']) ? { senderIsBot: true } : {}),
    time: instant(row['timestamp']) ?? Number.NaN,
    text: content,
    markup: 'discord',
    ...(tokens.length > 0 ? { tokens } : {}),
    ...(files.length > 0 ? { files } : {}),
    ...(isSystem(kind) ? { system: kind } : {}),
    ...reference,
    ...(editedAt === undefined ? {} : { edited: { at: editedAt } }),
    version: editedAt ?? 0,
    ...(boolean(row['isPinned']) ? { pinned: {} } : {}),
    reactions: reactionsOf(row['reactions']),
    mentions: list(row['mentions']).length,
    ...(poll ? { custom: { type: 'poll', data: poll } } : {}),
    metadata: {
      ...restOf(row, OWN),
      ...metadataOf(row, kind, reference.parent, { stickers, forwarded }),
      ...(boolean(author?.['isBot']) && isOtherName(author, idOf(author), names)
        ? { username: shownName(author) }
        : {}),
    },
  };
}

type Reference = Pick<SourceMessage, 'parent'> & { readonly isForward: boolean };

/** The message that a reply answers, if it is of the same channel; and whether another one is passed on. */
function referenceOf(row: ExportObject, kind: string, conversation: string): Reference {
  const reference = record(row['reference']);
  const type = textValue(reference?.['type']);
  const isForward = type === 'Forward' || type === '1' || record(row['forwardedMessage']) !== undefined;
  const [message, channel] = [textValue(reference?.['messageId']), textValue(reference?.['channelId'])];
  const isHere = channel === undefined || channel === conversation;
  return {
    isForward,
    ...(kind === 'Reply' && message !== undefined && isHere && !isForward ? { parent: message } : {}),
  };
}

type Body = { readonly content: string; readonly files: readonly SourceFile[] };
type BodyParts = {
  readonly forwarded: ExportObject | undefined;
  readonly stickers: readonly Sticker[];
  readonly folder: Folder;
};

/** The text and files of a message. Embeds are its text where it has nothing else; beside other content they are left out. */
function bodyOf(row: ExportObject, { forwarded, stickers, folder }: BodyParts): Body {
  const own = textValue(row['content']) ?? '';
  const attachments = [...attachmentsOf(row, folder), ...attachmentsOf(forwarded, folder)];
  const quoted = forwarded ? quotedOf(forwarded) : '';
  const lines = [own, quoted, ...stickers.map(({ name }) => `:${name}:`)].filter(
    (line) => line.trim() !== '',
  );
  const files = [...attachments, ...stickers.flatMap(({ file }) => file ?? [])];
  const embeds = embedsOf(row);
  const isEmbedsOnly = lines.length === 0 && files.length === 0 && record(row['poll']) === undefined;
  if (isEmbedsOnly) return { content: embedsText(embeds), files };
  const leftOut = [...embeds, ...(textValue(forwarded?.['content']) ? embedsOf(forwarded) : [])];
  return {
    content: lines.length === 1 ? (lines[0] as string) : lines.join('\n'),
    files: [
      ...files,
      ...leftOut.map((embed) => ({
        gone: isPreview(embed, `${own}\n${quoted}`) ? 'linkPreview' : 'embed',
      })),
    ],
  };
}

/** A message that was passed on, as a quote. */
function quotedOf(forwarded: ExportObject): string {
  const content = textValue(forwarded['content']) ?? embedsText(embedsOf(forwarded));
  return content
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
    .replace(/^>$/, '');
}

function metadataOf(
  row: ExportObject,
  kind: string,
  parent: string | undefined,
  { stickers, forwarded }: Pick<BodyParts, 'stickers' | 'forwarded'>,
): Readonly<Record<string, unknown>> {
  const [reference, interaction] = [record(row['reference']), record(row['interaction'])];
  const bare = stickers.filter(({ file }) => file === undefined).map((each) => each.row);
  const ended = textValue(row['callEndedTimestamp']);
  return {
    ...(kind === 'Default' || kind === 'Reply' ? {} : { kind }),
    ...(bare.length > 0 ? { stickers: bare } : {}),
    ...(ended === undefined ? {} : { call: { ended } }),
    ...(interaction
      ? { interaction: { name: interaction['name'], user: idOf(record(interaction['user'])) } }
      : {}),
    ...(reference && parent === undefined ? { reference } : {}),
    ...(forwarded ? { forwarded: { time: forwarded['timestamp'] } } : {}),
  };
}

/** The reactions with those who gave them, as far as the exporter has asked for names. */
const reactionsOf = (given: unknown): readonly SourceReaction[] =>
  records(given).map((reaction) => {
    const emoji = record(reaction['emoji']);
    const name = textValue(emoji?.['name']) ?? textValue(emoji?.['code']) ?? 'unknown';
    const users = new Set(records(reaction['users']).flatMap((user) => textValue(user['id']) ?? []));
    const isOfServer = textValue(emoji?.['id']) !== undefined;
    return { reaction: isOfServer ? `:${name}:` : name, users: [...users], count: number(reaction['count']) };
  });

/** A poll; who voted is never in an export, how many for what may be. */
function pollOf(row: ExportObject): Readonly<Record<string, unknown>> | undefined {
  const poll = record(row['poll']);
  if (!poll) return undefined;
  const answers = list(poll['answers']).map(record);
  const counts = new Map(
    list(record(poll['results'])?.['answers']).map((each) => {
      const answer = record(each);
      return [textValue(answer?.['id']), number(answer?.['count'])];
    }),
  );
  const votes = answers.map((answer) => counts.get(textValue(answer?.['id'])) ?? 0);
  return {
    name: textValue(poll['question']),
    options: answers.map((answer) => textValue(answer?.['text']) ?? ''),
    ...(counts.size > 0 ? { votes } : {}),
  };
}

/** The embeds of a message: what programs post, and previews of links. */
const embedsOf = (row: ExportObject | undefined): readonly ExportObject[] => records(row?.['embeds']);

/** The text of embeds. */
const embedsText = (embeds: readonly ExportObject[]): string =>
  embeds
    .map(embedText)
    .filter((each) => each !== '')
    .join('\n\n');

function embedText(embed: ExportObject): string {
  const of = (name: string): string => textValue(embed[name])?.trim() ?? '';
  const fields = records(embed['fields']).map((field) =>
    [textValue(field['name'])?.trim(), textValue(field['value'])?.trim()].filter(Boolean).join(': '),
  );
  const lines = [
    textValue(record(embed['author'])?.['name'])?.trim() ?? '',
    titleOf(of('title'), of('url')),
    of('description'),
    ...fields,
    textValue(record(embed['footer'])?.['text'])?.trim() ?? '',
  ].filter((line) => line !== '');
  return lines.length > 0 ? lines.join('\n') : pictureOf(embed);
}

const titleOf = (title: string, url: string): string =>
  title === '' || url === ''
    ? title || url
    : `[${title.replaceAll(/[[\]\\]/g, '\\$&').replaceAll('\n', ' ')}](${url})`;

/** The address of an embed that is a picture alone, as it was before Discord made a copy. */
function pictureOf(embed: ExportObject): string {
  const pictures = [embed['image'], ...list(embed['images']), embed['thumbnail'], embed['video']];
  const urls = records(pictures).map(({ canonicalUrl, url }) => textValue(canonicalUrl) ?? textValue(url));
  return urls.find((url) => url !== undefined) ?? '';
}

/** True if an embed is the preview of a link that stands in a text. */
function isPreview(embed: ExportObject, content: string): boolean {
  const url = textValue(embed['url']);
  return url !== undefined && content.includes(url);
}

/** Discord allows names of 32 characters, and 100 mentions in a message. */
const NAME_CHARS_MAX = 100;
const TOKENS_MAX = 200;

/** Marks that the exporter leaves in a text where it was told not to format it: people, channels, roles. */
const RAW = /<(@!?|@&|#)(\d{1,20})>/g;

/**
 * Finds what pieces of a text stand for. The exporter writes mentions as the names of people, and names those people beside the
 * text; where two of them have the same name, it stays as it is.
 */
function tokensOf(content: string, mentions: unknown, names: Names): readonly TextToken[] {
  const found = content.includes('@') ? namesIn(mentions) : new Map<string, TextToken | undefined>();
  if (content.includes('<'))
    for (const [token, sign, id = ''] of content.matchAll(RAW)) {
      const meant = rawToken(token, sign, id, names);
      if (meant) found.set(token, meant);
    }
  return [...found.values()]
    .filter((token) => token !== undefined && content.includes(token.token))
    .slice(0, TOKENS_MAX) as TextToken[];
}

/** The names of those who are mentioned. The exporter writes the one that people see, older versions the other one. */
function namesIn(mentions: unknown): Map<string, TextToken | undefined> {
  const found = new Map<string, TextToken | undefined>();
  for (const field of ['nickname', 'name']) {
    const before = new Set(found.keys());
    for (const mention of records(mentions)) {
      const [id, name] = [textValue(mention['id']), textValue(mention[field])];
      const token = `@${name}`;
      if (id === undefined || name === undefined || name.length > NAME_CHARS_MAX || before.has(token))
        continue;
      const isOther = found.has(token) && found.get(token)?.person !== id;
      found.set(token, isOther ? undefined : { token, person: id });
    }
  }
  return found;
}

function rawToken(token: string, sign: string | undefined, id: string, names: Names): TextToken | undefined {
  if (sign === '#' || sign === '@&') {
    const name = (sign === '#' ? names.channels : names.roles).get(id);
    return name === undefined ? undefined : { token, words: `${sign[0]}${name}` };
  }
  return names.people.has(id) ? { token, person: id } : undefined;
}
