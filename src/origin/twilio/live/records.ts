import { defined, jsonIn } from '../../../input/json/defined.ts';
import type { LiveChange } from '../../live/live-origin.ts';
import type { OriginRow } from '../../origin.ts';
import { type TwilioRow, timeOf } from '../twilio-list.ts';
import type { EventForm } from './form.ts';

/** A text that is not empty; undefined for anything else. */
export const filledText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A time as the API writes it: in whole seconds, though events have finer ones. */
function apiTime(value: unknown): string | undefined {
  const time = timeOf(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().replace(/\.\d+/, '');
}

/** Microseconds since 1970 of a time, in whole seconds: the API has no finer ones to compare with. 0 for what is none. */
function versionOf(...times: readonly unknown[]): number {
  const known = times.map(timeOf).filter((time) => !Number.isNaN(time));
  return known.length === 0 ? 0 : Math.floor(Math.max(...known) / 1_000) * 1_000_000;
}

/** Parts of a change that its record does not say. */
type Told = {
  readonly kind: LiveChange['kind'];
  readonly isNew?: boolean;
  /** When it was removed, as the event says it. */
  readonly at?: string | undefined;
  /** Records that came along. */
  readonly context?: readonly OriginRow[];
};

/** Parts that changes of all kinds of records have. An event does not say what the conversation of its record is. */
const changeBy = (row: TwilioRow, own: OriginRow, { kind, isNew = false, at, context }: Told) => ({
  kind,
  isNew,
  version: versionOf(row['date_updated'], row['date_created'], at),
  rows: [own, ...(context ?? [])],
  isWhole: kind === 'gone' || context !== undefined,
});

/** A change of a message; undefined if it has no id or no conversation. */
export function twilioMessage(row: TwilioRow, told: Told): LiveChange | undefined {
  const [id, of] = [filledText(row['sid']), filledText(row['conversation_sid'])];
  if (id === undefined || of === undefined) return undefined;
  const time = timeOf(row['date_created']);
  const sender = filledText(row['author']);
  const sent = Number.isNaN(time) ? undefined : time;
  const gone = defined({ id, sender, time: sent });
  const own = told.kind === 'gone' ? { list: 'gone', of, row: gone } : { list: 'messages', of, row };
  return { entity: 'messages', key: id, conversation: of, time: sent, sender, ...changeBy(row, own, told) };
}

/** A change of a participant: of an identity, or of an address of another network. Undefined if it is neither. */
export function changedMember(row: TwilioRow, told: Told): LiveChange | undefined {
  const of = filledText(row['conversation_sid']);
  const binding = row['messaging_binding'];
  const address =
    typeof binding === 'object' && binding !== null && 'address' in binding
      ? filledText(binding.address)
      : undefined;
  const user = filledText(row['identity']) ?? address;
  if (of === undefined || user === undefined) return undefined;
  return {
    entity: 'members',
    key: JSON.stringify([of, user]),
    conversation: of,
    sender: user,
    ...changeBy(row, { list: 'members', of, row }, told),
  };
}

/** A change of a conversation; undefined if it has no id. */
export function changedConversation(row: TwilioRow, told: Told): LiveChange | undefined {
  const id = filledText(row['sid']);
  if (id === undefined) return undefined;
  const own = { list: 'conversations', row };
  return { entity: 'groups', key: id, conversation: id, ...changeBy(row, own, told) };
}

/** A change of a user; undefined without an identity. */
export function changedUser(row: TwilioRow, told: Told): LiveChange | undefined {
  const id = filledText(row['identity']);
  if (id === undefined) return undefined;
  return { entity: 'users', key: id, ...changeBy(row, { list: 'users', row }, told), isWhole: true };
}

/** Members that each record has. */
function common(form: EventForm): TwilioRow {
  const created = apiTime(form['DateCreated']);
  return {
    account_sid: form['AccountSid'] ?? null,
    ...defined({ chat_service_sid: filledText(form['ChatServiceSid']) }),
    attributes: form['Attributes'] ?? '{}',
    date_created: created ?? null,
    date_updated: apiTime(form['DateUpdated']) ?? created ?? null,
  };
}

/** The message of an event, as the list of messages has it. */
export const eventMessage = (form: EventForm): TwilioRow => ({
  ...common(form),
  sid: form['MessageSid'],
  conversation_sid: form['ConversationSid'],
  index: /^\d{1,15}$/.test(form['Index'] ?? '') ? Number(form['Index']) : 0,
  author: form['Author'] ?? null,
  body: form['Body'] ?? null,
  media: mediaIn(form['Media']),
  participant_sid: form['ParticipantSid'] ?? null,
  delivery: null,
  content_sid: filledText(form['ContentSid']) ?? null,
});

/** The participant of an event. */
export function eventMember(form: EventForm): TwilioRow {
  const address = filledText(form['MessagingBinding.Address']);
  const binding = {
    type: form['MessagingBinding.Type'] ?? null,
    address,
    proxy_address: form['MessagingBinding.ProxyAddress'] ?? null,
  };
  return {
    ...common(form),
    sid: form['ParticipantSid'],
    conversation_sid: form['ConversationSid'],
    identity: filledText(form['Identity']) ?? null,
    messaging_binding: address === undefined ? null : binding,
    role_sid: form['RoleSid'] ?? null,
    last_read_message_index: null,
  };
}

/** The conversation of an event. */
export const eventConversation = (form: EventForm): TwilioRow => ({
  ...common(form),
  sid: form['ConversationSid'],
  friendly_name: filledText(form['FriendlyName']) ?? null,
  unique_name: filledText(form['UniqueName']) ?? null,
  state: form['StateTo'] ?? form['State'] ?? 'active',
  timers: {},
  bindings: {},
});

/** The user of an event. */
export const eventUser = (form: EventForm): TwilioRow => ({
  ...common(form),
  sid: form['UserSid'],
  identity: filledText(form['Identity']),
  friendly_name: filledText(form['FriendlyName']) ?? null,
  role_sid: form['RoleSid'] ?? null,
});

/** Names of what is known of a file, as events and as the API write them. */
const MEDIA = {
  sid: 'sid',
  size: 'size',
  content_type: 'contenttype',
  filename: 'filename',
  category: 'category',
};

/** The files of a message, which an event has as JSON in a text; null if there are none. */
function mediaIn(text: string | undefined): readonly TwilioRow[] | null {
  const read = jsonIn(text ?? 'null');
  const files = (Array.isArray(read) ? read : [read]).filter(
    (file: unknown): file is object => typeof file === 'object' && file !== null,
  );
  if (files.length === 0) return null;
  return files.map((file) => {
    const members = new Map<string, unknown>(
      Object.entries(file).map(([name, value]) => [name.toLowerCase().replaceAll('_', ''), value]),
    );
    return defined(
      Object.fromEntries(Object.entries(MEDIA).map(([name, written]) => [name, members.get(written)])),
    );
  });
}
