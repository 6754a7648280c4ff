import type { ExportObject } from '../../files/export-rows.ts';
import { instant, ownValue, record, textValue } from '../../files/values.ts';
import type { SourceUser } from '../../neutral.ts';

/** Beginnings of ids by the type of an author or of a list: contacts, admins, teams and bots may have the same number. */
const SPACES: Readonly<Record<string, string>> = {
  contact: '',
  user: '',
  lead: '',
  visitor: '',
  admin: 'admin-',
  bot: 'bot-',
  team: 'team-',
};
const TAKEN = /^(?:admin|bot|team|contact|author)-/;

/** The id of somebody among all of the export; undefined if they have none. */
export function idOf(type: unknown, id: unknown): string | undefined {
  const own = textValue(id);
  const kind = textValue(type) ?? '';
  if (own === undefined) return undefined;
  const space = ownValue(SPACES, kind);
  if (space === undefined) return `author-${kind}-${own}`;
  return space === '' && TAKEN.test(own) ? `contact-${own}` : `${space}${own}`;
}

/** True if an id is that of somebody of the staff. */
export const isStaff = (id: string): boolean => id.startsWith('admin-');

/** Somebody as a list or a message has them; undefined without an id. */
export function userOf(row: ExportObject): SourceUser | undefined {
  const type = row['type'];
  const id = idOf(type, row['id']);
  if (id === undefined) return undefined;
  return {
    id,
    name: textValue(row['name']),
    email: textValue(row['email']),
    avatar: textValue(row['avatar']) ?? textValue(record(row['avatar'])?.['image_url']),
    isBot: type === 'bot',
    createdAt: instant(row['created_at']),
    lastActiveAt: instant(row['last_seen_at']),
    metadata: { externalId: textValue(row['external_id']), role: textValue(row['role']) },
  };
}
