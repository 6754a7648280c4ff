import type { PeopleSink } from '../../../export-reader.ts';
import type { ExportFile } from '../../../files/export-files.ts';
import type { Place } from '../../../neutral.ts';
import type { Chat } from './chats.ts';
import type { Author } from './survey.ts';

const NAMES_MAX = 3;

/** Gives the people and conversations of all chats: whoever writes in one is its member, as the format has no lists. */
export function readPeople(chats: readonly Chat[], others: readonly ExportFile[], sink: PeopleSink): void {
  const users = new Map<string, Author>();
  for (const { surveyed } of chats)
    for (const [id, author] of surveyed.authors) if (!users.has(id)) users.set(id, author);
  for (const { id, name, place } of users.values()) sink.user({ id, name }, place);
  for (const [id, same] of Map.groupBy(chats, ({ conversation }) => conversation.id))
    addConversation(id, same, sink);
  sink.note(
    `WhatsApp has no ids: people are known by their names alone, so one name is one person: ${users.size} in ${chats.length === 1 ? '1 chat' : `${chats.length} chats`}`,
  );
  const sent = new Set(chats.flatMap(({ surveyed }) => [...surveyed.texts]));
  const left = others.filter(({ name }) => !sent.has(name.slice(name.lastIndexOf('/') + 1)));
  if (left.length > 0) {
    const names = left.slice(0, NAMES_MAX).map(({ name }) => name);
    sink.note(`files that are no chats are left out: ${left.length}, such as ${names.join(', ')}`);
  }
}

function addConversation(id: string, chats: readonly Chat[], sink: PeopleSink): void {
  const [first] = chats;
  if (!first) return;
  const { conversation, file } = first;
  const place: Place = { file: file.name, line: 1 };
  const authors = new Set(chats.flatMap(({ surveyed }) => [...surveyed.authors.keys()]));
  if (conversation.type === 'direct')
    sink.conversation({ id, type: 'direct', members: conversation.people }, place);
  else sink.conversation({ id, type: 'private', name: conversation.name, members: [...authors] }, place);
}
