import { basename, dirname } from 'node:path';
import type { ExportFile } from '../../../files/export-files.ts';
import { chatNameIn, idOfName, isSameName, shownName } from '../lines/names.ts';
import type { Surveyed } from './survey.ts';

/** Which conversation a chat is of. */
export type Conversation =
  | { readonly type: 'direct'; readonly id: string; readonly people: readonly [string, string] }
  | { readonly type: 'private'; readonly id: string; readonly name: string };

/**
 * The conversation of a chat, by its names: the format has no ids. Where exactly two people write and nothing speaks for a
 * group, it is theirs, whoever of them made the export.
 */
export function conversationOf(file: ExportFile, { authors, isGroup, subject }: Surveyed): Conversation {
  const named = namedBy(file);
  const [first, second, third] = authors.keys();
  if (first !== undefined && second !== undefined && third === undefined) {
    const names = named === undefined ? [] : [named, named.replace(COPY, '')];
    const isNamedByOne = names.some((name) => [first, second].some((id) => isSameName(id, idOfName(name))));
    // A group may have the name of one of its two people.
    const isOfGroup = isGroup && subject !== undefined;
    const isTheirs =
      named === undefined ? !isGroup && !isOther(subject, [first, second]) : isNamedByOne && !isOfGroup;
    // No name has a line end.
    const [one, other] = first < second ? [first, second] : [second, first];
    if (isTheirs) return { type: 'direct', id: `${one}\n${other}`, people: [one, other] };
  }
  const name = named ?? (subject === undefined ? undefined : shownName(subject));
  if (name !== undefined) return { type: 'private', id: name, name };
  // Two files of one name in two folders need not be one chat, and nobody may read what was written in another one.
  const path = pathOf(file);
  return { type: 'private', id: path, name: basename(path) };
}

/** Ending that a second file of one name gets. */
const COPY = /(?: ?\(\d{1,2}\)| \d{1,2}| copy)$/i;

/** True if the chat has a name that is that of neither. */
const isOther = (subject: string | undefined, people: readonly string[]): boolean =>
  subject !== undefined && !people.some((id) => isSameName(id, idOfName(subject)));

/** The name that the app has given to the file, its archive or its folder. */
const namedBy = (file: ExportFile): string | undefined =>
  chatNameIn(stemOf(file.name)) ??
  chatNameIn(basename(dirname(file.name))) ??
  chatNameIn(stemOf(containerOf(file)));

/** The archive or the folder that a file is in. */
const containerOf = ({ path, archive, shown }: ExportFile): string =>
  archive ?? (shown === undefined ? dirname(path) : (shown.split('!/')[0] as string));

/** The path of a file in the export, which is in place of a name. An iPhone calls all of its files the same. */
function pathOf(file: ExportFile): string {
  const [folder, stem] = [dirname(file.name), stemOf(file.name)];
  const parts = [...(folder === '.' ? [] : [folder]), ...(stem === '_chat' ? [] : [stem])];
  return shownName(parts.join('/')) || stemOf(containerOf(file)) || stem;
}

const stemOf = (path: string): string =>
  shownName(basename(path).replace(/\.(?:txt|text|log|zip|tar|tgz)$|\.tar\.\w+$|\.txt\.\w+$/i, ''));
