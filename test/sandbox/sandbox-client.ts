import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { ROUTES } from '../../src/sandbox/routes.ts';
import { type RequestEvent, type SandboxOptions, startSandbox } from '../../src/sandbox/sandbox.ts';
import { openApi } from '../../src/sandbox/server/openapi.ts';
import { answerCheck, type Document } from './server/openapi-check.ts';

/** JSON of an answer; tests know the shape they expect. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads answers of every shape
export type Json = any;

/** What came back: status, headers, the text and, where it is JSON, its value. */
export type Got = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: Json;
};

/** Extra parts of a request; `body` is sent as JSON unless it is text or bytes. */
export type Extra = { body?: unknown; headers?: Record<string, string>; key?: string | null; as?: string };

// Every answer that any test of the sandbox gets is held against the document that the sandbox gives out.
const faultOf = answerCheck(openApi(ROUTES) as unknown as Document);

/** A folder that is removed at the end of the test. */
export function temporaryFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'sandbox-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** A started sandbox with a client of its own, both gone at the end of the test. */
export async function openSandbox(options: Partial<SandboxOptions> = {}) {
  const folder = options.dataFile === undefined ? temporaryFolder() : undefined;
  const dataFile = options.dataFile ?? join(folder?.path ?? '', 'data.sqlite');
  const events: RequestEvent[] = [];
  const sandbox = await startSandbox({
    http: true,
    log: (event) => events.push(event),
    ...options,
    dataFile,
  });
  const secret = (path: string) => readFileSync(path, 'utf8').trim();
  const agent = new Agent({ connect: { ca: readFileSync(sandbox.files.ca, 'utf8') }, connections: 8 });
  const call = async (method: string, path: string, extra: Extra = {}): Promise<Got> => {
    const { body, headers, key = secret(sandbox.files.apiKey), as } = extra;
    const raw = typeof body === 'string' || Buffer.isBuffer(body);
    const answer = await request(path.startsWith('http') ? path : sandbox.baseUrl + path, {
      method,
      dispatcher: agent,
      headers: {
        ...(key !== null && { apikey: key }),
        ...(as !== undefined && { onBehalfOf: as }),
        'content-type': 'application/json',
        ...headers,
      },
      body: body === undefined ? null : raw ? body : JSON.stringify(body),
    });
    const text = await answer.body.text();
    const isJson = answer.headers['content-type'] === 'application/json' && text !== '';
    const json = isJson ? JSON.parse(text) : undefined;
    const { pathname } = new URL(path.startsWith('http') ? path : sandbox.baseUrl + path);
    const isApi = isJson && method !== 'HEAD' && !/^\/view\/|\/openapi\.json$/.test(pathname);
    const fault = isApi ? faultOf(method, pathname, answer.statusCode, json) : undefined;
    if (fault) throw new Error(fault);
    return { status: answer.statusCode, headers: answer.headers, text, json };
  };
  const dispose = async () => {
    await agent.destroy();
    await sandbox[Symbol.asyncDispose]();
    folder?.[Symbol.dispose]();
  };
  return {
    sandbox,
    dataFile,
    events,
    secret,
    call,
    get: (path: string, extra?: Extra) => call('GET', path, extra),
    post: (path: string, body?: unknown, extra?: Extra) => call('POST', path, { ...extra, body }),
    put: (path: string, body?: unknown, extra?: Extra) => call('PUT', path, { ...extra, body }),
    remove: (path: string, extra?: Extra) => call('DELETE', path, extra),
    [Symbol.asyncDispose]: dispose,
  };
}

/** A sandbox with its client. */
export type Opened = Awaited<ReturnType<typeof openSandbox>>;

/** Imports one batch: rows by key. */
export function importRows(opened: Opened, kind: string, rows: Record<string, unknown>): Promise<Got> {
  return opened.post(`/data_import/${kind}`, { [kind]: rows });
}

/** An import batch of users with these uids. */
export function users(...uids: string[]): Record<string, unknown> {
  return Object.fromEntries(uids.map((uid) => [uid, { uid, name: `Name of ${uid}` }]));
}

/** An import row of a text message between users; `over` replaces fields. */
export function message(muid: string, over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    muid,
    sender: 'ann',
    receiver: 'bob',
    receiverType: 'user',
    sentAt: 1_700_000_000,
    data: { text: `Text of ${muid}` },
    ...over,
  };
}

/** A sandbox with the users ann, bob and cid and the group team (ann is its member). */
export async function openPopulated(options: Partial<SandboxOptions> = {}): Promise<Opened> {
  const opened = await openSandbox(options);
  await importRows(opened, 'users', users('ann', 'bob', 'cid'));
  await importRows(opened, 'groups', { team: { guid: 'team', name: 'Team', type: 'public', owner: 'ann' } });
  await importRows(opened, 'members', {
    team_member_ann: {
      memberId: 'team_member_ann',
      guid: 'team',
      uid: 'ann',
      joinedAt: 1_600_000_000,
      scope: 'admin',
    },
  });
  return opened;
}

/** The outcome of each row as one word: ok, or the code of its refusal. */
export const codes = (data: Json) =>
  Object.fromEntries(
    Object.entries<Json>(data).map(([key, row]) => [key, row.success ? 'ok' : row.error.code]),
  );
