import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { exportOf, userOf } from './answers.ts';
import { type FakeStream, type FakeStreamOptions, fakeStream } from './fake-stream.ts';
import type { StreamApp } from './stream-app.ts';

/** An app of Stream's, and a pipeline that reads it through its API into a service, all in this process. */
export type StreamHere = AsyncDisposable & { readonly fake: FakeStream; readonly here: ServiceHere };

export type StreamPull = FakeStreamOptions & {
  /** Further members of `api`. */
  readonly api?: string;
  /** Members of the export beside `api`. */
  readonly beside?: string;
  /** Further lines of the pipeline. */
  readonly rest?: string;
  readonly files?: Readonly<Record<string, string>>;
};

const OLD = 'retention: { messagesOlderThanDays: 36500 }';

export async function streamHere({
  api = '',
  beside = '',
  rest = '',
  files = {},
  ...options
}: StreamPull = {}): Promise<StreamHere> {
  const fake = await fakeStream(options);
  const account = `key: ${fake.key}, secret: { file: stream.secret }, host: "${fake.address}", requestsPerSecond: 1000`;
  const here = await serviceHere({
    files: { 'stream.secret': fake.secret, ...files },
    rest: `  export: { system: stream, ${beside} api: { ${account} ${api} } }\n${OLD}\n${rest}`,
  });
  return {
    fake,
    here,
    async [Symbol.asyncDispose]() {
      await here[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
    },
  };
}

/** The export of all channels of an app, with its users. */
export const wholeExport = (app: StreamApp): string =>
  [...app.users.keys()].map((id) => `${JSON.stringify({ user: userOf(app, id) })}\n`).join('') +
  exportOf(app, [...app.channels.keys()]);

/** A pipeline over a file of Stream's. */
export const fileHere = (text: string, rest = ''): Promise<ServiceHere> =>
  serviceHere({
    files: { 'export/channels.jsonl': text },
    rest: `  export: { system: stream, path: export }\n${OLD}\n${rest}`,
  });

/** The files of records in the state of a pipeline, by name. */
export function recordsIn({ folder }: ServiceHere): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths.flatMap((path) => {
      const [, name] = /\/prepared\/pulled\/(.*)$/.exec(path) ?? [];
      return name === undefined ? [] : [[name, readFileSync(path).toString('base64')]];
    }),
  );
}

/** What a service holds, without what differs from one to the next: numbers, and the times of writing. */
export async function held({ service }: ServiceHere) {
  const users = await Array.fromAsync(service.users.list({ withTags: true }));
  const groups = await Array.fromAsync(service.groups.list({ withTags: true }));
  const members: string[] = [];
  for (const { guid } of groups)
    for await (const { uid, scope } of service.members.list(guid)) members.push(`${guid} ${uid} ${scope}`);
  const messages = await Array.fromAsync(service.messages.list({ limit: 1000 }));
  // Messages without an id of ours are the service's own, such as that one was edited.
  const left = messages.filter(({ muid, deletedAt }) => muid !== undefined && deletedAt === undefined);
  return {
    users: Object.fromEntries(users.map(({ uid, name, metadata }) => [uid, { name, metadata }])),
    groups: Object.fromEntries(
      groups.map(({ guid, name, type, owner, tags, metadata }) => [
        guid,
        { name, type, owner, tags, metadata },
      ]),
    ),
    members: members.sort(),
    messages: Object.fromEntries(
      left.map(({ muid, sender, receiver, type, sentAt, data: { entities, ...said } = {} }) => [
        muid,
        { sender, receiver, type, sentAt, said },
      ]),
    ),
  };
}
