import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse';
import { z } from 'zod';

/**
 * A migration script as somebody would write it in an afternoon: documented libraries, used as documented, with a schema
 * check of every row. No references, no duplicates, no positions, no resume.
 */

const id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,100}$/)
  .toLowerCase();
const seconds = z.coerce.number().int().positive();

const user = z.object({ uid: id, name: z.string().trim().min(1).max(100), createdAt: seconds });
const group = z.object({
  guid: id,
  name: z.string().trim().min(1).max(100),
  type: z.enum(['public', 'private', 'password']),
  owner: id,
  createdAt: seconds,
});
const member = z.object({
  guid: id,
  uid: id,
  scope: z.enum(['admin', 'moderator', 'participant']),
  joinedAt: seconds,
});
const message = z.object({
  muid: z.string().min(1).max(255),
  sender: id,
  receiver: id,
  receiverType: z.enum(['user', 'group']),
  sentAt: seconds,
  text: z
    .string()
    .max(10_000)
    .refine((text) => text.trim() !== ''),
});

type User = z.infer<typeof user>;
type Group = z.infer<typeof group>;
type Member = z.infer<typeof member>;
type Message = z.infer<typeof message>;

/** The entities in the order of their imports. */
export const names = ['users', 'groups', 'members', 'messages'] as const;
export type Name = (typeof names)[number];

export const schemas = { users: user, groups: group, members: member, messages: message } as const;

/** The rows of an export file, unchanged, one at a time. */
export function rowsOf(path: string): AsyncIterable<unknown> {
  return path.endsWith('.csv') ? createReadStream(path).pipe(parse({ columns: true })) : lines(path);
}

async function* lines(path: string): AsyncGenerator<unknown> {
  const reader = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of reader) yield JSON.parse(line);
}

/** An entry of an import request: the key and the row in the form of the service. */
export type Entry = readonly [key: string, row: unknown];

const entries = {
  users: (row: User): Entry => [row.uid, row],
  groups: (row: Group): Entry => [row.guid, row],
  members: (row: Member): Entry => {
    const memberId = `${row.guid}_member_${row.uid}`;
    return [memberId, { memberId, ...row }];
  },
  messages: ({ text, ...row }: Message): Entry => [
    row.muid,
    { ...row, category: 'message', type: 'text', data: { text } },
  ],
} as const;

/** Checks a row; undefined if it is wrong. */
export function entryOf(name: Name, row: unknown): Entry | undefined {
  const parsed = schemas[name].safeParse(row);
  return parsed.success ? (entries[name] as (row: unknown) => Entry)(parsed.data) : undefined;
}
