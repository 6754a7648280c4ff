import type { App } from '../app/app.ts';
import { publishSent } from '../messages/message-actions.ts';
import { checkContent, checkText } from '../messages/message-data.ts';
import { CONTENT, checkFiles, checkMuid } from '../messages/message-input.ts';
import { isBlocked, judged, keepVerdict, publishVerdict } from '../moderation/moderate.ts';
import { logNotification } from '../notifications/notification-log.ts';
import type { ReceiverType } from '../stores/conversation-store.ts';
import { mentionedUids } from '../stores/mentions.ts';
import type { Message } from '../stores/message.ts';
import { ApiError, guidNotFound, userRefused } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { FieldReader, isObject, LIMITS, normalId } from '../wire/validation.ts';
import {
  checkUser,
  DETAILS,
  type ImportRow,
  importGroupDetails,
  importUserDetails,
  PoisonError,
} from './import-rows.ts';

const INVALID = 'ERR_IMPORT_INVALID_MESSAGE_FORMAT';

/** A row of POST /data_import/messages. */
export const IMPORTED_MESSAGE = field.shape({
  muid: field.requiredText(LIMITS.muid),
  sender: field.requiredId,
  sentAt: field.requiredSeconds,
  deliveredAt: field.seconds,
  readAt: field.seconds,
  ...CONTENT,
  senderUserDetails: DETAILS,
  receiverUserDetails: DETAILS,
  receiverGroupDetails: DETAILS,
  receiverGroupOwnerDetails: DETAILS,
  mentionedUserDetails: DETAILS,
});

type Row = field.ShapeValues<typeof IMPORTED_MESSAGE>;

function importDetails(app: App, row: Row): void {
  importUserDetails(app, row.senderUserDetails);
  importUserDetails(app, row.receiverUserDetails);
  importUserDetails(app, row.receiverGroupOwnerDetails);
  importGroupDetails(app, row.receiverGroupDetails);
  for (const user of Object.values(row.mentionedUserDetails ?? {})) {
    if (isObject(user)) importUserDetails(app, user);
  }
}

/** Those of the people in the text that `mentionedUserDetails` names, as a JSON list. */
function detailedMentions({ data, mentionedUserDetails }: Row): string {
  const named = new Set(Object.keys(mentionedUserDetails ?? {}).map(normalId));
  return JSON.stringify(mentionedUids(data).filter((uid) => named.has(uid)));
}

/** The refusals that aborted whole batches on the live service. */
function refusePoison(app: App, sentAt: number, check: () => void): void {
  const { retentionDays } = app.quirks;
  if (retentionDays > 0 && sentAt < app.now() - retentionDays * 86_400) {
    const code = app.quirks.ageCode === 'request' ? 'ERR_BAD_REQUEST' : INVALID;
    throw new PoisonError(code, `Messages older than ${retentionDays} days cannot be imported.`);
  }
  try {
    check();
  } catch (error) {
    throw error instanceof ApiError ? new PoisonError(error.code, error.message) : error;
  }
}

function checkMember(app: App, guid: string, uid: string): void {
  if (app.members.find(guid, uid)?.isBanned === 0) return;
  throw userRefused('ERR_GROUP_NOT_JOINED', uid, `has not joined the group ${guid}`);
}

function checkReferences(app: App, sender: string, receiverType: ReceiverType, receiver: string): void {
  checkUser(app, sender);
  if (receiverType === 'user') {
    checkUser(app, receiver);
    return;
  }
  if (!app.groups.has(receiver)) throw guidNotFound(receiver);
  if (app.quirks.membersOnly) checkMember(app, receiver, sender);
}

/** The message that the row is to replace, by `muidagain=replace`. Refuses a muid that is there unless a switch says so. */
function knownMessage(app: App, muid: string): Message | undefined {
  const id = app.messages.idOfMuid(muid);
  if (id === undefined || app.quirks.muidAgain === 'add') return undefined;
  if (app.quirks.muidAgain === 'replace') return app.messages.find(id);
  throw new ApiError('ERR_IMPORT_MUID_ALREADY_EXISTS', `The muid ${muid} already exists.`);
}

function replaced(app: App, known: Message, { data, tags }: Row): string {
  const message = { ...known, data, tags };
  app.messages.update(message);
  return app.messages.json(message);
}

/**
 * One row of POST /data_import/messages. Writes no action message and accepts deactivated users. The sender need
 * not be a member unless the switch says so, because history outlives membership (assumed).
 */
export const importMessage: ImportRow = (app, fields, checkKey) => {
  const row = IMPORTED_MESSAGE.read(new FieldReader(fields), INVALID);
  const { muid, sender, receiver, receiverType, sentAt } = row;
  checkMuid(app, muid);
  checkKey(muid);
  refusePoison(app, sentAt, () => checkText(row, fields['data']));
  if (app.quirks.importContent === 'checked') checkContent(row, fields['data']);
  checkFiles(app, fields['data'], app.quirks.importFiles === 'limited');
  importDetails(app, row);
  checkReferences(app, sender, receiverType, receiver);
  const known = knownMessage(app, muid);
  if (known) return replaced(app, known, row);
  const conversation = app.conversations.seqOf(receiverType, sender, receiver, sentAt);
  const category = row.category ?? 'message';
  // Whether rules of moderation are applied to imports is not published. By default they are not.
  const found = app.quirks.moderateImports
    ? judged(app, { sender, kind: receiverType, receiver, data: row.data })
    : undefined;
  const isUnread = app.quirks.unreadImports && row.readAt === null;
  const message = {
    muid,
    sender,
    receiver,
    receiverType,
    category,
    type: row.type,
    data: found?.data ?? row.data,
    tags: row.tags,
    sentAt,
    deliveredAt: row.deliveredAt,
    readAt: row.readAt,
    mentioned: app.quirks.importMentions === 'details' ? detailedMentions(row) : null,
    // Public sources do not say whether imports count as unread. By default they do not.
    unread: isUnread && !isBlocked(found?.verdict),
  };
  const stored = app.messages.insert(message, conversation);
  if (found) keepVerdict(app, stored, found.verdict, isUnread);
  if (app.quirks.importPush) logNotification(app, stored);
  if (app.quirks.importWebhooks) {
    if (!isBlocked(found?.verdict)) publishSent(app, stored);
    if (found) publishVerdict(app, stored, found.verdict);
  }
  return app.messages.json(stored);
};
