import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request as send } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startSandboxProcess } from '../e2e/cli-process.ts';
import { temporaryFolder } from '../sandbox/sandbox-client.ts';
import { answerCheck, type Document } from '../sandbox/server/openapi-check.ts';
import { seeded } from '../support/random.ts';
import { type FuzzOperation, type FuzzRequest, fuzzRequest } from './fuzz-request.ts';
import { exchangeRaw } from './raw-bytes.ts';
import { storedFaults } from './stored-faults.ts';

/** What a fuzz found; `faults` is empty where all is well. */
export type FuzzResult = {
  readonly requests: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
  /** Resident memory of the service, in bytes: once it is warm, and at the end. */
  readonly warmBytes: number;
  readonly endBytes: number;
  /** Open files of the service: once it is warm, and at the end. */
  readonly warmFiles: number;
  readonly endFiles: number;
};

const AT_ONCE = 16;
/** One request in so many is no HTTP. */
const RAW_SHARE = 100;
const RAW_WAIT_MS = 150;
const FAULTS_MAX = 20;
const PROVIDE_EVERY = 150;

/** Imports the users, groups, members and messages that requests refer to. */
async function provide({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): Promise<void> {
  const rows = <T>(ids: readonly string[], make: (id: string) => T) =>
    Object.fromEntries(ids.map((id) => [id, make(id)]));
  const [uids, guids] = [
    ['ann', 'bob', 'cid', 'dave', 'x1'],
    ['team', 'club'],
  ];
  const pairs = guids.flatMap((guid) => uids.map((uid) => `${guid}_member_${uid}`));
  const batches = {
    users: rows(uids, (uid) => ({ uid, name: uid })),
    groups: rows(guids, (guid) => ({ guid, name: guid, type: 'public', owner: 'ann' })),
    members: rows(pairs, (memberId) => {
      const [guid, uid] = memberId.split('_member_');
      return { memberId, guid, uid, joinedAt: 1_600_000_000, scope: uid === 'ann' ? 'admin' : 'participant' };
    }),
    messages: rows(['m1', 'm2', 'm3', 'm4'], (muid) => ({
      muid,
      sender: 'ann',
      receiver: muid < 'm3' ? 'bob' : 'team',
      receiverType: muid < 'm3' ? 'user' : 'group',
      sentAt: 1_700_000_000,
      data: { text: muid },
    })),
  };
  await fetch(`${baseUrl}/users`, {
    method: 'PUT',
    headers: { apikey: apiKey },
    body: JSON.stringify({ uidsToActivate: uids }),
  }).then((answer) => answer.arrayBuffer());
  for (const [name, batch] of Object.entries(batches)) {
    const body = JSON.stringify({ [name]: batch });
    const answer = await fetch(`${baseUrl}/data_import/${name}`, {
      method: 'POST',
      headers: { apikey: apiKey },
      body,
    });
    await answer.arrayBuffer();
  }
}

type Answer = { readonly status: number; readonly type: string; readonly text: string };

function exchange(agent: Agent, port: number, { method, path, headers, body }: FuzzRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = send(
      {
        agent,
        port,
        host: '127.0.0.1',
        method,
        path,
        headers: { ...headers, 'content-length': body?.length ?? 0 },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

function operationsOf(document: Document): readonly FuzzOperation[] {
  type Described = {
    parameters: FuzzOperation['parameters'];
    requestBody?: { content: Readonly<Record<string, { schema: NonNullable<FuzzOperation['body']> }>> };
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as unknown as Record<string, Described & { servers?: { url: string }[] }>).map(
      ([method, { parameters, requestBody, servers }]) => ({
        method: method.toUpperCase(),
        path: `${servers?.[0]?.url ?? '/v3'}${path}`,
        parameters,
        body: Object.values(requestBody?.content ?? {})[0]?.schema,
        isForm: requestBody?.content['multipart/form-data'] !== undefined,
      }),
    ),
  );
}

/** What is wrong with an answer, whatever the request was. */
function faultOf(answer: Answer, check: () => string | undefined): string | undefined {
  if (answer.status >= 500) return `status ${answer.status}`;
  if (!answer.type.startsWith('application/json'))
    return answer.status < 400 ? undefined : `type ${answer.type}`;
  return check();
}

/** Sends requests that are wrong in every way to a sandbox in a process of its own. */
export async function fuzz(options: {
  readonly requests: number;
  readonly seed: number;
}): Promise<FuzzResult> {
  const random = seeded(options.seed);
  using folder = temporaryFolder();
  const counts: Record<string, number> = {};
  const faults: string[] = [];
  let figures = { warmBytes: 0, endBytes: 0, warmFiles: 0, endFiles: 0 };
  {
    await using service = await startSandboxProcess(folder.path, ['--apps', 'second']);
    const port = Number(new URL(service.baseUrl).port);
    const pid = service.child.pid ?? 0;
    const files = () => readdirSync(`/proc/${pid}/fd`).length;
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const document = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as Document;
    const check = answerCheck(document);
    const operations = operationsOf(document);
    const secret = (name: string) => readFileSync(service.keyFile.replace(/api-key$/, name), 'utf8').trim();
    const account = { key: secret('management-key'), secret: secret('management-secret') };
    const apps = await fetch(`${new URL(service.baseUrl).origin}/management/apps`, { headers: account });
    const { data } = (await apps.json()) as { data: readonly { id: string }[] };
    const keys = {
      full: service.apiKey,
      auth: secret('auth-key'),
      account,
      appIds: data.map(({ id }) => id),
    };
    await provide(service);
    let sent = 0;
    const lane = async (): Promise<void> => {
      while (sent < options.requests && faults.length < FAULTS_MAX) {
        sent += 1;
        if (sent === Math.floor(options.requests / 3)) {
          figures = { ...figures, warmBytes: memoryOf(pid), warmFiles: files() };
        }
        if (sent % RAW_SHARE === 0) {
          const text = await exchangeRaw(random, port, keys.full, RAW_WAIT_MS);
          if (/^HTTP\/1\.1 5/.test(text)) faults.push(`raw bytes: ${text.slice(0, 200)}`);
          continue;
        }
        // Much of what is there has been deleted by now.
        if (sent % PROVIDE_EVERY === 1) await provide(service);
        const request = fuzzRequest(random, operations, keys);
        // The keys that the fuzz itself uses must stay.
        if (request.method === 'DELETE' && request.path.includes(keys.full)) continue;
        const path = request.path.split('?', 1)[0] ?? '';
        const shown = `${request.method} ${request.path.slice(0, 300)} ${JSON.stringify(request.headers)} ${request.body?.subarray(0, 600).toString() ?? ''}`;
        try {
          const answer = await exchange(agent, port, request);
          counts[answer.status] = (counts[answer.status] ?? 0) + 1;
          const fault = faultOf(answer, () =>
            request.method === 'HEAD' ? undefined : checked(check, request.method, path, answer),
          );
          if (fault) faults.push(`${fault} ← ${shown} → ${answer.text.slice(0, 300)}`);
        } catch (error) {
          const { code } = error as NodeJS.ErrnoException;
          // A body beyond the limit may meet a closed connection; anything else is answered.
          if (!request.body || request.body.length < 9_000_000) faults.push(`${code ?? error} ← ${shown}`);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    agent.destroy();
    const alive = await fetch(`${service.baseUrl}/users`, { headers: { apikey: keys.full } });
    if (alive.status !== 200) faults.push(`at the end GET /users is answered ${alive.status}`);
    await alive.arrayBuffer();
    figures = { ...figures, endBytes: memoryOf(pid), endFiles: files() };
    if (service.child.exitCode !== null) faults.push('the sandbox has ended');
  }
  faults.push(...storedFaults(join(folder.path, 'service.sqlite')));
  return { requests: options.requests, statuses: counts, faults, ...figures };
}

function checked(
  check: ReturnType<typeof answerCheck>,
  method: string,
  path: string,
  { status, text }: Answer,
): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'no JSON';
  }
  if (path === '/v3/openapi.json') return undefined;
  return check(method, path, status, body);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
  });
  const result = await fuzz({ requests: Number(values.requests), seed: Number(values.seed) });
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  process.exitCode = result.faults.length === 0 ? 0 : 1;
}
