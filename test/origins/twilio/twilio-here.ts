import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { type FakeTwilio, fakeTwilio, type TwilioOptions } from './fake-twilio.ts';
import type { TwilioData } from './twilio-data.ts';

/** An account of Twilio, and a pipeline that reads it through its API into a service, all in this process. */
export type TwilioHere = AsyncDisposable & { readonly api: FakeTwilio; readonly here: ServiceHere };

export type TwilioPull = TwilioOptions & {
  /** Further members of `api`. */
  readonly more?: string;
  /** Members of the export beside `api`. */
  readonly beside?: string;
  /** Further lines of the pipeline. */
  readonly rest?: string;
  readonly files?: Readonly<Record<string, string>>;
};

export async function twilioHere(
  data: TwilioData,
  { more = '', beside = '', rest = '', files = {}, ...options }: TwilioPull = {},
): Promise<TwilioHere> {
  const api = await fakeTwilio(data, options);
  const [keySid = '', secret = ''] = api.key.split(':');
  const account = `account: ${data.account}, keySid: ${keySid}, secret: { file: twilio.key }`;
  const here = await serviceHere({
    files: { 'twilio.key': secret, ...files },
    rest: `  export: { system: twilio, ${beside} api: { ${account}, host: "${api.host}", requestsPerSecond: 1000 ${more} } }
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

/** The records of a pull, by the names of their files, as digests of their bytes. */
export function pulledBytes({ here }: TwilioHere): readonly string[] {
  const folder = join(here.folder, '.chatferry/here/prepared/pulled');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.zst'))
    .toSorted()
    .map((name) => `${name} ${hash('sha256', readFileSync(join(folder, name)))}`);
}

/** What a service holds, without what differs from one to the next: numbers, and the times of writing. */
export async function held({ service }: Pick<ServiceHere, 'service'>): Promise<unknown> {
  const users = await Array.fromAsync(service.users.list({ withTags: true }));
  const groups = await Array.fromAsync(service.groups.list({ withTags: true }));
  const members: unknown[] = [];
  for (const { guid } of groups)
    for await (const { uid, scope } of service.members.list(guid)) members.push(`${guid} ${uid} ${scope}`);
  const messages = await Array.fromAsync(service.messages.list({ limit: 1000 }));
  return {
    users: users.map(({ uid, name, tags, metadata }) => ({ uid, name, tags, metadata })).sort(by('uid')),
    groups: groups
      .map(({ guid, name, type, owner, tags, metadata }) => ({ guid, name, type, owner, tags, metadata }))
      .sort(by('guid')),
    members: members.sort(),
    // Those that are deleted, and what the service writes about changes, depend on the way to the same end.
    messages: messages
      .filter(({ muid, deletedAt }) => muid !== undefined && deletedAt === undefined)
      .map(({ muid, sender, receiver, type, sentAt, data: { entities, ...said } = {} }) => ({
        muid,
        sender,
        receiver,
        type,
        sentAt,
        said,
      }))
      .sort(by('muid')),
  };
}

const by =
  <Key extends string>(key: Key) =>
  (a: Readonly<Record<Key, unknown>>, b: Readonly<Record<Key, unknown>>): number =>
    String(a[key]) < String(b[key]) ? -1 : 1;
