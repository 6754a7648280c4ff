import type { AllPolicies } from '../export-rules.ts';
import type { ExportFiles } from '../files/export-files.ts';
import type { SourceMessage } from '../neutral.ts';
import { lineOf } from './export-table.ts';
import { pinLine, reactionLines } from './given-reactions.ts';
import { tableMark } from './messages/message-line.ts';
import type { MessageRows } from './messages/message-rows.ts';
import type { UnreachedFile } from './messages/unreached.ts';
import type { People } from './people.ts';

/** The rows of a message as lines, each after the mark of its table. */
export function linesOf(
  { rows, unreached = [] }: MessageRows,
  message: SourceMessage,
  { policies, files }: { readonly policies: AllPolicies; readonly files: ExportFiles },
  people: People,
): string {
  const [first] = rows;
  if (!first) return '';
  const [muid = ''] = first;
  const lines = rows.map((cells) => `${tableMark('messages')}${lineOf(cells)}`);
  if (policies.reactions === 'write' && message.reactions && !message.deleted)
    lines.push(...reactionLines(muid, message.reactions, people));
  if (policies.pins === 'write' && message.pinned) lines.push(pinLine(muid, message.pinned, people));
  for (const each of unreached) lines.push(fileLine(muid, each, files));
  return lines.join('\n');
}

/** A file on the list of those that no address leads to. */
function fileLine(muid: string, { file, why }: UnreachedFile, files: ExportFiles): string {
  const { path, url = file.privateUrl, name, type, size } = file;
  const given = path === undefined ? undefined : files.at(path);
  const source = given?.shown ?? given?.path;
  return `${tableMark('files')}${lineOf([path, url, name, type, size?.toString(), why, muid, source])}`;
}
