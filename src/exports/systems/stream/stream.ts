import { KeySet } from '../../../keys/key-table.ts';
import type { Detected, ExportInput, ExportReader, MessageSink } from '../../export-reader.ts';
import { type ExportObject, passJson } from '../../files/export-rows.ts';
import { goneMessage } from '../../files/pulled-rows.ts';
import { isRestOfFile, missing } from '../../files/unreadable.ts';
import { instant, textValue } from '../../files/values.ts';
import type { RecordPlace, SourceMessage, UnreadableRow } from '../../neutral.ts';
import { conversationIdOf } from '../../own-channels.ts';
import { CHANNEL_COLUMNS } from './channels.ts';
import { entryOf, rowsIn, type StreamFile, streamFiles, wasLater } from './files.ts';
import { messageFrom, reactionFrom, reactionsIn } from './messages.ts';
import { PeoplePass } from './people.ts';

/** Stream: its import files, as JSON lines or one array, and its exports of channels. */
export const stream: ExportReader = {
  system: 'stream',
  label: 'Stream',

  async detect(files): Promise<Detected | undefined> {
    const found = await streamFiles(files);
    const forms = [...Map.groupBy(found, ({ label }) => label)];
    if (found.length === 0) return undefined;
    const shown = forms.map(([label, of]) => (of[0]?.isPulled ? label : `${of.length} × ${label}`));
    return { variant: shown.join(', ') };
  },

  async readPeople(input, sink) {
    const found = await streamFiles(input.files);
    const others = input.files.all.length - found.length;
    if (others > 0) sink.note(`files that do not come from Stream were skipped: ${others}`);
    const people = new PeoplePass(input, sink);
    await people.read(found);
    const cleared = (message: SourceMessage): SourceMessage =>
      !message.deleted && message.time <= (people.truncated.get(message.conversation) ?? 0)
        ? { ...message, hidden: 'truncated' }
        : message;
    return async (messages) => {
      for (const file of found) await readMessages(file, { input, cleared }, messages);
    };
  },
};

/** The lists of the state of a channel with messages; the second one repeats those that are pinned. */
const MESSAGE_LISTS = ['.messages[*]', '.pinned_messages[*]'] as const;

/** Members that a reaction cannot be without. */
const LACKING = ['message_id', 'type', 'user_id'] as const;

async function readMessages(
  of: StreamFile,
  { input, cleared }: { readonly input: ExportInput; cleared(message: SourceMessage): SourceMessage },
  sink: MessageSink,
): Promise<void> {
  const timeless = instant(input.shape?.['time']);
  const seen = { beside: 0, within: 0 };
  /** The messages that the list of those that are pinned may repeat. */
  const pinned = new KeySet();
  const isCounted = ({ id, pinned_at }: ExportObject, isPinnedCopy: boolean): boolean => {
    if (!isPinnedCopy && pinned_at) pinned.add([String(id)]);
    return !isPinnedCopy || !pinned.has([String(id)]);
  };
  const message = (row: ExportObject, place: RecordPlace, isPinnedCopy = false): void => {
    const found = messageFrom(row, timeless);
    // All reactions of a record of the API stand in it.
    const isWhole = of.isPulled === true;
    if (!isWhole && row['reaction_counts'] && isCounted(row, isPinnedCopy))
      seen.within += reactionsIn(row).all;
    if (found) sink.message(cleared(found), place);
    else sink.unreadable('messages', missing(row['id'] ? 'channel_id' : 'id', row), place);
    if (isWhole) withinMessage(row, place, sink);
  };
  const gone = (row: ExportObject, place: RecordPlace): void =>
    sink.message(goneMessage(row, conversationIdOf(textValue(row['cid']) ?? '')), place);
  const reaction = (row: ExportObject, place: RecordPlace): void => {
    seen.beside += 1;
    const found = reactionFrom(row);
    if (found) sink.reaction(found, place);
    else sink.unreadable('reactions', missing(LACKING.find((name) => !row[name]) ?? 'user_id', row), place);
  };
  await eachOf(of, { message, reaction, gone }, input, sink);
  // Where reactions stand beside the messages, those in the messages are copies of some of them; the counts are of all.
  if (seen.beside > 0) sink.dropped('reactions', 'unnamed', Math.max(0, seen.within - seen.beside));
  else if (seen.within > 0)
    await eachOf(
      of,
      {
        message: (row, place, isPinnedCopy = false) => {
          if (isCounted(row, isPinnedCopy)) withinMessage(row, place, sink);
        },
      },
      input,
    );
}

function withinMessage(row: ExportObject, place: RecordPlace, sink: MessageSink): void {
  const { named, all } = reactionsIn(row);
  for (const each of named) sink.reaction(each, place);
  if (all > named.length) sink.dropped('reactions', 'unnamed', all - named.length);
}

type Takers = {
  /** @param isPinnedCopy whether the same message stands in the list of all messages */
  readonly message?: (row: ExportObject, place: RecordPlace, isPinnedCopy?: boolean) => void;
  readonly reaction?: (row: ExportObject, place: RecordPlace) => void;
  /** Takes a message that the API has no more. */
  readonly gone?: (row: ExportObject, place: RecordPlace) => void;
};

/** Passes the messages and reactions of a file; `sink` takes those that cannot be read, if the first pass has not. */
async function eachOf(
  of: StreamFile,
  { message, reaction, gone }: Takers,
  input: ExportInput,
  sink?: MessageSink,
): Promise<void> {
  const { file, states } = of;
  if (states === undefined) {
    const unreadable = (bad: UnreadableRow, place: RecordPlace): void => {
      if (wasLater(of, bad)) sink?.unreadable('messages', bad, place);
    };
    const row = (outer: ExportObject, place: RecordPlace): void => {
      const entry = entryOf(outer);
      if (entry?.kind === 'message') message?.(entry.item, place);
      else if (entry?.kind === 'reaction') reaction?.(entry.item, place);
      else if (entry?.kind === 'gone') gone?.(entry.item, place);
    };
    return await passJson(file, { ...rowsIn(of), row, unreadable }, input);
  }
  for (const list of MESSAGE_LISTS)
    await passJson(
      file,
      {
        rows: `${states}${list}`,
        parents: CHANNEL_COLUMNS,
        row: (row, place) => message?.(row, place, list !== '.messages[*]'),
        unreadable: (bad, place) => {
          if (list === '.messages[*]' || !isRestOfFile(bad)) sink?.unreadable('messages', bad, place);
        },
      },
      input,
    );
  if (!reaction) return;
  const unreadable = (bad: UnreadableRow, place: RecordPlace): void => {
    if (!isRestOfFile(bad)) sink?.unreadable('reactions', bad, place);
  };
  await passJson(file, { rows: `${states}.reactions[*]`, row: reaction, unreadable }, input);
}
