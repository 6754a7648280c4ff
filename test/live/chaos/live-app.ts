import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseLimits, startSandbox } from '../../../src/sandbox/sandbox.ts';
import type { FaultRule } from '../../../src/sandbox/server/faults.ts';

type Json = Readonly<Record<string, unknown>>;

/** A message as an app shows it. */
export type ShownMessage = {
  /** As both apps call it: its muid, or else app and id. */
  readonly key: string;
  readonly sender: string;
  readonly conversation: string;
  readonly text: string;
  readonly isDeleted: boolean;
  readonly parent: string | undefined;
  /** Each as user and emoji, sorted. */
  readonly reactions: readonly string[];
  readonly id: string;
  /** Seconds since 1970. */
  readonly sentAt: number;
};

/** An app of the service that people use, asked over its API alone. */
export type LiveApp = AsyncDisposable & {
  readonly appId: string;
  readonly baseUrl: string;
  readonly managementUrl: string;
  readonly files: Readonly<Record<'apiKey' | 'managementKey' | 'managementSecret', string>>;
  /** Requests that wrote something, as `POST /v3/users`. */
  readonly writes: string[];
  /** @throws Error if the answer is no success, unless that is taken */
  call(method: string, path: string, body?: unknown, by?: string): Promise<Json>;
  users(): Promise<ReadonlyMap<string, string>>;
  groups(): Promise<ReadonlyMap<string, string>>;
  /** Members with their scopes, by group. */
  members(): Promise<ReadonlyMap<string, readonly string[]>>;
  messages(): Promise<readonly ShownMessage[]>;
};

/**
 * Starts a sandbox for an app.
 * @param faults their shares may change while it works
 * @param limits as the option of the sandbox
 */
export async function openLiveApp(
  folder: string,
  appId: string,
  faults: readonly FaultRule[] = [],
  limits = 'none',
): Promise<LiveApp> {
  const place = join(folder, appId);
  mkdirSync(place);
  const writes: string[] = [];
  const sandbox = await startSandbox({
    dataFile: join(place, 'app.sqlite'),
    http: true,
    appId,
    limits: parseLimits(limits),
    faults,
    log: ({ method, path }) => {
      if (method !== 'GET' && !path.includes('/management/')) writes.push(`${method} ${path}`);
    },
  });
  const { baseUrl, managementUrl, files } = sandbox;
  const apiKey = readFileSync(files.apiKey, 'utf8').trim();
  const call = async (method: string, path: string, body?: unknown, by?: string): Promise<Json> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        apikey: apiKey,
        'content-type': 'application/json',
        ...(by === undefined ? {} : { onBehalfOf: by }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json = (await answer.json()) as Json;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
    return json;
  };
  const pages = async (path: string): Promise<readonly Json[]> => {
    const found: Json[] = [];
    for (let page = 1; ; page++) {
      const mark = path.includes('?') ? '&' : '?';
      const { data } = await call('GET', `${path}${mark}perPage=1000&page=${page}`);
      found.push(...(data as readonly Json[]));
      if ((data as readonly Json[]).length < 1_000) return found;
    }
  };
  const groups = async (): Promise<ReadonlyMap<string, string>> =>
    new Map((await pages('/groups')).map(({ guid, name, type }) => [String(guid), `${name} ${type}`]));
  return {
    appId,
    baseUrl,
    managementUrl,
    files,
    writes,
    call,
    async users() {
      const all = await pages('/users?withDeactivated=true');
      return new Map(all.map(({ uid, name }) => [String(uid), String(name)]));
    },
    groups,
    async members() {
      const found = new Map<string, readonly string[]>();
      for (const guid of (await groups()).keys()) {
        const all = await pages(`/groups/${guid}/members`);
        found.set(guid, all.map(({ uid, scope }) => `${uid} ${scope}`).sort());
      }
      return found;
    },
    async messages() {
      const found: ShownMessage[] = [];
      const keys = new Map<string, string>();
      const rows: Json[] = [];
      for (let from = ''; ; ) {
        const { data } = await call('GET', `/messages?limit=1000&affix=append${from}`);
        const list = data as readonly Json[];
        rows.push(...list);
        if (list.length < 1_000) break;
        from = `&id=${list.at(-1)?.['id']}`;
      }
      const isSaid = ({ category }: Json): boolean => category === 'message' || category === 'custom';
      for (const row of rows) keys.set(String(row['id']), String(row['muid'] ?? `${appId}-${row['id']}`));
      for (const row of rows.filter(isSaid)) {
        const { id, sender, receiver, receiverType, deletedAt, parentId, data, sentAt } = row;
        const { text = '', reactions = [] } = data as { text?: string; reactions?: readonly Json[] };
        const given =
          reactions.length === 0 || deletedAt !== undefined
            ? []
            : ((await call('GET', `/messages/${id}/reactions?limit=100`))['data'] as readonly Json[]);
        const pair = [String(sender), String(receiver)].sort().join('+');
        found.push({
          key: keys.get(String(id)) as string,
          id: String(id),
          sentAt: Number(sentAt),
          sender: String(sender),
          conversation: receiverType === 'user' ? pair : String(receiver),
          text,
          isDeleted: deletedAt !== undefined,
          parent: parentId === undefined ? undefined : keys.get(String(parentId)),
          reactions: given.map(({ uid, reaction }) => `${uid} ${reaction}`).sort(),
        });
      }
      // As people see them.
      return found.sort((a, b) => a.sentAt - b.sentAt || Number(a.id) - Number(b.id));
    },
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  };
}
