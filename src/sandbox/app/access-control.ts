import { receiverOf } from '../stores/message-json.ts';
import { type PermissionHolder, roleHolder } from '../stores/permission-store.ts';
import type { User } from '../stores/user-store.ts';
import { ApiError } from '../wire/api-error.ts';
import { type Fields, isObject, normalId } from '../wire/validation.ts';
import type { App } from './app.ts';
import { type Addressing, type MessageReceiver, receiversOf } from './receivers.ts';
import type { ApiRoute, Call } from './route.ts';

/** The permissions that a call needs: one of the role of the acting user, one of its scope in the group. */
type Needed = { readonly role?: string; readonly scope?: string };

/** The documented permissions by call. Those that only shorten a list are stored and not applied. */
const NEEDED: ReadonlyMap<string, Needed> = new Map([
  ['POST /messages', { role: 'sendMessage', scope: 'sendMessage' }],
  ['POST /messages/{id}/thread', { role: 'sendMessage', scope: 'sendThreadedMessage' }],
  ['PUT /messages/{id}', { role: 'editMessage', scope: 'editMessage' }],
  ['DELETE /messages/{id}', { role: 'deleteMessage' }],
  ['POST /messages/{id}/pin', { role: 'pinMessage' }],
  ['DELETE /messages/{id}/pin', { role: 'pinMessage' }],
  ['POST /messages/{id}/reactions', { scope: 'addReaction' }],
  ['POST /messages/{id}/reactions/{reaction}', { scope: 'addReaction' }],
  ['GET /messages/{id}/reactions', { scope: 'listReactions' }],
  ['GET /messages/{id}/reactions/{reaction}', { scope: 'listReactions' }],
  ['POST /groups', { role: 'createGroup' }],
  ['GET /groups', { role: 'listGroups' }],
  ['POST /groups/{guid}/members', { role: 'joinGroup' }],
  ['GET /groups/{guid}/members', { scope: 'listMembers' }],
  ['GET /users', { role: 'listUsers' }],
  ['GET /users/{uid}', { role: 'getUserDetails' }],
]);

type Acting = Pick<Call, 'app' | 'params' | 'given' | 'body'> & { readonly actor: User };

/** Subject of a call: a user or a group. Undefined if it is about neither. */
type Subject = MessageReceiver | undefined;

const denied = (action: string, who: string, policy: 'RBAC' | 'SBAC'): ApiError =>
  new ApiError(
    'ERR_PERMISSION_DENIED',
    `Permission denied for action ${action} with ${who} as per ${policy} policy.`,
  );

/** Values that were set for a role or scope, by permission. */
function valuesOf(app: App, holder: PermissionHolder): ReadonlyMap<string, unknown> {
  return new Map(
    app.permissions.list(holder).map(({ permission, value }) => [permission, JSON.parse(value) as unknown]),
  );
}

/**
 * The subjects of a call: the group or the user in the path, the receiver of the message in the path, or every receiver
 * of the message in the body. Each of them must be allowed.
 */
function subjectsOf(needed: Needed, { app, actor, params, body }: Acting): readonly Subject[] {
  const { guid, uid, id } = params;
  if (guid !== undefined) return [{ receiverType: 'group', receiver: guid }];
  if (uid !== undefined) return [{ receiverType: 'user', receiver: uid }];
  if (id !== undefined) {
    const message = app.messages.find(Number(id));
    const receiver = message && receiverOf({ ...message, sender: actor.uid });
    return [message && receiver ? { receiverType: message.kind, receiver } : undefined];
  }
  // Without an id in the path, only the call that sends messages needs this permission.
  return needed.role === 'sendMessage' ? receiversOf(body as Addressing) : [undefined];
}

/** The value of each condition of an action that a call must have. Undefined means that it does not apply. */
function conditions(
  { app, actor, given }: Acting,
  subject: Subject,
  scope: string | undefined,
): Readonly<Record<string, string | undefined>> {
  const isUser = subject?.receiverType === 'user' && subject.receiver !== actor.uid;
  const other = isUser ? app.users.find(subject.receiver) : undefined;
  const category = String(given['category'] ?? 'message');
  const type = String(given['type'] || 'text');
  return {
    allowedReceiverTypes: subject?.receiverType,
    allowedReceiverRoles: other?.role,
    allowedRoles: other?.role,
    allowedMessageCategories: category,
    allowedMessageTypes: category === 'message' ? type : undefined,
    allowedCustomTypes: category === 'custom' ? type : undefined,
    allowedGroupTypes:
      subject?.receiverType === 'group' ? app.groups.find(subject.receiver)?.type : text(given['type']),
    mode: other && !app.friends.are(actor.uid, other.uid) ? 'all' : undefined,
    denyForScopes: scope,
  };
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** True if a condition that is set for an action refuses a call. An empty list means no restriction. */
function refuses(name: string, wanted: unknown, value: string | undefined): boolean {
  if (value === undefined) return false;
  if (name === 'mode') return wanted === 'friends';
  if (!Array.isArray(wanted) || wanted.length === 0) return false;
  return name === 'denyForScopes' ? wanted.includes(value) : !wanted.includes(value);
}

function checkRole(call: Acting, action: string, subject: Subject, scope: string | undefined): void {
  const { app, actor } = call;
  const values = valuesOf(app, roleHolder(actor.role));
  if (values.size === 0) return;
  const given = conditions(call, subject, scope);
  const isRefused = [...values].some(([permission, wanted]) => {
    if (permission === action) return wanted === 'deny';
    const [of = '', name = ''] = permission.split('.');
    return of === action && refuses(name, wanted, given[name]);
  });
  if (isRefused) throw denied(action, `role ${actor.role}`, 'RBAC');
}

/** True if a call that changes the members of a group is about others than the acting user. */
const addsOthers = ({ given, actor }: Acting): boolean =>
  Object.values(given as Fields).some(
    (uids) => Array.isArray(uids) && uids.some((uid) => normalId(uid) !== actor.uid),
  );

/**
 * Refuses a call of a user whose role, or whose scope in the group, lacks the permission. Documented: permissions are
 * evaluated for every request; the code; the text for roles. Without an acting user the app itself acts.
 */
export function checkPermissions(route: ApiRoute, call: Omit<Acting, 'actor'> & Pick<Call, 'actor'>): void {
  const { app, actor } = call;
  if (!actor || !app.permissions.any || app.quirks.rbac === 'stored') return;
  const needed = NEEDED.get(`${route.method} ${route.path}`);
  if (!needed) return;
  const acting: Acting = { ...call, actor, given: isObject(call.given) ? call.given : {} };
  for (const subject of subjectsOf(needed, acting)) checkSubject(acting, needed, subject);
}

function checkSubject(acting: Acting, needed: Needed, subject: Subject): void {
  const { app, actor } = acting;
  const guid = subject?.receiverType === 'group' ? subject.receiver : undefined;
  const scope = guid === undefined ? undefined : app.members.findMember(guid, actor.uid)?.scope;
  const isJoining = needed.role !== 'joinGroup' || !addsOthers(acting);
  if (needed.role && isJoining) checkRole(acting, needed.role, subject, scope);
  if (!needed.scope || guid === undefined || scope === undefined) return;
  if (valuesOf(app, { guid, holder: scope }).get(needed.scope) !== 'deny') return;
  throw denied(needed.scope, `scope ${scope}`, 'SBAC');
}
