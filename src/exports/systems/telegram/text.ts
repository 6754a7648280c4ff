import type { PieceStyle, TextPiece } from '../../../input/rows/markup/pieces.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { list, record, textValue } from '../../files/values.ts';
import type { SourceMessage } from '../../neutral.ts';
import { userId } from './peers.ts';

const STYLES: Readonly<Record<string, PieceStyle>> = {
  bold: 'bold',
  italic: 'italic',
  strikethrough: 'strike',
  code: 'code',
  pre: 'block',
  blockquote: 'quote',
  text_link: 'link',
  mention_name: 'mention',
  // What Telegram finds in a text by itself.
  link: 'auto',
  email: 'auto',
  phone: 'auto',
  mention: 'auto',
  hashtag: 'auto',
  cashtag: 'auto',
  bot_command: 'auto',
  bank_card: 'auto',
};

/** The text of a message: a text, or pieces with their styles. */
export function textOf(
  row: ExportObject,
  isUser: (id: string) => boolean,
): Pick<SourceMessage, 'text' | 'pieces' | 'mentions'> {
  const entities = list(row['text_entities']);
  const parts = entities.length > 0 ? entities : row['text'];
  if (!Array.isArray(parts)) return { text: textValue(parts) };
  const pieces = parts.map((part) => pieceOf(part, isUser)).filter((piece) => piece.text !== '');
  const mentions = pieces.filter(({ style }) => style === 'mention').length;
  return {
    text: pieces.map((piece) => piece.text).join('') || undefined,
    ...(pieces.some(({ style }) => style !== undefined) ? { pieces } : {}),
    ...(mentions > 0 ? { mentions } : {}),
  };
}

/** A link with an address of its own is one of the kind whose text is another one. */
function pieceOf(part: unknown, isUser: (id: string) => boolean): TextPiece {
  const entity = record(part);
  if (!entity) return { text: textValue(part) ?? '' };
  const own = textValue(entity['text']) ?? '';
  const address = textValue(entity['href']);
  const type = textValue(entity['type']) ?? '';
  const style = address === undefined ? (Object.hasOwn(STYLES, type) ? STYLES[type] : undefined) : 'link';
  const person = style === 'mention' ? userId(entity['user_id']) : undefined;
  if (style === 'mention' && (person === undefined || !isUser(person))) return { text: own };
  const of = address ?? person ?? textValue(entity['language']);
  return { text: own, ...(style === undefined ? {} : { style }), ...(of === undefined ? {} : { of }) };
}
