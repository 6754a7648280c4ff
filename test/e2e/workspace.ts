import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own for one test, with a small valid export in it. */
export type Workspace = Disposable & {
  readonly folder: string;
  /** Writes a file and gives its path. */
  write(name: string, text: string | Uint8Array): string;
  /** Writes a pipeline file; `extra` replaces or adds top-level lines. */
  pipeline(lines: { readonly target?: string; readonly sources?: string; readonly rest?: string }): string;
};

export const USERS = 'uid,name\nann,Ann\nben,"Ben ""B"" Bo"\ncy,Cy\n';
const GROUPS = 'guid,name,owner\nteam,Team,ann\n';
const MEMBERS = 'guid,uid,scope\nteam,ann,admin\nteam,ben,participant\n';

/** One message a line, `count` of them, in a group and two one-to-one conversations. */
export function messageLines(count: number): string {
  const receivers = [
    ['ann', 'team', 'group'],
    ['ben', 'ann', 'user'],
    ['cy', 'ben', 'user'],
  ] as const;
  return Array.from({ length: count }, (_, index) => {
    const [sender, receiver, receiverType] = receivers[index % 3] as (typeof receivers)[number];
    return `${JSON.stringify({ muid: `m-${index}`, sender, receiver, receiverType, sentAt: 1_700_000_000 + Math.floor(index / 10), text: `number ${index}` })}\n`;
  }).join('');
}

export function workspace(messages = 300): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-e2e-'));
  const write = (name: string, text: string | Uint8Array): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  write('users.csv', USERS);
  write('groups.csv', GROUPS);
  write('members.csv', MEMBERS);
  write('messages.ndjson', messageLines(messages));
  const all = ['users.csv', 'groups.csv', 'members.csv', 'messages.ndjson']
    .map((name) => `  ${name.split('.')[0]}: { path: ${name} }`)
    .join('\n');
  return {
    folder,
    write,
    pipeline: ({ target = 'sandbox', sources = all, rest = '' }) =>
      write('pipeline.yaml', `version: 1\nname: e2e\ntarget: ${target}\nsources:\n${sources}\n${rest}\n`),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The target of a sandbox process, as it stands in a pipeline file. */
export function targetOf({ baseUrl, keyFile }: { baseUrl: string; keyFile: string }, api = 'import'): string {
  return `{ baseUrl: "${baseUrl}", apiKey: { file: ${JSON.stringify(keyFile)} }, api: ${api} }`;
}

/** Limits that do not slow a test down; the timeout is for a machine that is busy. */
export const FAST = 'limits: { requestsPerMinute: 10000000, timeoutSeconds: 30 }';
/** For a service that leaves requests without an answer: each of them costs the timeout. */
export const IMPATIENT = 'limits: { requestsPerMinute: 10000000, timeoutSeconds: 2 }';
