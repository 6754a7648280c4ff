import type { IncomingMessage } from 'node:http';
import { sameSecret } from '../app/credentials.ts';
import { isOwnHost } from '../server/own-host.ts';
import type { Reply } from '../server/responder.ts';
import { SandboxError, type SandboxErrorCode } from '../wire/api-error.ts';
import { isObject } from '../wire/validation.ts';
import type { Control } from './control.ts';

/** Path of the calls that control a sandbox. */
export const CONTROL_PATH = '/__sandbox';

/** A call that controls the sandbox: its token is checked, its body is read. */
type ControlCall = {
  readonly control: Control;
  readonly query: URLSearchParams;
  /** The member of the body, or undefined. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The name in the path. */
  readonly name: string;
};

/** By method and path; `*` is a name. */
const CALLS: Readonly<
  Record<string, { readonly members?: readonly string[]; readonly answer: (call: ControlCall) => unknown }>
> = {
  'GET ': {
    answer: ({ control }) => ({
      clock: timeOf(control),
      snapshots: control.snapshots,
      requests: control.requests().length,
    }),
  },
  'POST /reset': { answer: ({ control }) => control.reset() },
  'GET /snapshots': { answer: ({ control }) => control.snapshots },
  'POST /snapshots': {
    members: ['name'],
    answer: async ({ control, body }) => ({ name: await control.snapshot(textIn(body, 'name')) }),
  },
  'POST /snapshots/*/restore': { answer: ({ control, name }) => control.restore(name) },
  'DELETE /snapshots/*': { answer: ({ control, name }) => control.removeSnapshot(name) },
  'PUT /faults': {
    members: ['faults'],
    answer: ({ control, body }) => control.setFaults(textIn(body, 'faults') ?? ''),
  },
  'GET /requests': { answer: ({ control, query }) => control.requests(filterOf(query)) },
  'DELETE /requests': { answer: ({ control }) => control.clearRequests() },
  'GET /clock': { answer: ({ control }) => timeOf(control) },
  'POST /clock': {
    members: ['advance'],
    answer: ({ control, body }) => {
      const { advance } = body;
      if (typeof advance !== 'number')
        throw new SandboxError('OPTION_INVALID', 'the clock expects {"advance": MILLISECONDS}');
      control.clock.advance(advance);
      return timeOf(control);
    },
  },
};

const timeOf = ({ clock }: Control) => ({ now: clock.now(), fixed: clock.start !== undefined });

function textIn(body: Readonly<Record<string, unknown>>, member: string): string | undefined {
  const value = body[member];
  if (value === undefined || typeof value === 'string') return value;
  throw new SandboxError('OPTION_INVALID', `${member} must be a text`);
}

/** Every parameter is a filter; the filter itself refuses unknown ones. */
const filterOf = (query: URLSearchParams): Record<string, string | number> =>
  Object.fromEntries([...query].map(([name, text]) => [name, name === 'status' ? Number(text) : text]));

const STATUS: Readonly<Partial<Record<SandboxErrorCode, number>>> = {
  TOKEN_WRONG: 401,
  NOT_LOCAL: 403,
  CALL_UNKNOWN: 404,
  SNAPSHOT_UNKNOWN: 404,
  SNAPSHOT_VERSION: 409,
  CLOCK_BACK: 409,
  OPTION_INVALID: 400,
};

/** The calls by which other programs on this machine control a sandbox. They are no part of the service. */
export class ControlCalls {
  readonly #control: Control;
  readonly #token: string;
  readonly #host: string;

  /** `host` is the address that the sandbox listens on. */
  constructor(control: Control, { token, host }: { readonly token: string; readonly host: string }) {
    this.#control = control;
    this.#token = token;
    this.#host = host;
  }

  /** True for a path that is one of these calls. */
  owns(path: string): boolean {
    return path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`);
  }

  /** The refusal of a request before its body is read; undefined for one of this machine with the token. */
  refusal({ headers, socket }: IncomingMessage): Reply | undefined {
    const isLocal =
      /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') && isOwnHost(headers.host, this.#host);
    if (!isLocal)
      return refused(
        new SandboxError('NOT_LOCAL', `${CONTROL_PATH} answers this machine only, under its own name`),
      );
    const given = headers['x-sandbox-token'];
    // Compared even if it is missing, so that the time shows nothing.
    if (sameSecret(typeof given === 'string' ? given : '', this.#token)) return undefined;
    const message =
      'the token is missing or wrong: send the text of the file control-token as the header x-sandbox-token';
    return refused(new SandboxError('TOKEN_WRONG', message));
  }

  /** Answers a request that was not refused. Never rejects. */
  async reply(method: string, url: string, bytes: Buffer): Promise<Reply> {
    try {
      const [path = '', search = ''] = url.split(/\?(.*)/s, 2);
      const { call, name } = found(method, path.slice(CONTROL_PATH.length).replace(/\/$/, ''));
      const given = { control: this.#control, query: new URLSearchParams(search), name };
      const data = await call.answer({ ...given, body: bodyOf(bytes, call.members ?? []) });
      return json(200, { data: data ?? {} });
    } catch (error) {
      return refused(error);
    }
  }
}

function found(method: string, path: string) {
  const name = /^\/snapshots\/([^/]+)/.exec(path)?.[1] ?? '';
  const key = `${method} ${name === '' ? path : path.replace(`/${name}`, '/*')}`;
  const call = Object.hasOwn(CALLS, key) ? CALLS[key] : undefined;
  if (call) return { call, name };
  const known = Object.keys(CALLS).map((each) => each.replace(' ', ` ${CONTROL_PATH}`));
  throw new SandboxError(
    'CALL_UNKNOWN',
    `there is no ${method} ${CONTROL_PATH}${path}: there are ${known.join(', ')}`,
  );
}

function bodyOf(bytes: Buffer, members: readonly string[]): Readonly<Record<string, unknown>> {
  let body: unknown = {};
  try {
    if (bytes.length > 0) body = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new SandboxError('OPTION_INVALID', 'the body is not JSON');
  }
  if (!isObject(body)) throw new SandboxError('OPTION_INVALID', 'the body must be a JSON object');
  const unknown = Object.keys(body).find((member) => !members.includes(member));
  if (unknown === undefined) return body;
  throw new SandboxError(
    'OPTION_INVALID',
    `the body has no member ${unknown}: it has ${members.join(', ') || 'none'}`,
  );
}

function refused(error: unknown): Reply {
  if (!(error instanceof SandboxError))
    return { ...json(500, { error: { code: 'FAILED', message: 'the sandbox failed' } }), error };
  const { code, message } = error;
  return json(STATUS[code] ?? 500, { error: { code, message } });
}

/** No page of a browser may read them, and nothing keeps them. */
function json(status: number, value: unknown): Reply {
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
  return { status, headers, body: JSON.stringify(value) };
}
