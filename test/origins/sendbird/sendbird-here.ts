import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import type { ChatApp } from './chat-app.ts';
import { type FakeOptions, type FakeSendbird, fakeSendbird } from './fake-sendbird.ts';

/** An application of Sendbird, and a pipeline that reads it through its API into a service, all in this process. */
export type SendbirdHere = AsyncDisposable & { readonly api: FakeSendbird; readonly here: ServiceHere };

export type SendbirdPull = {
  /** Further members of `api`. */
  readonly more?: string;
  /** Members of the export beside `api`. */
  readonly beside?: string;
  /** Further lines of the pipeline. */
  readonly rest?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly options?: FakeOptions;
};

export async function sendbirdHere(
  app: ChatApp,
  { more = '', beside = '', rest = '', files = {}, options = {} }: SendbirdPull = {},
): Promise<SendbirdHere> {
  const api = await fakeSendbird(app, options);
  const account = `appId: APP-1, key: { file: sendbird.key }, host: "${api.host}"`;
  const here = await serviceHere({
    files: { 'sendbird.key': 'master-key', ...files },
    rest: `  export: { system: sendbird, ${beside} api: { ${account}, requestsPerSecond: 1000 ${more} } }
retention: { messagesOlderThanDays: 36500 }
${rest}`,
  });
  return {
    api,
    here,
    async [Symbol.asyncDispose]() {
      await here[Symbol.asyncDispose]();
      await api[Symbol.asyncDispose]();
    },
  };
}

/** What a service holds, without what differs from one to the next: numbers, and the times of writing. */
export async function held({ service }: Pick<ServiceHere, 'service'>): Promise<Held> {
  const users = await Array.fromAsync(service.users.list({ withTags: true }));
  const groups = await Array.fromAsync(service.groups.list({ withTags: true }));
  const members: string[] = [];
  for (const { guid } of groups)
    for await (const { uid, scope } of service.members.list(guid)) members.push(`${guid} ${uid} ${scope}`);
  const messages = await Array.fromAsync(service.messages.list({ limit: 1000 }));
  return {
    users: users.map(({ uid, name, tags, metadata }) => ({ uid, name, tags, metadata })).sort(by('uid')),
    groups: groups
      .map(({ guid, name, type, owner, tags, metadata }) => ({ guid, name, type, owner, tags, metadata }))
      .sort(by('guid')),
    members: members.sort(),
    messages: messages
      .map(
        ({ muid, sender, receiver, type, sentAt, editedAt, deletedAt, data: { entities, ...said } = {} }) => {
          const [isEdited, isDeleted] = [editedAt !== undefined, deletedAt !== undefined];
          return { muid, sender, receiver, type, sentAt, isEdited, isDeleted, said };
        },
      )
      .sort(by('muid')),
  };
}

type Held = Readonly<
  Record<'users' | 'groups' | 'messages', readonly Readonly<Record<string, unknown>>[]>
> & {
  readonly members: readonly string[];
};

const by =
  (key: string) =>
  (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): number =>
    String(a[key]) < String(b[key]) ? -1 : 1;
