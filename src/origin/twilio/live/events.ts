import type { EventReading, HookRequest, LiveChange } from '../../live/live-origin.ts';
import type { OriginAccount } from '../../origin.ts';
import { type EventForm, formIn } from './form.ts';
import {
  changedConversation,
  changedMember,
  changedUser,
  eventConversation,
  eventMember,
  eventMessage,
  eventUser,
  twilioMessage,
} from './records.ts';

type Told = { readonly kind: LiveChange['kind']; readonly isNew: boolean; readonly at: string | undefined };
type Reader = (form: EventForm, told: Told) => LiveChange | undefined;

const message: Reader = (form, told) => twilioMessage(eventMessage(form), told);
const member: Reader = (form, told) => changedMember(eventMember(form), told);
const conversation: Reader = (form, told) => changedConversation(eventConversation(form), told);
const user: Reader = (form, told) => changedUser(eventUser(form), told);

const READERS: Readonly<Record<string, Reader>> = {
  onMessageAdded: message,
  onMessageUpdated: message,
  onMessageRemoved: message,
  onParticipantAdded: member,
  onParticipantUpdated: member,
  onParticipantRemoved: member,
  onConversationAdded: conversation,
  onConversationUpdated: conversation,
  onConversationStateUpdated: conversation,
  onConversationRemoved: conversation,
  onUserAdded: user,
  onUserUpdated: user,
};

/** The kinds of events that say that something has changed, as webhooks are set for them. */
export const TWILIO_EVENTS = Object.keys(READERS);

/** Kinds that move nothing: what is asked before something is done, and what became of messages in other networks. */
const SILENT =
  /^on(?:(?:Message|Participant|Conversation)(?:Add|Update|Remove)|UserUpdate|DeliveryUpdated|(?:Message|Conversation)(?:Delivered|Read|Typing))$/;

/** Reads the body of an event. */
export function readTwilioEvent(
  { headers, body }: Pick<HookRequest, 'headers' | 'body'>,
  { names }: Pick<OriginAccount, 'names'>,
): EventReading {
  const form = formIn(body, headers['content-type'] ?? '');
  const type = form?.['EventType'] ?? '';
  if (!form || type === '') return { fault: 'malformed', message: 'it has no EventType' };
  const { AccountSid: account, ChatServiceSid: service } = form;
  if (account !== undefined && names['account'] !== undefined && account !== names['account'])
    return { fault: 'app', message: `it is of the account ${account.slice(0, 40)}` };
  if (service !== undefined && names['service'] !== undefined && service !== names['service'])
    return { fault: 'app', message: `it is of the service ${service.slice(0, 40)}` };
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (!reader)
    return SILENT.test(type)
      ? { changes: [] }
      : { fault: 'unknown', message: `events of the type ${JSON.stringify(type.slice(0, 60))} are not read` };
  const change = reader(form, {
    kind: type.endsWith('Removed') ? 'gone' : 'upsert',
    isNew: type.endsWith('Added'),
    at: form['DateRemoved'] ?? form['StateUpdated'],
  });
  return change
    ? { changes: [change] }
    : { fault: 'malformed', message: `${type} lacks the ids of what it is about` };
}
