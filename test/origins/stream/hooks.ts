import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { input } from './refusal.ts';
import type { Item } from './stream-app.ts';

/** An event as it is sent. */
export type SentEvent = Item & { readonly type: string };

type Hook = Item & { readonly id: string };

const [TRIES, ANSWER_MS, TRIES_MS] = [3, 6_000, 15_000];
const REPEATED = new Set([408, 429]);

/** The webhooks of an app: they are set as a whole list, and events are sent to them as Stream does it. */
export class StreamHooks {
  list: readonly Hook[] = [];
  /** True if bodies are compressed. */
  isPacked = false;
  /** A webhook as it was set before there were lists of them. */
  formerUrl = '';
  readonly sent: SentEvent[] = [];
  /** Answers to events, such as 200; 0 for none. */
  readonly answers: number[] = [];
  readonly #account: { readonly key: string; readonly secret: string };
  readonly #underWay = new Set<Promise<void>>();

  constructor(account: { readonly key: string; readonly secret: string }) {
    this.#account = account;
  }

  app(): Item {
    return { app: { name: 'tests', webhook_url: this.formerUrl, event_hooks: this.list } };
  }

  /** Hooks that are not in the list are removed; those without an id are new. */
  change({ event_hooks: hooks }: Item): Item {
    if (!Array.isArray(hooks)) throw input('event_hooks is no list');
    this.list = hooks.map((hook: Item) => {
      if (hook['hook_type'] === 'webhook' && !URL.canParse(String(hook['webhook_url'])))
        throw input('webhook_url is no address');
      return { ...hook, id: String(hook['id'] ?? randomUUID()) };
    });
    return {};
  }

  send(event: SentEvent): void {
    this.sent.push(event);
    for (const hook of this.list) {
      const types = (hook['event_types'] ?? []) as readonly string[];
      const isHeard = types.length === 0 || types.includes(event.type);
      if (hook['hook_type'] !== 'webhook' || hook['enabled'] !== true || !isHeard) continue;
      const work = this.#deliver(String(hook['webhook_url']), event);
      this.#underWay.add(work);
      void work.finally(() => this.#underWay.delete(work));
    }
  }

  async quiet(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  /** The headers of an event. */
  signed(body: string, id = randomUUID(), attempt = 1): Readonly<Record<string, string>> {
    return {
      'content-type': 'application/json',
      'x-api-key': this.#account.key,
      'x-signature': createHmac('sha256', this.#account.secret).update(body).digest('hex'),
      'x-webhook-id': id,
      'x-webhook-attempt': String(attempt),
    };
  }

  async #deliver(url: string, event: SentEvent): Promise<void> {
    const [body, id, begun] = [JSON.stringify(event), randomUUID(), Date.now()];
    for (let attempt = 1; attempt <= TRIES && Date.now() - begun < TRIES_MS; attempt++) {
      const status = await fetch(url, {
        method: 'POST',
        headers: {
          ...this.signed(body, id, attempt),
          ...(this.isPacked ? { 'content-encoding': 'gzip' } : {}),
        },
        body: this.isPacked ? gzipSync(body) : body,
        signal: AbortSignal.timeout(ANSWER_MS),
      }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        },
        () => 0,
      );
      this.answers.push(status);
      if (status !== 0 && status < 500 && !REPEATED.has(status)) return;
      await sleep(100 * attempt);
    }
  }
}
