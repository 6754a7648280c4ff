import type { ActorCall } from '../app/route.ts';
import type { Group } from '../stores/group-store.ts';
import { ApiError, uidNotFound } from '../wire/api-error.ts';
import { writeAction } from './action-message.ts';
import { checkPowerOver } from './group-scope.ts';

/** Bans a user, member or not. It leaves the group and cannot join again until the ban is lifted. */
export function banUser(call: ActorCall, group: Group, uid: string): void {
  const { app } = call;
  if (!app.users.findActive(uid)) throw uidNotFound(uid);
  const member = app.members.find(group.guid, uid);
  checkPowerOver(call, group, { uid, scope: member?.scope ?? 'participant' });
  if (member?.isBanned === 1) {
    throw new ApiError(
      'ERR_ALREADY_BANNED',
      `The user with uid ${uid} is already banned from the group with guid ${group.guid}.`,
    );
  }
  app.members.ban(group.guid, uid, app.now());
  writeAction(call, group.guid, uid, 'banned');
}

/** Lifts a ban. The user is not a member then, but can join again. */
export function unbanUser(call: ActorCall, group: Group, uid: string): void {
  const { app } = call;
  const member = app.members.find(group.guid, uid);
  if (!member && !app.users.has(uid)) throw uidNotFound(uid);
  checkPowerOver(call, group, { uid, scope: 'participant' });
  if (member?.isBanned !== 1) {
    throw new ApiError(
      'ERR_NOT_A_BANNED_USER',
      `The user with uid ${uid} is not banned from the group with guid ${group.guid}.`,
    );
  }
  app.members.remove(group.guid, uid);
  writeAction(call, group.guid, uid, 'unbanned');
}
