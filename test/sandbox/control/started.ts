import { type Sandbox, type StartSandboxOptions, startSandbox } from '../../../src/sandbox.ts';

/** Parts of a request to a sandbox. */
type Asked = {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly as?: string;
};

/** An answer: status, headers, its text and its JSON. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads answers of every shape
type Answered = { status: number; headers: Headers; text: string; json: any };

async function ask(url: string, method: string, { body, headers = {} }: Asked): Promise<Answered> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: /^[{[]/.test(text) ? JSON.parse(text) : undefined,
  };
}

/** A call of the API with the key of the sandbox. */
export const callApi = (
  { baseUrl, apiKey }: Sandbox,
  method: string,
  path: string,
  asked: Asked = {},
): Promise<Answered> =>
  ask(baseUrl + path, method, {
    ...asked,
    headers: {
      apikey: apiKey,
      ...(asked.as === undefined ? {} : { onBehalfOf: asked.as }),
      ...asked.headers,
    },
  });

/** A call that controls the sandbox, with its token. */
export const controlCall = (
  { controlUrl, controlToken }: Sandbox,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answered> =>
  ask(controlUrl + path, method, { body, headers: { 'x-sandbox-token': controlToken } });

/** Sends a text from ann to bob, and returns the id of the message. */
export async function sendText(sandbox: Sandbox, text: string): Promise<string> {
  const body = { receiver: 'bob', receiverType: 'user', category: 'message', type: 'text', data: { text } };
  return (await callApi(sandbox, 'POST', '/messages', { body, as: 'ann' })).json.data.id;
}

/** A started sandbox with the users ann and bob. */
export async function startWithPeople(options: StartSandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  for (const uid of ['ann', 'bob']) await callApi(sandbox, 'POST', '/users', { body: { uid, name: uid } });
  return sandbox;
}

/** The number of users of the first app. */
export const countUsers = async (sandbox: Sandbox): Promise<number> =>
  (await callApi(sandbox, 'GET', '/users')).json.meta.pagination.total;
