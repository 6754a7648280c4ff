import { setTimeout as sleep } from 'node:timers/promises';

/** Where a service is. */
type Service = { readonly baseUrl: string; readonly apiKey: string };

/** Reads a service back through its API, page by page, with nothing of chatferry's own client. */
export type ServiceReader = {
  list(path: string): AsyncGenerator<Record<string, unknown>>;
  messages(query?: string): AsyncGenerator<Message>;
};

export type Message = {
  readonly id: string;
  readonly muid: string;
  readonly sender: string;
  readonly receiver: string;
  readonly receiverType: string;
  readonly conversationId: string;
  readonly sentAt: number;
  readonly data: Record<string, unknown>;
};

/** Waits until a service holds a message: a request for messages has come. */
export async function untilStored({ baseUrl, apiKey }: Service): Promise<void> {
  while ((await serviceReader(baseUrl, apiKey).messages().next()).done) await sleep(20);
}

export function serviceReader(baseUrl: string, apiKey: string): ServiceReader {
  const get = async (
    path: string,
  ): Promise<{ data: unknown[]; meta?: Record<string, Record<string, unknown>> }> => {
    for (let tries = 1; ; tries++) {
      try {
        const response = await fetch(baseUrl + path, { headers: { apikey: apiKey } });
        if (response.ok) return (await response.json()) as { data: unknown[] };
        if (response.status === 429) {
          tries--;
          await sleep(1_000);
          continue;
        }
        if (tries > 20) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      } catch (error) {
        if (tries > 20) throw error;
      }
    }
  };
  return {
    async *list(path) {
      for (let page = 1; ; page++) {
        const { data } = await get(`${path}${path.includes('?') ? '&' : '?'}perPage=1000&page=${page}`);
        yield* data as Record<string, unknown>[];
        if (data.length < 1000) return;
      }
    },
    async *messages(query = '') {
      let cursor = '';
      for (;;) {
        const { data, meta } = await get(`/messages?limit=1000&affix=append${query}${cursor}`);
        yield* data as Message[];
        const next = meta?.['next'];
        if (!next || data.length === 0) return;
        cursor = `&id=${next['id']}&sentAt=${next['sentAt']}`;
      }
    },
  };
}
