import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import type { Request, Resource, Sent, Step } from './entry.ts';

/** What came back. */
export type Answer = { readonly status: number; readonly json: unknown };

/** Which credentials a request carries. */
export type Credentials = 'full' | 'basic' | 'authOnly' | 'wrong' | 'none';

/** A running service with plain `fetch` in front of it. */
export type Peer = AsyncDisposable & {
  send(at: Resource['at'], call: string, request: Request, credentials?: Credentials): Promise<Answer>;
  /** Makes requests that must succeed, and keeps what they name; returns what went wrong. */
  prepare(at: Resource['at'], steps: readonly Step[]): Promise<string | undefined>;
  /** The calls that the service lists, as `GET /users/{uid}`. */
  listed(): Promise<readonly string[]>;
};

/** The data of a service in a folder of its own; each peer begins with a copy. */
export type World = Disposable & { open(): Promise<Peer> };

/** A world that holds what the steps made. */
export async function worldOf(steps: readonly Step[]): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'judge-'));
  const kept = new Map<string, string>();
  const first = join(folder, 'world');
  {
    await using peer = await openPeer(first, kept);
    const fault = await peer.prepare('chat', steps);
    if (fault !== undefined) throw new Error(fault);
  }
  let copies = 0;
  return {
    open: () => {
      const copy = join(folder, `copy-${copies++}`);
      cpSync(first, copy, { recursive: true });
      return openPeer(copy, new Map(kept));
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function openPeer(folder: string, kept: Map<string, string>): Promise<Peer> {
  const sandbox = await startSandbox({ dataFile: join(folder, 'data.sqlite'), http: true });
  const { baseUrl, callsBaseUrl, managementUrl, files } = sandbox;
  const urls = { chat: baseUrl, calls: callsBaseUrl, management: managementUrl };
  const secret = (path: string): string => readFileSync(path, 'utf8').trim();
  kept.set('appId', sandbox.appId);
  kept.set('apiKey', secret(files.apiKey));
  const credentialsOf = (at: Resource['at'], which: Credentials): Record<string, string> => {
    if (which === 'none') return {};
    const [own, ownSecret] = [secret(files.managementKey), secret(files.managementSecret)];
    if (which === 'basic') return { authorization: `Basic ${btoa(`${own}:${ownSecret}`)}` };
    const key = { full: secret(files.apiKey), authOnly: secret(files.authKey), wrong: 'f'.repeat(40) }[which];
    if (at !== 'management') return { apikey: key };
    return which === 'full' ? { key: own, secret: ownSecret } : { key, secret: key };
  };
  const filled = <T extends Sent>(value: T): T =>
    JSON.parse(
      JSON.stringify(value).replaceAll(/\{(\w+)\}/g, (all, name: string) => kept.get(name) ?? all),
    ) as T;
  const send: Peer['send'] = async (at, call, request, which = 'full') => {
    const { path = {}, query, as, body, text: raw, form } = request;
    const sent = raw ?? (body && JSON.stringify(filled(body)));
    const [method = '', template = ''] = call.split(' ');
    const place = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(filled(path[name] ?? kept.get(name) ?? '')),
    );
    const search = new URLSearchParams(
      Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, `${filled(value)}`]),
    );
    const answer = await fetch(`${urls[at]}${place}${search.size > 0 ? `?${search}` : ''}`, {
      method,
      headers: {
        ...credentialsOf(at, which),
        ...(as !== undefined && { onBehalfOf: filled(as) }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
      },
      body: form ? formOf(form) : (sent ?? null),
    });
    const text = await answer.text();
    return { status: answer.status, json: jsonOf(text) };
  };
  return {
    send,
    prepare: async (at, steps) => {
      for (const step of steps) {
        const { status, json } = await send(at, step.call, step);
        if (status >= 300) return `${step.call} is answered ${status} ${codeOf(json) ?? ''}`;
        for (const [name, place] of Object.entries(step.keep ?? {})) {
          const value = valueAt(json, place);
          if (value === undefined) return `${step.call} answers no ${place}`;
          kept.set(name, value);
        }
      }
      return undefined;
    },
    listed: async () => {
      const { json } = await send('chat', 'GET /openapi.json', {});
      return Object.entries((json as { paths: Readonly<Record<string, object>> }).paths).flatMap(
        ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
    },
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  };
}

/** The code of a refusal. */
export const codeOf = (json: unknown): string | undefined =>
  (json as { error?: { code?: string } } | null)?.error?.code;

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** The JSON of an answer; a text that is none stays what it is, and so fits no shape. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function valueAt(json: unknown, place: string): string | undefined {
  const found = place.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], json);
  return typeof found === 'string' ? found : undefined;
}
