import type { ExportObject } from '../../files/export-rows.ts';
import { boolean, instant, list, number, record, records, textValue } from '../../files/values.ts';
import type { SourceFile, SourceMessage, SourceUser } from '../../neutral.ts';

/** The visitors of sessions: an id of their own where Crisp has proved who they are. */
export type Visitors = ReadonlyMap<string, string>;

const SESSION = /^session_/;

/** The id of the visitor of a session. */
export const visitorOf = (session: string, visitors: Visitors): string =>
  visitors.get(session) ?? (SESSION.test(session) ? session : `visitor-${session}`);

/** The author of a message; visitors, operators and programs have ids of their own. */
export function authorOf(row: ExportObject, session: string, visitors: Visitors): SourceUser | undefined {
  const user = record(row['user']) ?? {};
  const id = textValue(user['user_id']);
  const name = textValue(user['nickname']);
  const named = { name, avatar: textValue(user['avatar']) };
  if (row['from'] === 'operator') {
    if (id !== undefined) return { id: `operator-${id}`, ...named };
    return name === undefined
      ? undefined
      : { id: `website-${name}`, ...named, isBot: boolean(row['automated']) };
  }
  if (row['from'] !== 'user') return undefined;
  if (user['type'] === 'participant') return { id: `participant-${session}-${id ?? name ?? ''}`, ...named };
  return { id: visitorOf(id ?? session, visitors), ...named };
}

/** A message; undefined without an id or a session. */
export function messageFrom(row: ExportObject, visitors: Visitors): SourceMessage | undefined {
  const id = textValue(row['fingerprint']);
  const conversation = textValue(row['session_id']);
  if (id === undefined || conversation === undefined) return undefined;
  const author = authorOf(row, conversation, visitors);
  const origin = textValue(row['origin']);
  const { metadata, ...content } = contentOf(textValue(row['type']) ?? '', row['content']);
  return {
    id,
    conversation,
    ...(author ? { sender: author.id, senderName: author.name } : {}),
    ...(author?.isBot ? { senderIsBot: true } : {}),
    time: instant(row['timestamp']) ?? Number.NaN,
    ...(boolean(row['edited']) ? { edited: {} } : {}),
    mentions: list(row['mentions']).length,
    ...content,
    // The other side did not get it.
    ...(boolean(row['stealth']) ? { hidden: 'internal' } : {}),
    ...(boolean(row['deleted']) ? { deleted: {} } : {}),
    metadata: { ...(origin === undefined || origin === 'chat' ? {} : { origin }), ...metadata },
  };
}

type Content = Pick<SourceMessage, 'text' | 'files' | 'system' | 'hidden' | 'metadata'>;

/** The content of a message of a kind. One of a kind that is not known may be for the staff alone. */
function contentOf(kind: string, value: unknown): Content {
  const content = record(value) ?? {};
  const text = textValue(content['text']);
  switch (kind) {
    case 'text':
      return { text: textValue(value) };
    case 'note':
      return { hidden: 'internal' };
    case 'event': {
      const event = textValue(content['namespace']) ?? 'event';
      return { system: event, text: text ?? event };
    }
    case 'file':
    case 'animation':
    case 'audio':
      return { files: [fileOf(content)] };
    case 'picker':
      return {
        text,
        metadata: {
          choices: records(content['choices']).map(({ label, selected }) => ({ label, selected })),
        },
      };
    case 'field':
      return { text, metadata: { answer: content['value'] } };
    case 'carousel':
      return {
        text,
        metadata: {
          cards: records(content['targets']).map(({ title, description }) => ({ title, description })),
        },
      };
    default:
      return { hidden: 'unknownKind' };
  }
}

function fileOf({ url, name, type, size }: ExportObject): SourceFile {
  return { url: textValue(url), name: textValue(name), type: textValue(type), size: number(size) };
}
