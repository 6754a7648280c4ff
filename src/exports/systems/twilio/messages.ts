import { KeySet } from '../../../keys/key-table.ts';
import type { MessageSink } from '../../export-reader.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { goneMessage } from '../../files/pulled-rows.ts';
import { missing } from '../../files/unreadable.ts';
import { instant, list, number, record, records, textValue } from '../../files/values.ts';
import type { RecordPlace, SourceFile, SourceMessage } from '../../neutral.ts';
import type { Attributes } from './attributes.ts';
import { SERVER } from './conversations.ts';
import { type OneService, serviceOf } from './instance.ts';
import { OTHER_SERVICE, type PeoplePass } from './people.ts';

/** Facts that are known when messages are read. */
type MessageContext = {
  readonly people: Pick<PeoplePass, 'isUser'>;
  readonly service: OneService;
  readonly attributes: Attributes;
};

/** The most messages of a conversation that have an order within one second. */
const ORDERED_MAX = 4_000_000;

/** Reads messages. */
export class MessagePass {
  readonly #sink: MessageSink;
  readonly #context: MessageContext;
  /** Messages that were changed, in their text or in their attributes: nothing says which. */
  readonly #changed = new KeySet();

  constructor(sink: MessageSink, context: MessageContext) {
    this.#sink = sink;
    this.#context = context;
  }

  take(row: ExportObject, place: RecordPlace): void {
    const { service } = this.#context;
    const [id, conversation] = [textValue(row['sid']), conversationOf(row)];
    if (id === undefined || conversation === undefined)
      this.#sink.unreadable('messages', missing(id ? 'conversation_sid' : 'sid', row), place);
    else if (service.isOther(row, place) || service.hasLeft(conversation))
      this.#sink.dropped('messages', OTHER_SERVICE);
    else this.#sink.message(this.#message(row, { id, conversation }), place);
  }

  /** Takes a message that was read from the API in an earlier pull, and is there no more. */
  takeGone(row: ExportObject, conversation: string, place: RecordPlace): void {
    if (this.#context.service.hasLeft(conversation)) this.#sink.dropped('messages', OTHER_SERVICE);
    else this.#sink.message(goneMessage(row, conversation), place);
  }

  finish(): void {
    if (this.#changed.size > 0) this.#sink.dropped('edits', 'unsure', this.#changed.size);
    for (const note of this.#context.attributes.notes) this.#sink.note(note);
  }

  #message(row: ExportObject, ids: Pick<SourceMessage, 'id' | 'conversation'>): SourceMessage {
    const author = textValue(row['author'] ?? row['from']);
    const time = instant(row['date_created']) ?? Number.NaN;
    const updated = instant(row['date_updated']);
    const isChanged = updated !== undefined && updated > time;
    const isEdited = row['was_edited'] === true;
    const text = textValue(row['body']);
    const files = this.#filesOf(row);
    const content = textValue(row['content_sid']);
    const delivery = record(row['delivery']);
    // Only Programmable Chat says whether it was the text that changed.
    const isUnsure = isChanged && typeof row['was_edited'] !== 'boolean';
    if (isUnsure) this.#changed.add([ids.id]);
    return {
      ...ids,
      time,
      order: Math.min(Math.max(0, number(row['index']) ?? 0), ORDERED_MAX),
      ...this.#authorOf(author),
      text,
      ...(files.length > 0 ? { files } : {}),
      ...(isEdited ? { edited: { at: isChanged ? updated : undefined, by: editorOf(row) } } : {}),
      // Its text is in a template, which is not in the answer.
      ...(content !== undefined && text === undefined && files.length === 0 ? { hidden: 'template' } : {}),
      version: updated ?? 0,
      metadata: {
        ...this.#context.attributes.of(row),
        ...(isUnsure ? { updatedAt: Math.floor(updated / 1000) } : {}),
        ...(delivery ? { delivery } : {}),
      },
    };
  }

  /** Servers write as `system` unless they name somebody; an app may have a user of this name. */
  #authorOf(author: string | undefined): Pick<SourceMessage, 'sender' | 'senderName' | 'system'> {
    if (author === undefined) return { system: 'withoutAuthor' };
    if (author === SERVER && !this.#context.people.isUser(author)) return { system: 'server' };
    return { sender: author, senderName: author };
  }

  /** Programmable Chat has one file in a message. */
  #filesOf(row: ExportObject): readonly SourceFile[] {
    const { media } = row;
    if (media === null || media === undefined) return NO_FILES;
    const service = serviceOf(row) ?? this.#context.service.sid;
    return records(Array.isArray(media) ? list(media) : [media]).map((file) => ({
      name: textValue(file['filename']),
      type: textValue(file['content_type']),
      size: number(file['size']),
      ...placeOf(textValue(file['sid']), service),
    }));
  }
}

const NO_FILES: readonly SourceFile[] = [];

/** The sid of the conversation or channel. */
const conversationOf = (row: ExportObject): string | undefined =>
  textValue(row['conversation_sid'] ?? row['channel_sid'] ?? row['to']);

const editorOf = (row: ExportObject): string | undefined => textValue(row['last_updated_by']);

const MEDIA = /^ME[0-9a-f]{32}$/i;

/** Twilio's media service, which needs a login. */
const MEDIA_SERVICE = 'https://mcs.us1.twilio.com/v1/';

/** The path of a file below the address of the media service: the address itself leads nobody to the file. */
function placeOf(
  media: string | undefined,
  service: string | undefined,
): Pick<SourceFile, 'path' | 'apiUrl'> {
  if (media === undefined || !MEDIA.test(media)) return {};
  if (service === undefined) return { path: `Media/${media}` };
  const path = `Services/${service}/Media/${media}`;
  return { path, apiUrl: MEDIA_SERVICE + path };
}
