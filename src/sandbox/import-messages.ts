import { ApiError, guidNotFound, uidNotFound } from './api-error.ts';
import type { App } from './app.ts';
import { importGroupDetails } from './import-groups.ts';
import { type ImportRow, PoisonError } from './import-row.ts';
import { importUserDetails } from './import-users.ts';
import { checkText, readContent } from './message-input.ts';
import { FieldReader, type Fields, isObject, LIMITS } from './validation.ts';

const INVALID = 'ERR_IMPORT_INVALID_MESSAGE_FORMAT';

function importDetails(app: App, fields: Fields): void {
  const reader = new FieldReader(fields);
  const sender = reader.nested('senderUserDetails');
  const receiver = reader.nested('receiverUserDetails');
  const group = reader.nested('receiverGroupDetails');
  const owner = reader.nested('receiverGroupOwnerDetails');
  const mentioned = reader.nested('mentionedUserDetails');
  reader.finish(INVALID);
  importUserDetails(app, sender);
  importUserDetails(app, receiver);
  importUserDetails(app, owner);
  importGroupDetails(app, group);
  for (const user of Object.values(mentioned ?? {})) if (isObject(user)) importUserDetails(app, user);
}

/** The refusals that on the live service were seen to abort a whole batch. */
function refusePoison(app: App, sentAt: number, check: () => void): void {
  const { retentionDays } = app.quirks;
  if (retentionDays > 0 && sentAt < app.now() - retentionDays * 86_400) {
    throw new PoisonError(INVALID, `Messages older than ${retentionDays} days cannot be imported.`);
  }
  try {
    check();
  } catch (error) {
    throw error instanceof ApiError ? new PoisonError(error.code, error.message) : error;
  }
}

/**
 * One row of POST /data_import/messages. Writes no action message, needs no membership of the sender and takes
 * deactivated users too: history outlives both (assumed).
 */
export const importMessage: ImportRow = (app, fields, keyIs) => {
  const reader = new FieldReader(fields);
  const muid = reader.requiredText('muid', LIMITS.muid);
  const sender = reader.requiredId('sender');
  const sentAt = reader.requiredSeconds('sentAt');
  const deliveredAt = reader.seconds('deliveredAt');
  const readAt = reader.seconds('readAt');
  const content = readContent(reader, fields);
  reader.finish(INVALID);
  keyIs(muid);
  refusePoison(app, sentAt, () => checkText(content, fields));
  importDetails(app, fields);
  const { receiver, receiverType } = content;
  if (!app.users.has(sender)) throw uidNotFound(sender);
  if (receiverType === 'group') {
    if (!app.groups.has(receiver)) throw guidNotFound(receiver);
  } else if (!app.users.has(receiver)) throw uidNotFound(receiver);
  if (app.messages.hasMuid(muid)) {
    throw new ApiError('ERR_IMPORT_MUID_ALREADY_EXISTS', `The muid ${muid} already exists.`, {
      status: app.quirks.existsStatus,
    });
  }
  const conversation = app.conversations.seqOf(receiverType, sender, receiver, sentAt);
  const message = { ...content, muid, sender, sentAt, deliveredAt, readAt, updatedAt: sentAt };
  return app.messages.json(app.messages.insert(message, conversation));
};
