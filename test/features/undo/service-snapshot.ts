import { setTimeout as sleep } from 'node:timers/promises';

type Json = Record<string, unknown>;
type Answer = { readonly data: Json[]; readonly meta?: Record<string, Json> };

/** A service through its API, without chatferry's own client. */
export type Service = {
  readonly get: (path: string, as?: string) => Promise<Answer>;
  readonly call: (method: string, path: string, body?: unknown, as?: string) => Promise<Json>;
};

export function serviceAt({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): Service {
  const call = async (method: string, path: string, body?: unknown, as?: string): Promise<Json> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        apikey: apiKey,
        ...(as ? { onBehalfOf: as } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as Json;
    if (response.ok) return answer;
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  };
  return {
    call,
    async get(path, as) {
      for (let tries = 1; ; tries++)
        try {
          return (await call('GET', path, undefined, as)) as Answer;
        } catch (error) {
          if (tries === 30) throw error;
          await sleep(5);
        }
    },
  };
}

/** Everything that can be read from a service, with all fields, in the order of the lists. */
export async function snapshotOf({ get }: Service): Promise<Json> {
  const all = async (path: string, as?: string): Promise<Json[]> => {
    const rows: Json[] = [];
    for (let page = 1; ; page++) {
      const { data } = await get(`${path}${path.includes('?') ? '&' : '?'}perPage=1000&page=${page}`, as);
      rows.push(...data);
      if (data.length < 1000) return rows;
    }
  };
  const messages = async (path: string, as?: string): Promise<Json[]> =>
    (await get(`${path}?limit=1000&withTags=true`, as)).data;
  const users = await all('/users?withDeactivated=true&withTags=true');
  const groups = await all('/groups?withTags=true');
  const snapshot: Json = {
    users,
    groups,
    roles: await all('/roles'),
    messages: await messages('/messages'),
    conversations: await all('/conversations'),
  };
  for (const { guid } of groups) {
    snapshot[`members of ${guid}`] = await all(`/groups/${guid}/members`);
    snapshot[`banned from ${guid}`] = await all(`/groups/${guid}/bannedusers`);
    snapshot[`messages of ${guid}`] = await messages(`/groups/${guid}/messages`);
  }
  for (const { uid, deactivatedAt } of users) {
    if (deactivatedAt) continue;
    const as = String(uid);
    snapshot[`friends of ${as}`] = await all(`/users/${as}/friends`);
    snapshot[`blocked by ${as}`] = await all(`/users/${as}/blockedusers`);
    snapshot[`conversations of ${as}`] = await all('/conversations?withTags=true', as);
    snapshot[`messages seen by ${as}`] = await messages('/messages', as);
    snapshot[`unread by ${as}`] = (await get('/messages?unread=true&limit=1000', as)).data;
  }
  return snapshot;
}
