import { ServiceError } from '../errors/service-error.ts';
import type { Management } from '../service/client/management.ts';
import { type Check, type CheckContext, skip } from './check.ts';
import { must } from './expect.ts';

type Users = CheckContext['service']['users'];
type Groups = CheckContext['service']['groups'];
export type AnsweredUser = Awaited<ReturnType<Users['get']>>;
export type AnsweredGroup = Awaited<ReturnType<Groups['get']>>;
export type AnsweredMessage = Awaited<ReturnType<CheckContext['service']['messages']['get']>>;

/** A check that only reads. */
export const reads = (name: string, covers: Check['covers'], run: Check['run']): Check => ({
  name,
  covers,
  needs: 'read',
  run,
});

/** A check that creates its own rows and removes them. */
export const writes = (name: string, covers: Check['covers'], run: Check['run']): Check => ({
  name,
  covers,
  needs: 'write',
  run,
});

/** Registers the removal of a row. The row may be gone by then, or may never have existed. */
export function removeLater({ later }: CheckContext, remove: () => Promise<unknown>): void {
  later(async () => {
    try {
      await remove();
    } catch (error) {
      if (!(error instanceof ServiceError) || !/_NOT_(?:FOUND|ACCESSIBLE)$/.test(error.code)) throw error;
    }
  });
}

/** An id of this check; what is created with it is removed at the end. */
export function ownId(
  context: CheckContext,
  label: string,
  remove: (id: string) => Promise<unknown>,
): string {
  const id = context.id(label);
  removeLater(context, () => remove(id));
  return id;
}

/** The same for a user. */
export const ownUid = (context: CheckContext, label: string): string =>
  ownId(context, label, (uid) => context.service.users.delete(uid, { permanent: true }));

/** The same for a group. */
export const ownGuid = (context: CheckContext, label: string): string =>
  ownId(context, label, (guid) => context.service.groups.delete(guid));

/** Creates a user and removes it at the end. */
export const newUser = async (
  context: CheckContext,
  label: string,
  fields: Partial<Parameters<Users['create']>[0]> = {},
): Promise<AnsweredUser> =>
  context.service.users.create({ uid: ownUid(context, label), name: `Conformance ${label}`, ...fields });

/** Creates a user for each label and returns their uids. */
export async function newUids(context: CheckContext, ...labels: readonly string[]): Promise<string[]> {
  const uids: string[] = [];
  for (const label of labels) uids.push((await newUser(context, label)).uid);
  return uids;
}

/** Creates a group and removes it at the end. */
export async function newGroup(
  context: CheckContext,
  label: string,
  fields: Partial<Parameters<Groups['create']>[0]> = {},
): Promise<AnsweredGroup> {
  const guid = ownGuid(context, label);
  return context.service.groups.create({ guid, name: `Conformance ${label}`, type: 'public', ...fields });
}

/** Sends a text between users. The conversation is removed at the end. */
export async function say(
  context: CheckContext,
  from: string,
  to: string,
  text: string,
  more: { readonly tags?: readonly string[]; readonly muid?: string } = {},
): Promise<AnsweredMessage> {
  const { messages, conversations } = context.service;
  const sent = await messages.send(
    { receiver: to, receiverType: 'user', type: 'text', data: { text }, ...more },
    { onBehalfOf: from },
  );
  const id = sent.conversationId;
  if (id !== undefined) removeLater(context, () => conversations.delete(id, { onBehalfOf: from }));
  return sent;
}

/** Sends a text into a group. The text is removed with the group. */
export const sayIn = (
  { service }: CheckContext,
  from: string,
  guid: string,
  text: string,
): Promise<AnsweredMessage> =>
  service.messages.send(
    { receiver: guid, receiverType: 'group', type: 'text', data: { text } },
    { onBehalfOf: from },
  );

/** The first rows of a list, at most `most`. */
export async function firstOf<T>(list: AsyncIterable<T>, most: number): Promise<T[]> {
  const rows: T[] = [];
  for await (const row of list) {
    rows.push(row);
    if (rows.length >= most) break;
  }
  return rows;
}

/** The client of the account. Skips the check if no address and keys were given. */
export function accountOf({ management }: CheckContext): Management {
  return management ?? skip('no management address and keys were given');
}

/** The id of an app of the account. */
export async function someApp(account: Management): Promise<string> {
  const [app] = await firstOf(account.apps.list({ perPage: 1 }), 1);
  must(app?.id, 'the account has no apps');
  return app.id;
}

/** More rows than any check creates. */
const ROWS_MAX = 1_000;

/** Every row of a list that is known to be short. Fails the check if the list does not end. */
export async function allOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const rows = await firstOf(list, ROWS_MAX);
  must(rows.length < ROWS_MAX, `a list of a few rows goes on beyond ${ROWS_MAX}`);
  return rows;
}

/** One member of every row of such a list. */
export const columnOf = async <T, Name extends keyof T>(
  list: AsyncIterable<T>,
  name: Name,
): Promise<T[Name][]> => (await allOf(list)).map((row) => row[name]);

/** Number of the newest messages that the checks search. */
export const RECENT = 100;

/** Two existing users of whom one has written to the other. */
export async function talkingPair({
  service,
}: CheckContext): Promise<readonly [sender: string, receiver: string]> {
  const query = { receiverType: 'user', categories: ['message'], limit: RECENT } as const;
  const tried = new Set<string>();
  for (const { sender = '', receiver = '' } of await firstOf(service.messages.list(query), RECENT)) {
    if (tried.size >= 5) break;
    if (tried.has(`${sender} ${receiver}`)) continue;
    tried.add(`${sender} ${receiver}`);
    const seen = await service.users.get(receiver, { onBehalfOf: sender }).catch(() => undefined);
    if (seen) return [sender, receiver];
  }
  skip('no two users of the newest messages exist');
}
