import type { App } from '../app/app.ts';
import { userJson } from '../stores/user-store.ts';
import { jsonMap } from '../wire/json-text.ts';

/** A user as an event shows it. `extra` adds members. */
export function userNow({ users }: App, uid: string, ...extra: readonly string[]): string {
  const user = users.find(uid);
  return user ? userJson(user, true, ...extra) : users.entityJson(uid);
}

/** Users as an event shows them, by uid. */
export const usersNow = (app: App, uids: readonly string[]): string =>
  jsonMap(uids.map((uid) => [uid, userNow(app, uid)]));

/** Publishes that `by` has blocked or unblocked users. Without any, nothing has happened. */
export function publishBlocks(
  app: App,
  trigger: 'user_blocked' | 'user_unblocked',
  by: string,
  uids: readonly string[],
): void {
  if (uids.length === 0) return;
  app.events.publish(trigger, () => ({ users: usersNow(app, uids), by: userNow(app, by) }));
}
