import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../src/report/result/report.ts';
import { type SourceServer, sourceServer } from '../pipeline/files/source-server.ts';
import { type ServiceHere, serviceHere } from '../support/service-here.ts';
import { digestOf, type StoreHere } from './stores-here.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows with files, the server that has these, the store that gets copies, and the service that gets the rows. */
export type CopiedHere = AsyncDisposable & {
  readonly here: ServiceHere;
  readonly source: SourceServer;
  readonly store: StoreHere;
  /** Writes the rows of an entity anew, as an export of another night does. */
  rows(entity: 'users' | 'groups' | 'messages', rows: readonly Row[]): void;
  /** Lets files come from another server of this machine. */
  allow(host: string): void;
  run(
    ...options: readonly string[]
  ): Promise<{ exitCode: number; result: Report & { fileCopies?: FileCopies } }>;
};

/** The part of a result that is of files. */
export type FileCopies = {
  readonly found: number;
  readonly distinct: number;
  readonly copied: number;
  readonly alreadyThere: number;
  readonly sameContent: number;
  readonly known: number;
  readonly kept: number;
  readonly failed: Readonly<Record<string, number>>;
  readonly requests: Readonly<Record<'get' | 'put' | 'head' | 'parts', number>>;
  readonly balanced: boolean;
};

export type CopiedOptions = {
  readonly users?: readonly Row[];
  readonly groups?: readonly Row[];
  readonly messages?: readonly Row[];
  /** Further members of `files`. */
  readonly files?: Row;
  /** Further members of the pipeline. */
  readonly more?: Row;
  /** Further files beside the pipeline, and sources in the place of rows. */
  readonly beside?: Readonly<Record<string, string | Uint8Array>>;
  readonly sources?: string;
  readonly source?: SourceServer;
};

const lines = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Starts all of it. */
export async function copiedHere(
  store: (folder: string) => Promise<StoreHere>,
  { users, groups, messages, files = {}, more = {}, beside = {}, sources = '', source: given }: CopiedOptions,
): Promise<CopiedHere> {
  const source = given ?? (await sourceServer());
  const rows = { users, groups, messages };
  const here = await serviceHere({
    files: {
      ...Object.fromEntries(
        Object.entries(rows).flatMap(([name, all]) => (all ? [[`${name}.ndjson`, lines(all)]] : [])),
      ),
      ...beside,
    },
    rest: '# more',
  });
  const target = await store(here.folder);
  for (const [name, text] of Object.entries(target.keyFiles)) writeFileSync(join(here.folder, name), text);
  const from = [{ host: source.host, allowPrivate: true }];
  const write = (): void =>
    here.rest(
      [
        sources,
        'retention: { messagesOlderThanDays: 36500 }',
        `files: ${JSON.stringify({ ...target.spec, from, ...files })}`,
        ...Object.entries(more).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
      ].join('\n'),
    );
  write();
  return {
    here,
    source,
    store: target,
    rows: (entity, all) => writeFileSync(join(here.folder, `${entity}.ndjson`), lines(all)),
    allow(host) {
      from.push({ host, allowPrivate: true });
      write();
    },
    run: (...options) => here.json('run', '--yes', ...options),
    async [Symbol.asyncDispose]() {
      await here[Symbol.asyncDispose]();
      await target[Symbol.asyncDispose]();
      if (!given) await source[Symbol.asyncDispose]();
    },
  };
}

/** A message with files. */
export const withFiles = (muid: string, urls: readonly string[], more: Row = {}): Row => ({
  muid,
  sender: 'ann',
  receiver: 'ben',
  receiverType: 'user',
  category: 'message',
  type: 'file',
  sentAt: 1_790_000_000 + Number(muid.replaceAll(/\D/g, '') || 0),
  data: {
    attachments: urls.map((url) => {
      const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) || 'file');
      return { url, name, mimeType: 'image/png', extension: 'png' };
    }),
  },
  ...more,
});

export const PEOPLE: readonly Row[] = [
  { uid: 'ann', name: 'Ann' },
  { uid: 'ben', name: 'Ben' },
];

/** A PNG file of its own, as far as its first bytes say. */
export const picture = (name: string, bytes = 300): Buffer =>
  Buffer.concat([PNG, Buffer.alloc(Math.max(0, bytes - PNG.length), `${name} `)]);

const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360000002000154a24f5f0000000049454e44ae426082',
  'hex',
);

/** The addresses of the files of all messages, and of people and groups, as the service has them. */
export async function addressesIn({ service }: Pick<ServiceHere, 'service'>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { muid, data } of service.messages.list({ limit: 1000 }))
    if (muid !== undefined)
      for (const { url } of (data?.attachments ?? []) as readonly { url: string }[]) found.push(url);
  for await (const { avatar } of service.users.list()) if (avatar) found.push(avatar);
  for await (const { icon } of service.groups.list()) if (icon) found.push(icon);
  return found;
}

/** Digests of what the addresses give to everybody. */
export async function digestsAt(addresses: readonly string[]): Promise<readonly string[]> {
  const digests: string[] = [];
  for (const address of addresses) {
    const answer = await fetch(address);
    digests.push(
      answer.ok ? digestOf(new Uint8Array(await answer.arrayBuffer())) : `status ${answer.status}`,
    );
  }
  return digests;
}

/** True if a command has asked neither hosts of files nor the store: a migration that has ended says nothing of files. */
export const isAtRest = (copies: FileCopies | undefined): boolean =>
  copies === undefined || Object.values(copies.requests).every((count) => count === 0);
