import { conversationList } from './calls/conversation-calls.ts';
import { groupList } from './calls/group-calls.ts';
import { cursorPage, visibleTo } from './calls/list-calls.ts';
import { people } from './calls/member-calls.ts';
import { blockedBy, friendsOf } from './calls/relation-calls.ts';
import { featuresOf, keyList, roleView } from './calls/role-calls.ts';
import { userList } from './calls/user-calls.ts';
import type { ServiceModel } from './service-model.ts';
import { query } from './values.ts';
import { difference, pageOf } from './verdict.ts';
import { conversationId, conversationView, groupView, userSeenBy } from './views.ts';
import type { AppName, World } from './world.ts';

/** Compares every list of an app with the model, page by page. */
export async function compareAll(world: World, app: AppName): Promise<void> {
  const model = world.models[app];
  const paged = (
    path: string,
    asked: Record<string, string | boolean>,
    all: readonly unknown[],
    as?: string,
  ) => comparePages(world, app, { path, asked, all, as });
  const users = userList(model, { withDeactivated: true });
  await paged(
    '/users',
    { withDeactivated: true, withTags: true },
    users.map((user) => userSeenBy(model, user)),
  );
  const groups = groupList(model, undefined);
  await paged(
    '/groups',
    { withTags: true },
    groups.map((group) => groupView(model, group)),
  );
  for (const group of groups) {
    await paged(`/groups/${group.guid}/members`, {}, people(model, group, false));
    await paged(`/groups/${group.guid}/bannedusers`, {}, people(model, group, true));
  }
  await paged('/roles', {}, [...model.roles.values()].map(roleView));
  for (const id of model.roles.keys())
    await paged(`/roles/${id}/restrictedfeatures`, {}, featuresOf(model, id));
  await paged('/apikeys', {}, keyList(model));
  const seen = (viewer?: string) =>
    conversationList(model, viewer).map((one) => conversationView(model, one, viewer));
  await paged('/conversations', { withTags: true }, seen());
  for (const { uid } of userList(model, {})) {
    const asUser = (user: Parameters<typeof userSeenBy>[1]) => userSeenBy(model, user, uid, false);
    await paged('/conversations', { withTags: true }, seen(uid), uid);
    await paged(`/users/${uid}/friends`, {}, friendsOf(model, uid).map(asUser));
    await paged(`/users/${uid}/blockedusers`, {}, blockedBy(model, uid).map(asUser));
    await paged(
      `/users/${uid}/auth_tokens`,
      {},
      (model.tokens.get(uid) ?? []).map((token) => ({ uid, ...token })),
    );
    await compareMessages(world, app, 'prepend', '', visibleTo(model, uid), uid);
  }
  await compareMessages(world, app, 'append', '', visibleTo(model, undefined));
  for (const one of model.conversations.values()) {
    await compareMessages(world, app, 'append', conversationId(one), model.history(one));
  }
  await compareReactions(world, app, model);
}

const PER_PAGE = 3;

async function comparePages(
  world: World,
  app: AppName,
  {
    path,
    asked,
    all,
    as,
  }: {
    path: string;
    asked: Record<string, string | boolean>;
    all: readonly unknown[];
    as: string | undefined;
  },
): Promise<void> {
  // The page after the last is empty.
  for (let page = 1; page <= Math.ceil(all.length / PER_PAGE) + 1; page += 1) {
    const at = { perPage: PER_PAGE, page };
    await world.exchange(app, { method: 'GET', path: `${path}${query({ ...at, ...asked })}`, as }, () =>
      pageOf(all, at),
    );
  }
}

const LIMIT = 7;

async function compareMessages(
  world: World,
  app: AppName,
  affix: 'append' | 'prepend',
  conversation: string,
  all: Parameters<typeof cursorPage>[1],
  as?: string,
): Promise<void> {
  let [id, left]: [number | undefined, number] = [undefined, all.length];
  const ordered = [...all].sort((one, other) => one.sentAt - other.sentAt || one.id - other.id);
  do {
    const cursor = { limit: LIMIT, affix, id };
    const path = `/messages${query({ ...cursor, conversationId: conversation || undefined, withTags: true })}`;
    await world.exchange(app, { method: 'GET', path, as }, (model) =>
      cursorPage(model, all, cursor, { viewer: as, withTags: true }),
    );
    left -= LIMIT;
    id = (affix === 'append' ? ordered.at(-left - 1) : ordered.at(left))?.id;
  } while (left >= 0);
}

async function compareReactions(world: World, app: AppName, model: ServiceModel): Promise<void> {
  for (const { id, reactions } of model.messages.values()) {
    if (reactions.size === 0) continue;
    const all = [...reactions].map(([key, reactedAt]) => ({
      reaction: key.split(' ')[0],
      uid: key.split(' ')[1],
      reactedAt,
    }));
    const judge = (actual: unknown) => {
      const shown = (actual as readonly Record<string, unknown>[]).map(({ reaction, uid, reactedAt }) => ({
        reaction,
        uid,
        reactedAt,
      }));
      return difference(all, shown, `reactions to ${id}`);
    };
    await world.exchange(app, { method: 'GET', path: `/messages/${id}/reactions` }, () => ({ data: judge }));
  }
}
