import type { ExportObject } from '../../files/export-rows.ts';
import { list, number, textValue } from '../../files/values.ts';

/** Text of a message of the system, by its action; others are the words of the action itself. */
const SAYS: Readonly<Record<string, (row: ExportObject) => string>> = {
  create_group: (row) => `created the group ${titleOf(row)}`,
  create_channel: (row) => `created ${titleOf(row)}`,
  edit_group_title: (row) => `changed the name to ${titleOf(row)}`,
  invite_members: (row) => `added ${membersOf(row)}`,
  remove_members: (row) => `removed ${membersOf(row)}`,
  join_group_by_link: () => 'joined by a link',
  join_group_by_request: () => 'was accepted',
  pin_message: () => 'pinned a message',
  topic_created: (row) => `created the topic ${titleOf(row)}`,
  group_call: () => 'started a call',
};

const titleOf = (row: ExportObject): string => textValue(row['title']) ?? 'without a name';
const membersOf = (row: ExportObject): string =>
  list(row['members'])
    .map((name) => textValue(name) ?? 'somebody')
    .join(', ');

/** The text of a message of the system. */
export function serviceText(row: ExportObject, action: string, actor: string | undefined): string {
  const own = textValue(row['information_text']) ?? textValue(row['text']);
  if (own !== undefined) return own;
  const said = Object.hasOwn(SAYS, action) ? SAYS[action]?.(row) : undefined;
  return `${actor ?? 'Somebody'} ${said ?? `(${action.replaceAll('_', ' ')})`}`;
}

/** A call is what the caller did, so it is a message of theirs. */
export function callText(row: ExportObject): string {
  const seconds = number(row['duration_seconds']);
  if (seconds !== undefined) return `Call, ${seconds} s`;
  const reason = textValue(row['discard_reason']);
  return reason === 'missed' || reason === 'busy' ? `Call, ${reason}` : 'Call';
}
