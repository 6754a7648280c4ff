import { expect, test } from 'vitest';
import { type Management, management } from '../../../src/service/client/management.ts';
import { accountCases } from './call-cases/account-cases.ts';
import { managementCases } from './call-cases/management-cases.ts';
import { messageCases } from './call-cases/message-cases.ts';
import { moderationCases } from './call-cases/moderation-cases.ts';
import { notificationCases } from './call-cases/notification-cases.ts';
import { userAndGroupCases } from './call-cases/user-and-group-cases.ts';
import { all, fakeService, KEY } from './fake-service.ts';

/** One call as a program makes it: the names that lead to the method, and the arguments. */
type Made = { readonly path: readonly string[]; readonly args: readonly unknown[] };

/** Stands for a client, and keeps what is called. */
function recorder(made: Made[], path: readonly string[] = []): unknown {
  return new Proxy(() => {}, {
    get: (_, name) => recorder(made, [...path, String(name)]),
    apply: (_target, _this, args) => {
      made.push({ path, args });
      return Promise.resolve();
    },
  });
}

const chatCases = [
  ...userAndGroupCases,
  ...accountCases,
  ...messageCases,
  ...moderationCases,
  ...notificationCases,
];
const named = (cases: readonly (readonly [string, (client: never) => unknown, ...unknown[]])[]): Made[] => {
  const made: Made[] = [];
  for (const [, call] of cases) call(recorder(made) as never);
  return made;
};
/** Each method once, with the arguments of its first case. */
const methodsOf = (made: readonly Made[]): readonly Made[] => [
  ...new Map(made.toReversed().map((one) => [one.path.join('.'), one])).values(),
];
const chat = methodsOf(named(chatCases));
const account = methodsOf(named(managementCases));

type Method = (...args: readonly unknown[]) => Promise<unknown> | AsyncIterable<unknown>;

/** What becomes of a call: `sent`, the code of its rejection, or what it throws otherwise, which nothing should. */
async function outcome(client: unknown, path: readonly string[], args: readonly unknown[]): Promise<string> {
  const owner = path.slice(0, -1).reduce((one, name) => (one as Record<string, unknown>)[name], client);
  const method = (owner as Record<string, Method>)[path.at(-1) as string] as Method;
  try {
    const call = method(...args);
    return await Promise.resolve(call instanceof Promise ? call : all(call)).then(
      () => 'sent',
      (error: Error & { code?: string }) =>
        error.name === 'ServiceError' ? String(error.code) : `rejects with ${error}`,
    );
  } catch (error) {
    return `throws ${error}`;
  }
}

/** Whatever is sent is refused, so that only arguments decide. */
const refusal = { status: 418, body: { error: { code: 'sent', message: 'said' } } };

/** The outcome of each call with one argument replaced, by the method and the place of the argument. */
async function outcomes(value: undefined | null): Promise<Map<string, string>> {
  await using fake = await fakeService(() => refusal, { onDeprecated: () => {} });
  await using other = management({ managementUrl: fake.origin, key: KEY, secret: KEY });
  const found = new Map<string, string>();
  const clients: readonly (readonly [unknown, readonly Made[]])[] = [
    [fake.service, chat],
    [other satisfies Management, account],
  ];
  for (const [client, made] of clients)
    for (const { path, args } of made)
      for (const at of args.keys())
        found.set(`${path.join('.')} ${at}`, await outcome(client, path, args.with(at, value)));
  return found;
}

const others = (found: Map<string, string>, code: string): string[] =>
  [...found].filter(([, said]) => said !== code).map(([place, said]) => `${place}: ${said}`);

/** Arguments that have a default, or that a call can do without. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'users.get 1',
  'users.delete 1',
  'authTokens.create 1',
  'apps.list 0',
  'apps.requestUsage 1',
  'groups.create 1',
  'groups.list 0',
  'groups.list 1',
  'groups.get 1',
  'groups.update 2',
  'groups.delete 1',
  'members.add 2',
  'members.list 1',
  'members.list 2',
  'members.changeScope 3',
  'members.kick 2',
  'bannedUsers.ban 2',
  'bannedUsers.unban 2',
  'calls.transcriptions 1',
  'calls.transcriptions 2',
  'messages.send 1',
  'messages.sendToMany 2',
  'messages.get 1',
  'messages.list 0',
  'messages.list 1',
  'messages.listByUser 1',
  'messages.listByUser 2',
  'messages.listByGroup 1',
  'messages.listByGroup 2',
  'messages.update 2',
  'messages.delete 1',
  'messages.delete 2',
  'messages.unpin 1',
  'threads.list 0',
  'threads.list 1',
  'threads.listMessages 1',
  'threads.listMessages 2',
  'reactions.list 1',
  'reactions.list 2',
  'reactions.listByReaction 2',
  'reactions.listByReaction 3',
  'conversations.list 0',
  'conversations.list 1',
  'notifications.tokens.list 1',
]);

test('null as any argument of any method rejects with REQUEST.INVALID, and nothing is sent', async () => {
  const found = await outcomes(null);
  expect(found.size).toBeGreaterThan(200);
  expect(others(found, 'REQUEST.INVALID')).toEqual([]);
});

test('an argument that is missing rejects with REQUEST.INVALID, unless it is optional', async () => {
  const found = await outcomes(undefined);
  const given = new Map([...found].filter(([place]) => !OPTIONAL.has(place)));
  expect(others(given, 'REQUEST.INVALID')).toEqual([]);
  expect([...OPTIONAL].map((place) => [place, found.get(place)])).toEqual(
    [...OPTIONAL].map((place) => [place, 'sent']),
  );
});

test('values of the wrong kind within an argument reject with REQUEST.INVALID, and nothing is sent', async () => {
  await using fake = await fakeService(() => refusal);
  const wrong: readonly (readonly [path: string, ...args: readonly unknown[]])[] = [
    // Words are written in another form than patterns, so the category must be known.
    ['moderation.keywords.update', 'k', { searchTerms: ['a'] }],
    ['moderation.keywords.update', 'k', { searchTerms: 'a', category: 'word' }],
    ['moderation.keywords.create', { id: 'k', name: 5, category: 'word' }],
    ['moderation.keywords.create', { id: 'k', name: 'K', category: null }],
    ['moderation.keywords.create', { id: 'k', name: 'K', category: 'word', file: 5 }],
    ['dataImport.users', 'ann'],
    ['dataImport.users', [null]],
    ['dataImport.users', [{ name: 'A' }]],
    ['dataImport.users', [{ uid: 'a', name: 1n }]],
    ['dataImport.members', [undefined]],
    ['dataImport.messages', { muid: 'm' }],
    ['users.create', { uid: 'a', name: 1n }],
    ['users.list', 'ann'],
    ['metrics.usage', 'today'],
    ['moderation.rules.list', 5],
    ['request', { method: 'POST', path: '/users', body: null }],
  ];
  for (const [path, ...args] of wrong)
    expect([path, await outcome(fake.service, path.split('.'), args)]).toEqual([path, 'REQUEST.INVALID']);
  expect(fake.arrived).toEqual([]);
});
