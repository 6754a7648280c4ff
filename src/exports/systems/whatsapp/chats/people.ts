import type { PeopleSink } from '../../../export-reader.ts';
import { type ExportFile, MEDIA } from '../../../files/export-files.ts';
import type { RecordPlace } from '../../../neutral.ts';
import type { Chat } from './chats.ts';
import type { Author } from './survey.ts';

const NAMES_MAX = 3;

/** Gives the people and conversations of all chats: whoever writes in one is its member, as the format has no lists. */
export function readPeople(chats: readonly Chat[], files: readonly ExportFile[], sink: PeopleSink): void {
  const users = new Map<string, Author>();
  for (const { surveyed } of chats)
    for (const [id, author] of surveyed.authors) if (!users.has(id)) users.set(id, author);
  for (const { id, name, place } of users.values()) sink.user({ id, name }, place);
  for (const [id, same] of Map.groupBy(chats, ({ conversation }) => conversation.id))
    addConversation(id, same, sink);
  sink.note(
    `WhatsApp has no ids: people are known by their names alone, so one name is one person: ${users.size} in ${chats.length === 1 ? '1 chat' : `${chats.length} chats`}`,
  );
  noteSameNames(chats, files, sink);
  const sent = new Set(chats.flatMap(({ surveyed }) => [...surveyed.texts]));
  const taken = new Set(chats.map(({ file }) => file));
  const left = files.filter(
    (file) =>
      !taken.has(file) &&
      !MEDIA.test(file.name) &&
      !sent.has(file.name.slice(file.name.lastIndexOf('/') + 1)),
  );
  if (left.length > 0) {
    const names = left.slice(0, NAMES_MAX).map(({ name }) => name);
    sink.note(`files that are no chats are left out: ${left.length}, such as ${names.join(', ')}`);
  }
}

/** Several archives may have a file of one name, and only one of them is found by it. */
function noteSameNames(chats: readonly Chat[], files: readonly ExportFile[], sink: PeopleSink): void {
  if (new Set(chats.map(({ file }) => file.root)).size < 2) return;
  const roots = new Map<string, number>();
  const same = new Set<string>();
  for (const { name, root } of files) {
    if (!MEDIA.test(name)) continue;
    if ((roots.get(name) ?? root) !== root) same.add(name);
    roots.set(name, root);
  }
  const [first] = same;
  if (first !== undefined)
    sink.note(
      `files of one name in several archives, of which the last one is taken for all: ${same.size}, such as ${first}; unpack each archive into a folder of its own, and name the folder around them`,
    );
}

function addConversation(id: string, chats: readonly Chat[], sink: PeopleSink): void {
  const [first] = chats;
  if (!first) return;
  const { conversation, file } = first;
  const place: RecordPlace = { file: file.name, line: 1 };
  const authors = new Set(chats.flatMap(({ surveyed }) => [...surveyed.authors.keys()]));
  if (conversation.type === 'direct')
    sink.conversation({ id, type: 'direct', members: conversation.people }, place);
  else sink.conversation({ id, type: 'private', name: conversation.name, members: [...authors] }, place);
}
