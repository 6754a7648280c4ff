import type { CountedReaction } from '../../input/entities/message-marks.ts';
import type { SourceMessage, SourceReaction } from '../neutral.ts';
import type { ExportTally } from '../tally.ts';
import { lineOf } from './export-table.ts';
import { tableMark } from './messages/message-line.ts';
import { fittingReactions, type MessageDeps } from './messages/message-marks.ts';
import { MESSAGE_COLUMNS } from './messages/message-rows.ts';
import type { HeldReaction, SorterDeps } from './messages/sorter-deps.ts';
import { type People, wholeSeconds } from './people.ts';

export const REACTION_COLUMNS = ['muid', 'uid', 'reaction', 'reactedAt'] as const;
export const PIN_COLUMNS = ['muid', 'uid', 'pinnedAt'] as const;

/** The rows of the reactions to a message. */
export const reactionLines = (muid: string, reactions: readonly SourceReaction[], people: People): string[] =>
  reactions.flatMap(({ reaction, users }) =>
    users.flatMap((user) => reactionLine(muid, user, reaction, undefined, people)),
  );

/** None if its user is left out. */
function reactionLine(
  muid: string,
  user: string,
  reaction: string,
  at: number | undefined,
  people: People,
): string[] {
  const author = people.author(user);
  if ('dropped' in author) return [];
  return [`${tableMark('reactions')}${lineOf([muid, author.id, reaction, wholeSeconds(at)])}`];
}

/** The row of a pin; by the app if its user is left out. */
export function pinLine(
  muid: string,
  { by, at }: NonNullable<SourceMessage['pinned']>,
  people: People,
): string {
  const author = by === undefined ? undefined : people.author(by);
  const uid = author && 'id' in author ? author.id : undefined;
  return `${tableMark('pins')}${lineOf([muid, uid, wholeSeconds(at)])}`;
}

/** The cells that add to what is kept of a message. */
const MARKS = ['parentMuid', 'editedAt', 'editedBy', 'deletedAt', 'deletedBy'] as const;
const MARKS_AT = MARKS.map((name) => [name, MESSAGE_COLUMNS.indexOf(name)] as const);
/** Room for an id that is longer as one of this service. */
const UID_ROOM = 'x'.repeat(100);
const METADATA = MESSAGE_COLUMNS.indexOf('metadata');
const TEXT = MESSAGE_COLUMNS.indexOf('text');
const ATTACHMENTS = MESSAGE_COLUMNS.indexOf('attachments');

/** Adds reactions that stand beside their message to it, or to the rows after it, as the policy says. */
export function givenReactions(
  { policies, people, uidOf }: Pick<MessageDeps, 'policies' | 'people' | 'uidOf'>,
  tally: ExportTally,
): SorterDeps['withReactions'] {
  const once = (given: readonly HeldReaction[]): HeldReaction[] => {
    const known = new Map(given.map((each) => [`${each.reaction.user}\n${each.reaction.reaction}`, each]));
    tally.count('reactions', { dropped: 'repeated' }, given.length - known.size);
    return [...known.values()];
  };
  return (lines, given, key) => {
    const each = once(given);
    if (policies.reactions === 'drop') {
      tally.count('reactions', { dropped: 'policy' }, each.length);
      return lines;
    }
    if (policies.reactions === 'write') {
      const rows = each.flatMap(({ reaction: { user, reaction, at } }) => {
        const line = reactionLine(key, user, reaction, at, people);
        tally.count('reactions', line.length > 0 ? 'imported' : { dropped: 'userLeftOut' });
        return line;
      });
      return [lines, ...rows].join('\n');
    }
    const [first = '', ...rest] = lines.split('\n');
    const { line, count } = withCounted(first.slice(1), each, uidOf);
    tally.count('reactions', 'kept', count);
    tally.count('reactions', { dropped: 'noRoom' }, each.length - count);
    return [`${tableMark('messages')}${line}`, ...rest].join('\n');
  };
}

/** Adds reactions to the metadata of a row, as far as there is room; `count` of them are there then. */
function withCounted(
  line: string,
  given: readonly HeldReaction[],
  uidOf: (id: string) => string,
): { readonly line: string; readonly count: number } {
  const cells = JSON.parse(line) as string[];
  const uids = new Map<string, string[]>();
  for (const { reaction } of given)
    uids.set(reaction.reaction, [...(uids.get(reaction.reaction) ?? []), uidOf(reaction.user)]);
  const counted = Array.from(
    uids,
    ([reaction, of]): CountedReaction => ({ reaction, count: of.length, uids: of }),
  );
  const own = JSON.parse(cells[METADATA] || '{}') as { source?: object };
  const marks = Object.fromEntries(
    MARKS_AT.flatMap(([name, at]) =>
      cells[at] ? [[name, cells[at] + (name.endsWith('By') ? UID_ROOM : '')]] : [],
    ),
  );
  const beside = { text: cells[TEXT], attachments: cells[ATTACHMENTS] };
  const { source, count } = fittingReactions(counted, beside, own, marks);
  cells[METADATA] = JSON.stringify({ ...own, source });
  return { line: lineOf(cells), count };
}
