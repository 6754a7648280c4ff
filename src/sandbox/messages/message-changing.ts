import type { App } from '../app/app.ts';
import { removeThread, updateAfterRemoval } from '../app/conversation-removal.ts';
import { type ActorPathCall, type ApiRoute, routeOf } from '../app/route.ts';
import { moderateEdit } from '../moderation/moderate.ts';
import { isHiddenMessage } from '../moderation/records.ts';
import type { Message } from '../stores/message.ts';
import { one } from '../wire/answer-schema.ts';
import { invalid, userRefused } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { parseJson } from '../wire/json-text.ts';
import { type Fields, isObject, LIMITS } from '../wire/validation.ts';
import { isLive, isModerated, messageInPath, notAllowed } from './message-access.ts';
import { actingUser, writeMessageAction } from './message-actions.ts';
import { checkContent, checkTypes, sentData } from './message-data.ts';
import { checkMentions } from './message-input.ts';
import { checkSize } from './message-sending.ts';

const route = routeOf({ tag: 'Messages' });

/** The message in the path, if the acting user may change it: its sender, a moderator of its group, or the app. */
function changeable(call: ActorPathCall, what: string): Message {
  const message = ownInPath(call);
  if (isNotice(message)) throw notAllowed(message.id, what);
  return message;
}

/** True if a message reports an event. Such a message cannot be edited. */
const isNotice = ({ category }: Message): boolean => category === 'action' || category === 'call';

/**
 * The message in the path, if the acting user may delete it. Only the app may delete reports of events
 * permanently.
 */
function removable(call: ActorPathCall, permanent: boolean): Message {
  const isApp = call.actor === undefined && !call.app.quirks.fixedActions;
  return isApp && permanent ? ownInPath(call) : changeable(call, 'deleted');
}

function ownInPath(call: ActorPathCall): Message {
  const message = messageInPath(call);
  if (call.actor?.uid !== message.sender && !isModerated(call, message)) {
    const what = `is not the sender of the message with id ${message.id}`;
    throw userRefused('ERR_MESSAGE_NOT_A_SENDER', call.actor?.uid, what);
  }
  return message;
}

/** The content of a message. Other members can be changed even if an import has left out the content. */
const CONTENT_MEMBERS = ['text', 'attachments', 'url', 'customData', 'interactiveData'] as const;

/** The data after an edit. Given members replace members of the same name. */
function editedData(app: App, message: Message, given: unknown): string {
  if (!isObject(given)) return message.data;
  const { entities: _, ...changes } = given;
  const before = app.quirks.editReplaces ? {} : (parseJson(message.data) as Fields);
  const data: Fields = { ...before, ...changes };
  if (CONTENT_MEMBERS.some((member) => Object.hasOwn(changes, member))) checkContent(message, data);
  const json = JSON.stringify(data);
  if (Buffer.byteLength(json) > LIMITS.dataBytes) {
    throw invalid({ data: [`The data may not be greater than ${LIMITS.dataBytes} bytes.`] });
  }
  return json;
}

/** A message as an action message shows it: everybody in the conversation sees it, so nothing that a rule has blocked. */
const withoutBlocked = ({ db }: App, message: Message): Message =>
  isHiddenMessage(db, message.id) ? { ...message, data: '{}' } : message;

/** The calls that change messages. */
export const messageChangingRoutes: readonly ApiRoute[] = [
  route('PUT /messages/{id}', {
    summary:
      'Edit a message. The answer is the action message; the edited one is its `data.entities.on.entity`',
    behalf: 'optional',
    body: field.shape({ data: sentData, tags: field.tags }, (reader) => {
      if (!reader.has('data') && !reader.has('tags')) reader.problem('data', 'The data field is required.');
    }),
    answers: one('Message'),
    answer: (call) => {
      const { app, body, given, actor } = call;
      checkSize(call.bodyText);
      const message = changeable(call, 'edited');
      if (!isLive(message)) throw notAllowed(message.id, 'edited');
      checkTypes(given['data']);
      checkMentions(app, given['data']);
      const now = app.now();
      const by = actingUser(actor);
      const edited = moderateEdit(app, {
        ...message,
        data: editedData(app, message, given['data']),
        tags: Array.isArray(given['tags']) ? body.tags : message.tags,
        // The text of a live call says whom it mentions.
        mentioned: isObject(given['data']) && given['data']['text'] !== undefined ? null : message.mentioned,
        updatedAt: now,
        editedAt: now,
        editedBy: by.uid,
      });
      app.messages.update(edited);
      return { data: writeMessageAction(app, 'edited', edited, by, withoutBlocked(app, edited)).json };
    },
  }),
  route('DELETE /messages/{id}', {
    summary:
      'Delete a message. Without `permanent` it stays in the history, empty, with an action message; with it ' +
      'nothing stays in the history. The answer is always the action message',
    behalf: 'optional',
    body: field.shape({ permanent: field.flag }),
    answers: one('Message'),
    answer: (call) => {
      const { app, body, actor } = call;
      const message = removable(call, body.permanent);
      if (message.deletedAt !== null && !body.permanent) throw notAllowed(message.id, 'deleted');
      const now = app.now();
      const by = actingUser(actor);
      const deleted: Message =
        message.deletedAt !== null
          ? message
          : {
              ...message,
              data: app.quirks.deleteKeeps ? message.data : '{}',
              updatedAt: now,
              deletedAt: now,
              deletedBy: by.uid,
              pinnedAt: null,
              pinnedBy: null,
            };
      const shown = withoutBlocked(app, deleted);
      if (!body.permanent) {
        app.messages.uncountReply(message.id);
        app.messages.removeMarks(message.id);
        app.messages.update(deleted);
        return { data: writeMessageAction(app, 'deleted', deleted, by, shown).json };
      }
      if (app.quirks.deleteThread) removeThread(app, message.id);
      else app.messages.remove(message.id);
      const action = writeMessageAction(app, 'deleted', deleted, by, shown);
      if (!app.quirks.deletedNotes) app.messages.remove(action.id);
      updateAfterRemoval(app, message.conversation);
      return { data: action.json };
    },
  }),
];
