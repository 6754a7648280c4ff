import type { App } from '../app/app.ts';
import type { User } from '../stores/user-store.ts';
import { invalid, roleNotFound } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { FieldReader, type Fields, LIMITS } from '../wire/validation.ts';

/** A required list of ids, not empty, with at most `max` ids. */
export function requiredIds(max: number): field.Field<readonly string[]> {
  const { schema, read } = field.ids(max);
  return {
    schema: { ...schema, minItems: 1 },
    required: true,
    read: (reader, name) => {
      const value = reader.value(name);
      const empty = !reader.has(name) || (Array.isArray(value) && value.length === 0);
      if (empty) reader.problem(name, `The ${name} field is required.`);
      return read(reader, name);
    },
  };
}

/** The fields that new users and imported users have in common. */
const PROFILE = {
  avatar: field.url,
  link: field.url,
  role: field.id,
  metadata: field.object(LIMITS.metadataBytes),
  tags: field.tags,
} as const;

/** The body of POST /users. */
export const NEW_USER = field.shape({
  uid: field.requiredId,
  name: field.requiredText(LIMITS.name),
  ...PROFILE,
  statusMessage: field.text(LIMITS.description),
  withAuthToken: field.flag,
});

/** A user in an import row or in the `*Details` of one. `statusMessage` is not part of that schema. */
export const IMPORTED_USER = field.shape({
  uid: field.requiredId,
  name: field.requiredText(LIMITS.name),
  ...PROFILE,
  createdAt: field.seconds,
  lastActiveAt: field.seconds,
  deactivatedAt: field.seconds,
});

/** The body of PUT /users/{uid}. */
export const USER_CHANGE = field.shape({
  name: field.notBlank(LIMITS.name),
  ...PROFILE,
  statusMessage: field.text(LIMITS.description),
  unset: field.words(['avatar', 'link', 'metadata']),
});

/** The live service answers a missing role here with a validation problem, unlike everywhere else. */
function checkRole(app: App, role: string): void {
  if (!app.roles.has(role)) throw invalid({ role: ['The selected role is invalid.'] });
}

/** Documented in characters; of other names the vendor says that an emoji counts as two. */
const UNITS_MAX = 100;

/** Refuses a name or tags that are too long if a switch counts UTF-16 units. `tags` is JSON text. */
export function checkLengths(
  { quirks }: App,
  { name, tags }: { readonly name: string | null; readonly tags: string | null },
  code?: string,
): void {
  if (quirks.lengths === 'characters') return;
  const longTag = (JSON.parse(tags ?? '[]') as string[]).some((tag) => tag.length > UNITS_MAX);
  const long = (name?.length ?? 0) > UNITS_MAX ? 'name' : longTag ? 'tags' : undefined;
  if (long) throw invalid({ [long]: [`The ${long} may not be greater than ${UNITS_MAX} characters.`] }, code);
}

/** A new user from a POST /users body. */
export function newUser(app: App, { withAuthToken: _, ...given }: field.ShapeValues<typeof NEW_USER>): User {
  const user = {
    ...given,
    role: given.role ?? 'default',
    createdAt: app.now(),
    updatedAt: null,
    lastActiveAt: null,
    deactivatedAt: null,
  };
  checkRole(app, user.role);
  checkLengths(app, user);
  return user;
}

/** A user from an import row or from the `*Details` of one. */
export function readImportedUser(app: App, fields: Fields): User {
  const given = IMPORTED_USER.read(new FieldReader(fields), 'ERR_IMPORT_INVALID_USER_FORMAT');
  const role = given.role ?? 'default';
  if (!app.roles.has(role)) throw roleNotFound(role);
  checkLengths(app, given, 'ERR_IMPORT_INVALID_USER_FORMAT');
  return { ...given, role, statusMessage: null, createdAt: given.createdAt ?? app.now(), updatedAt: null };
}

/** The user after a PUT /users/{uid}. Fields in `fields` replace, `unset` empties, all others stay. */
export function changedUser(
  app: App,
  user: User,
  { unset, name, role, ...given }: field.ShapeValues<typeof USER_CHANGE>,
  fields: Fields,
): User {
  if (role !== null) checkRole(app, role);
  checkLengths(app, { name, tags: given.tags });
  return {
    ...user,
    ...changes(given, fields, unset),
    name: name ?? user.name,
    role: role ?? user.role,
    updatedAt: app.now(),
  };
}

/** The read values whose fields were given, and null for those to unset. */
export function changes<T extends Readonly<Record<string, unknown>>>(
  values: T,
  fields: Fields,
  unset: readonly string[],
): Partial<T> {
  const given = Object.entries(values).filter(
    ([name]) => fields[name] !== undefined && fields[name] !== null && !unset.includes(name),
  );
  return Object.fromEntries([...given, ...unset.map((name) => [name, null])]) as Partial<T>;
}
