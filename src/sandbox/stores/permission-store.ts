import type { Database } from '../storage/database.ts';
import { exact, INTEGER, listOf, TEXT, wordOf } from '../wire/json-schema.ts';
import { GROUP_TYPES } from './group-store.ts';
import { SCOPES } from './member-store.ts';

/** The holder of a permission: a role of the app, or a scope of a group. */
export type PermissionHolder = { readonly guid: string; readonly holder: string };

/** A permission that was set; `value` is JSON text. */
export type SetPermission = { readonly permission: string; readonly value: string };

/** The holder that is a role. */
export const roleHolder = (role: string): PermissionHolder => ({ guid: '', holder: role });

/** The permissions that were set for roles and for the scopes of groups. */
export class PermissionStore {
  readonly #db: Database;
  #any: boolean | undefined;

  /** Reads and writes the given data file. */
  constructor(db: Database) {
    this.#db = db;
    db.onRollback(() => {
      this.#any = undefined;
    });
  }

  /** True if anything may be set. Most apps set nothing, so this is known without a read. */
  get any(): boolean {
    this.#any ??= this.#db.get('SELECT 1 FROM permissions LIMIT 1') !== undefined;
    return this.#any;
  }

  /** The permissions that were set for a holder. */
  list({ guid, holder }: PermissionHolder): readonly SetPermission[] {
    return this.#db.all<SetPermission>(
      'SELECT permission, value FROM permissions WHERE guid = ? AND holder = ? ORDER BY permission',
      guid,
      holder,
    );
  }

  /** Sets a permission. */
  set({ guid, holder }: PermissionHolder, { permission, value }: SetPermission): void {
    this.#any = true;
    this.#db.run(
      'INSERT OR REPLACE INTO permissions (guid, holder, permission, value) VALUES (?, ?, ?, ?)',
      guid,
      holder,
      permission,
      value,
    );
  }

  /** Resets a permission to its default value. */
  unset({ guid, holder }: PermissionHolder, permission: string): void {
    this.#any = undefined;
    this.#db.run(
      'DELETE FROM permissions WHERE guid = ? AND holder = ? AND permission = ?',
      guid,
      holder,
      permission,
    );
  }

  /** Removes every set permission of a holder. */
  clear({ guid, holder }: PermissionHolder): void {
    this.#any = undefined;
    this.#db.run('DELETE FROM permissions WHERE guid = ? AND holder = ?', guid, holder);
  }
}

/** A permission. The service documents these ids, their types and their values. */
export type Permission = {
  readonly id: string;
  readonly title: string;
  readonly dataType: 'string' | 'stringArray' | 'rolesStringArray' | 'customStringArray';
  /** The allowed values, or the allowed items of a list. Undefined means any. */
  readonly availableValues?: readonly string[];
  readonly defaultValue: string | readonly string[];
};

const SWITCH = ['allow', 'deny'] as const;
const MODES = ['all', 'friends'] as const;
const TYPES = ['text', 'image', 'audio', 'video', 'file'] as const;
const CATEGORIES = ['message', 'custom'] as const;

type PermissionOf = (id: string, title: string, availableValues?: readonly string[]) => Permission;

/** Permissions with one value. */
const single =
  (defaultValue: string, known: readonly string[]): PermissionOf =>
  (id, title, availableValues = known) => ({ id, title, dataType: 'string', availableValues, defaultValue });

/** Permissions with a list of values, at first without a restriction. */
const list =
  (dataType: Permission['dataType']): PermissionOf =>
  (id, title, availableValues) => ({
    id,
    title,
    dataType,
    ...(availableValues && { availableValues }),
    defaultValue: [],
  });

const allowed = single('allow', SWITCH);
const mode = single('all', MODES);
const only = list('stringArray');
const roles = list('rolesStringArray');
const custom = list('customStringArray');

const byId = (permissions: readonly Permission[]): ReadonlyMap<string, Permission> =>
  new Map(permissions.map((permission) => [permission.id, permission]));

/** Permissions that can be set for a role. */
export const ROLE_PERMISSIONS: ReadonlyMap<string, Permission> = byId([
  allowed('listUsers', 'List users'),
  mode('listUsers.mode', 'List all users or friends'),
  roles('listUsers.allowedRoles', 'List users of these roles'),
  mode('getUserDetails.mode', 'Read all users or friends'),
  roles('getUserDetails.allowedRoles', 'Read users of these roles'),
  only('listMessages.allowedMessageCategories', 'List messages of these categories', CATEGORIES),
  only('listMessages.allowedMessageTypes', 'List messages of these types', TYPES),
  allowed('sendMessage', 'Send messages'),
  mode('sendMessage.mode', 'Send to all users or to friends'),
  only('sendMessage.allowedReceiverTypes', 'Send to users or groups', ['user', 'group']),
  roles('sendMessage.allowedReceiverRoles', 'Send to users of these roles'),
  only('sendMessage.allowedMessageTypes', 'Send messages of these types', TYPES),
  only('sendMessage.allowedMessageCategories', 'Send messages of these categories', CATEGORIES),
  custom('sendMessage.allowedCustomTypes', 'Send custom messages of these types'),
  custom('sendMessage.allowedMimeTypes', 'Send files of these MIME types'),
  allowed('editMessage', 'Edit messages'),
  only('editMessage.denyForScopes', 'Edit no messages as a member of these scopes', SCOPES),
  allowed('deleteMessage', 'Delete messages'),
  only('deleteMessage.denyForScopes', 'Delete no messages as a member of these scopes', SCOPES),
  // Only an error text names it: "Permission denied for action pinMessage with role default".
  allowed('pinMessage', 'Pin messages'),
  allowed('initiateCall', 'Start calls'),
  mode('initiateCall.mode', 'Call all users or friends'),
  roles('initiateCall.allowedReceiverRoles', 'Call users of these roles'),
  allowed('createGroup', 'Create groups'),
  only('createGroup.allowedGroupTypes', 'Create groups of these types', GROUP_TYPES),
  allowed('listGroups', 'List groups'),
  only('listGroups.allowedGroupTypes', 'List groups of these types', GROUP_TYPES),
  allowed('joinGroup', 'Join groups'),
  only('joinGroup.allowedGroupTypes', 'Join groups of these types', GROUP_TYPES),
]);

/** Permissions that can be set for a scope of a group. */
export const SCOPE_PERMISSIONS: ReadonlyMap<string, Permission> = byId([
  allowed('sendMessage', 'Send messages'),
  allowed('sendThreadedMessage', 'Send messages into threads'),
  allowed('editMessage', 'Edit messages'),
  allowed('listMembers', 'List members'),
  only('listMembers.allowedScopes', 'List members of these scopes', SCOPES),
  allowed('addReaction', 'React to messages'),
  allowed('listReactions', 'List reactions'),
  only('listReactions.allowedScopes', 'List reactions of members of these scopes', SCOPES),
  // A documented request has the value `friends`.
  allowed('initiateCall', 'Start calls', [...SWITCH, 'friends']),
  only('initiateCall.allowedScopes', 'Call members of these scopes', SCOPES),
  only('initiateCall.allowedType', 'Start calls of these types', ['audio', 'video']),
]);

const VALUE = { anyOf: [TEXT, listOf(TEXT)] };

/** One permission in a list. */
export const PERMISSION_SCHEMA = exact(
  { id: TEXT, type: wordOf(['role', 'scope']), title: TEXT, dataType: TEXT, defaultValue: VALUE },
  {
    description: TEXT,
    availableValues: listOf(TEXT),
    value: { ...VALUE, description: 'the set value; missing if the default value applies' },
    createdAt: INTEGER,
    updatedAt: INTEGER,
  },
);
