import { readFile } from 'node:fs/promises';
import { startSandbox } from '../../src/sandbox/sandbox.ts';

/** An object of an answer; tests know which members they expect. */
export type Entry = Readonly<Record<string, unknown>>;

/** Everything that a service holds and shows. */
export type Content = {
  readonly users: readonly Entry[];
  readonly groups: readonly Entry[];
  /** Members that are not banned, each with its guid. */
  readonly members: readonly Entry[];
  /** Sorted by time; the order within a conversation is the service's own. */
  readonly messages: readonly Entry[];
};

type Page = {
  readonly data: readonly Entry[];
  readonly meta: {
    readonly pagination?: { readonly current_page: number; readonly total_pages: number };
    readonly next?: { readonly sentAt: number; readonly id: string };
  };
};

/** Small pages, so that reading goes over many of them. */
const PAGE_ENTRIES = 30;

/** Serves a data file, reads all of it through the API, page by page, and closes it. */
export async function contentOf(dataFile: string): Promise<Content> {
  await using sandbox = await startSandbox({ dataFile, http: true });
  const { baseUrl, files } = sandbox;
  const apikey = (await readFile(files.apiKey, 'utf8')).trim();
  const get = async (path: string): Promise<Page> => {
    const answer = await fetch(baseUrl + path, { headers: { apikey } });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Page;
  };
  const users = await numberedPages(get, '/users?withDeactivated=true&withTags=true');
  const groups = await numberedPages(get, '/groups?withTags=true');
  const members: Entry[] = [];
  for (const { guid } of groups)
    for (const member of await numberedPages(get, `/groups/${guid}/members?`))
      members.push({ guid, ...member });
  return { users, groups, members, messages: await messagePages(get) };
}

async function numberedPages(get: (path: string) => Promise<Page>, path: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let page = 1; ; page++) {
    const { data, meta } = await get(`${path}&perPage=${PAGE_ENTRIES}&page=${page}`);
    entries.push(...data);
    if (page >= (meta.pagination?.total_pages ?? 0)) return entries;
  }
}

async function messagePages(get: (path: string) => Promise<Page>): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor = '';
  for (;;) {
    const { data, meta } = await get(`/messages?withTags=true&limit=${PAGE_ENTRIES}${cursor}`);
    entries.push(...data);
    if (!meta.next) return entries;
    cursor = `&sentAt=${meta.next.sentAt}&id=${meta.next.id}`;
  }
}
