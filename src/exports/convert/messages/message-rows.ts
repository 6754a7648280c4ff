import { UNIT_BYTES_MAX } from '../../../files/buffered-file.ts';
import { DATA_BYTES_MAX } from '../../../input/entities/limits.ts';
import { DELETED_TEXT } from '../../../input/entities/message-marks.ts';
import { jsonText } from '../../../input/json/json-text.ts';
import { typeOfFiles } from '../../../input/rows/forms/attachments.ts';
import { partMuid } from '../../../input/rows/forms/ids.ts';
import { mentionedIn } from '../../../input/rows/markup/mentions.ts';
import type { Problem } from '../../../input/rows/row.ts';
import type { SourceMessage } from '../../neutral.ts';
import type { Fate, MessageShape } from '../../tally.ts';
import type { Receiver } from '../direct-kinds.ts';
import type { Cells } from '../export-table.ts';
import { muidOf, readyColumns, readyId } from '../ids.ts';
import { legalSeconds } from '../legal-cells.ts';
import { type Author, wholeSeconds } from '../people.ts';
import { type FileRules, type FilesOfMessage, filesOfMessage, NO_FILES } from './attachments.ts';
import { DELETED_BY, EDITED_BY, type MessageDeps, markCells, marksAfter, marksOf } from './message-marks.ts';
import { splitText, textOfMessage } from './message-text.ts';

export const MESSAGE_COLUMNS = [
  'muid',
  'sender',
  'receiver',
  'receiverType',
  'sentAt',
  'category',
  'type',
  'text',
  'metadata',
  'attachments',
  'data',
  'parentMuid',
  'editedAt',
  'editedBy',
  'deletedAt',
  'deletedBy',
  'deliveredAt',
  'readAt',
  'tags',
  ...readyColumns('messages'),
];

/** Outcome of a message: rows for the table of messages, or an error for its place in that table, or nothing. */
export type MessageRows = {
  readonly rows: readonly Cells[];
  readonly problem?: Problem;
  /** The only row of a message that is left out: it says that the message was deleted. */
  readonly deleted?: Cells;
  readonly shape: MessageShape;
  /** Its files that no address leads to; absent if there are none. */
  readonly unreached?: FilesOfMessage['unreached'];
};

/** Why a message is left out. */
const DELETED = 'deleted';
/** The earliest time that a row can have, for deletions without one. */
const EARLIEST = '1000000000';

/** Room in the data of a message for what stands around a text. */
const AROUND_BYTES = 64;
/** Most bytes that a thread, an edit and a deletion add: an id of 255 characters, two ids of users, two times. */
const MARKS_BYTES_MAX = 1_200;
/** Bytes that files may need besides those of their attachments, for each byte of these. */
const COPIED_TIMES = 2;
/** Kinds of messages of the system that are counted by name; more are no kinds. */
const KINDS_MAX = 100;

/** Turns messages of an export into rows. */
export class MessageMaker {
  readonly #deps: MessageDeps;
  readonly #fileRules: FileRules;
  /** The kinds of messages of the system that are counted each on its own. */
  readonly #kinds = new Set<string>();

  constructor(deps: MessageDeps) {
    this.#deps = deps;
    this.#fileRules = { policy: deps.policies.attachments, ...deps.files };
  }

  keyOf({ id, conversation }: Pick<SourceMessage, 'id' | 'conversation'>): string {
    return muidOf(id, conversation, this.#deps.isPerConversation);
  }

  make(message: SourceMessage): MessageRows {
    const { policies, conversations } = this.#deps;
    const { hidden, leftOut, system, deleted, time } = message;
    if (leftOut !== undefined) return left(leftOut, message);
    if (hidden !== undefined) return left(hidden, message);
    if (system !== undefined && policies.system === 'drop') return this.#system(system, message);
    if (deleted && policies.deletions === 'drop' && policies.deleted === 'drop')
      return this.#deleted(message);
    if (legalSeconds(time) === undefined) return refused('timeInvalid', message, TIME(message));
    const receiver = conversations.receiverOf(message.conversation);
    if (!receiver) return refused('unknownConversation', message, UNKNOWN(message));
    if (receiver.type === 'none')
      return receiver.reason === DELETED ? this.#deleted(message) : left(receiver.reason, message);
    return this.#addressed(message, receiver);
  }

  #addressed(message: SourceMessage, receiver: Exclude<Receiver, { type: 'none' }>): MessageRows {
    const author = this.#authorOf(message);
    if ('dropped' in author) return left(author.dropped, message);
    const to = receiver.type === 'group' ? receiver.guid : receiver.users.find((user) => user !== author.id);
    const isOne = receiver.type === 'group' || receiver.users.includes(author.id);
    // What was deleted may have lost its author, too; the system is nobody's partner.
    if (!isOne && message.deleted) return this.#deleted(message);
    if (!isOne && message.system !== undefined) return this.#system(message.system, message);
    if (to === undefined || !isOne) return refused('notInConversation', message, STRANGER(message));
    return this.#written(message, { author: author.id, to, type: receiver.type });
  }

  /** Leaves out a message that was deleted, alone or with its conversation. */
  #deleted(message: SourceMessage): MessageRows {
    const rows = left(DELETED, message);
    if (!this.#deps.statesDeletions) return rows;
    const { deleted, time } = message;
    const at = legalSeconds(deleted?.at) ?? legalSeconds(time) ?? EARLIEST;
    const cells: Readonly<Record<string, string>> = { muid: this.keyOf(message), deletedAt: at };
    return { ...rows, deleted: MESSAGE_COLUMNS.map((name) => cells[name]) };
  }

  /** Leaves out a message of the system, which is counted by its kind. */
  #system(kind: string, message: SourceMessage): MessageRows {
    if (this.#kinds.size < KINDS_MAX) this.#kinds.add(kind);
    return left('system', message, { of: this.#kinds.has(kind) ? kind : 'others' });
  }

  #authorOf({ sender, senderName, senderIsBot, system }: SourceMessage): Author {
    const { people } = this.#deps;
    return sender === undefined || system !== undefined
      ? people.system()
      : people.author(sender, senderName, senderIsBot);
  }

  #written(
    message: SourceMessage,
    { author, to, type: receiverType }: { author: string; to: string; type: 'user' | 'group' },
  ): MessageRows {
    const { deleted, custom } = message;
    const files = deleted ? NO_FILES : filesOfMessage(message.files, this.#fileRules);
    const own = deleted ? DELETED_TEXT : this.#textOf(message);
    const isBlank = own.trim() === '';
    const named = isBlank && files.links.length === 0 && files.attachments.length === 0 && !custom;
    const more = named ? namesOf(files) : files.links;
    const text = withLines(isBlank ? '' : own, more);
    if (text === '' && files.attachments.length === 0 && !custom) return left('empty', message, { files });
    const marks = marksOf(message, { text, files }, this.#deps);
    const metadata = jsonText({ source: marks.source });
    const attachments = files.attachments.length > 0 ? JSON.stringify(files.attachments) : undefined;
    const muid = this.keyOf(message);
    const isOfFiles = text === '' && files.attachments.length > 0;
    const parts = this.#parts(message, text, [metadata, attachments]);
    const [sender, receiver] = [readyId(author), readyId(to)];
    const cells = (part: string, index: number): Cells => {
      const isFirst = index === 0;
      const marked = markCells(message, this.#deps, isFirst);
      return [
        isFirst ? muid : partMuid(muid, index + 1, parts.length),
        author,
        to,
        receiverType,
        wholeSeconds(message.time),
        custom && isFirst ? 'custom' : undefined,
        custom && isFirst ? custom.type : isOfFiles ? typeOfFiles(files.attachments) : undefined,
        part || undefined,
        metadata,
        isFirst ? attachments : undefined,
        custom && isFirst ? jsonText({ customData: custom.data }) : undefined,
        ...marked,
        sender,
        receiver,
        readyId(marked[EDITED_BY]),
        readyId(marked[DELETED_BY]),
      ];
    };
    const isConverted = parts.length > 1 || text !== (message.text ?? '') || deleted !== undefined;
    const { excludedReactions } = message;
    const { unreached } = files;
    const shape: MessageShape = [['messages', isConverted ? 'converted' : 'imported', 1], ...marks.shape];
    if (excludedReactions) shape.push(['reactions', EXCLUDED, excludedReactions]);
    if (files !== NO_FILES) shape.push(...fatesOf(files));
    const rows = parts.map(cells);
    return unreached.length > 0 ? { rows, shape, unreached } : { rows, shape };
  }

  /** The text, in which the mentions are counted that stand there after all. */
  #textOf(message: SourceMessage): string {
    const { policies, markups, uidOf, people } = this.#deps;
    const mentioned: string[] = [];
    const text = textOfMessage(message, policies.markup, markups, (id) => {
      mentioned.push(id);
      return uidOf(id);
    });
    if (mentioned.length === 0) return text;
    const left = new Set(mentionedIn(text));
    for (const id of mentioned) if (left.has(uidOf(id).toLowerCase())) people.mention(id);
    return text;
  }

  /** The texts of the messages that a message becomes. */
  #parts(
    message: SourceMessage,
    text: string,
    [metadata = '', attachments = '']: readonly (string | undefined)[],
  ): readonly string[] {
    const { policies, files } = this.#deps;
    // Addresses of copies may be longer; a file that is not copied is a link in the text, and named in metadata.
    const links = files.copies ? attachments.length * COPIED_TIMES : 0;
    // A text that fits in any case is not counted.
    const length = metadata.length + attachments.length + links;
    const most = text.length * 6 + length * UNIT_BYTES_MAX + AROUND_BYTES;
    if (policies.long === 'reject' || most + MARKS_BYTES_MAX <= DATA_BYTES_MAX) return [text];
    const around =
      Buffer.byteLength(metadata) +
      Buffer.byteLength(attachments) * (links > 0 ? 1 + COPIED_TIMES : 1) +
      AROUND_BYTES;
    if (text.length * 6 + around + MARKS_BYTES_MAX <= DATA_BYTES_MAX) return [text];
    const room = DATA_BYTES_MAX - around - Buffer.byteLength(jsonText(marksAfter(message, this.#deps)));
    // Metadata or files alone are too large: the row is rejected as it is.
    if (room < DATA_BYTES_MAX / 10 || Buffer.byteLength(JSON.stringify(text)) <= room) return [text];
    return splitText(text, room);
  }
}

/** A text with lines after it, those that are blank left out. */
function withLines(text: string, lines: readonly string[]): string {
  if (lines.length === 0) return text;
  return [text, ...lines].filter((line) => line.trim() !== '').join('\n');
}

/** The names of files that nobody can get, for a message that would have nothing else. */
const namesOf = ({ kept }: FilesOfMessage): readonly string[] =>
  kept.map((file) => `[${(file as { name?: string }).name ?? 'file'}]`);

const NO_FATES: MessageShape = [];
const fatesOf = ({ fates }: FilesOfMessage): MessageShape =>
  fates.length === 0
    ? NO_FATES
    : [...Map.groupBy(fates, (fate) => JSON.stringify(fate)).values()].map((same) => [
        'attachments',
        same[0] as Fate,
        same.length,
      ]);

/** Outcome of the reactions of users who are left out. */
const EXCLUDED: Fate = { dropped: 'excluded' };

/** A message that is left out takes with it what belongs to it. */
function left(
  reason: string,
  message: SourceMessage,
  { files, of }: { readonly files?: FilesOfMessage; readonly of?: string } = {},
): MessageRows {
  const fate = { dropped: reason, ...(of === undefined || of === reason ? {} : { of }) };
  const isOf = { dropped: 'messageLeftOut' };
  const { parent, edited, deleted, pinned, reactions = [], files: given = [] } = message;
  const { excludedReactions = 0 } = message;
  const given_ = reactions.reduce((sum, { users, count = 0 }) => sum + Math.max(count, users.length), 0);
  const rest: MessageShape = [
    ['replies', isOf, parent === undefined ? 0 : 1],
    ['edits', isOf, edited ? 1 : 0],
    ['deletions', reason === DELETED ? { dropped: 'policy' } : isOf, deleted ? 1 : 0],
    ['pins', isOf, pinned ? 1 : 0],
    ['reactions', isOf, given_],
    ['reactions', EXCLUDED, excludedReactions],
  ];
  const fates: MessageShape = files ? fatesOf(files) : [['attachments', isOf, given.length]];
  const more = rest.concat(fates).filter(([, , count]) => count > 0);
  return { rows: [], shape: [['messages', fate, 1], ...more] };
}

/** A message that cannot be imported, though it should be: it is rejected, with its place. */
const refused = (reason: string, message: SourceMessage, problem: Problem): MessageRows => ({
  ...left(reason, message),
  problem,
});

const UNKNOWN = ({ conversation }: SourceMessage): Problem => ({
  code: 'EXPORT.CONVERSATION_UNKNOWN',
  field: 'conversation',
  value: conversation,
  message: 'the export has no such conversation',
});
const TIME = ({ time }: SourceMessage): Problem => ({
  code: 'ROW.TIME_INVALID',
  field: 'sentAt',
  value: time,
  message: 'the message has no time after 1970',
});
const STRANGER = ({ sender }: SourceMessage): Problem => ({
  code: 'EXPORT.SENDER_UNKNOWN',
  field: 'sender',
  value: sender,
  message: 'the author is neither of the two people of this conversation',
});
