import type { ExportObject } from '../../files/export-rows.ts';
import { boolean, list, record, textValue } from '../../files/values.ts';
import type { SourceUser } from '../../neutral.ts';

/** Names that Discord gives people whose accounts are gone. Before 2023, anybody with a number could be called `Deleted User`. */
const GONE = /^(?:Deleted User [0-9a-f]{8}|deleted_user_[0-9a-f]+)$/;
const GONE_WITHOUT_NUMBER = 'Deleted User';
/** Discriminators that say nothing. */
const NONE = new Set(['0', '0000']);

/** The name that people see. */
export const shownName = (user: ExportObject | undefined): string | undefined =>
  textValue(user?.['nickname']) ?? textValue(user?.['name']);

/** The id of a user, or of somebody who has a name alone; undefined if it is nobody. */
export function idOf(user: ExportObject | undefined): string | undefined {
  const name = textValue(user?.['name']) ?? textValue(user?.['nickname']);
  return textValue(user?.['id']) ?? (name === undefined ? undefined : `author-${name}`);
}

/** The roles of a user, by id. */
export const rolesOf = (user: ExportObject): readonly (readonly [id: string | undefined, name: string])[] =>
  list(user['roles']).flatMap((each) => {
    const role = record(each);
    const name = textValue(role?.['name']);
    return name === undefined ? [] : [[textValue(role?.['id']), name] as const];
  });

export function userFrom(id: string, row: ExportObject): SourceUser {
  const [handle, discriminator] = [textValue(row['name']), textValue(row['discriminator'])];
  const shown = shownName(row);
  const roles = rolesOf(row).map(([, name]) => name);
  const isOld = discriminator !== undefined && !NONE.has(discriminator);
  const metadata = {
    ...(handle === undefined || handle === shown ? {} : { handle }),
    ...(isOld ? { discriminator } : {}),
    ...(roles.length > 0 ? { roles } : {}),
  };
  return {
    id,
    name: shown,
    avatar: textValue(row['avatarUrl']),
    isBot: boolean(row['isBot']),
    ...(GONE.test(handle ?? '') || (handle === GONE_WITHOUT_NUMBER && !isOld) ? { deactivated: {} } : {}),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
}
