import {
  type ApiRequest,
  type ApiResponse,
  type Transport,
  TransportError,
} from '../../src/service/transport/transport.ts';

type Fields = Readonly<Record<string, unknown>>;
type Kind = 'users' | 'groups' | 'members' | 'messages';

/** The fault of one request. */
export type Fault =
  | 'none'
  /** The service asks to wait. */
  | '429'
  /** Nothing was imported; the answer may be JSON or not. */
  | '503'
  /** The rows were imported, but the answer is lost. */
  | 'lost'
  /** Nothing was imported, and there is no answer. */
  | 'reset'
  /** The first half is imported, then the service fails as at a poisoned row. */
  | 'half500'
  /** The rows were imported, but the answer is not from the service. */
  | 'html'
  /** The rows were imported, but the answer leaves out every second row. */
  | 'silent'
  /** The connection was never made. */
  | 'refused';

/** The model refuses rows whose key contains one of these. */
export const REFUSED = 'refused-';
export const POISON_400 = 'poison4-';
export const POISON_500 = 'poison5-';

/**
 * A model of the Data Import API as a client sees it: stores rows by key, refuses a repeated key, answers for each row. It
 * also watches the client: `complaints` lists what must never happen.
 */
export class ImportModel {
  readonly rows: Readonly<Record<Kind, Map<string, Fields>>> = {
    users: new Map(),
    groups: new Map(),
    members: new Map(),
    messages: new Map(),
  };
  readonly complaints: string[] = [];
  /** Keys in the order in which they landed. */
  readonly landed: string[] = [];
  requests = 0;
  readonly #busy = new Set<string>();
  readonly #fault: () => Fault;
  readonly #turn: () => Promise<void>;

  /**
   * @param fault the fault of the next request
   * @param turn waits, so that other requests can go first
   */
  constructor(fault: () => Fault, turn: () => Promise<void>) {
    this.#fault = fault;
    this.#turn = turn;
  }

  /** The transport of one client at a time: a new client starts after all requests of the last one have ended. */
  readonly transport: Transport = async (request, signal) => {
    signal.throwIfAborted();
    this.requests++;
    if (request.method === 'GET') return answer(200, { data: [] });
    const [kind, rows] = this.#read(request);
    const lanes = kind === 'messages' ? new Set(rows.map(([, row]) => conversation(row))) : new Set<string>();
    for (const lane of lanes) {
      if (this.#busy.has(lane)) this.complaints.push(`two requests at once use ${lane}`);
      this.#busy.add(lane);
    }
    try {
      await this.#turn();
      const response = this.#take(kind, rows, this.#fault());
      await this.#turn();
      return response;
    } finally {
      for (const lane of lanes) this.#busy.delete(lane);
    }
  };

  #read({ path, body = '', headers }: ApiRequest): [Kind, [string, Fields][]] {
    const kind = path.split('/')[2] as Kind;
    if (!Object.hasOwn(this.rows, kind)) this.complaints.push(`a request to ${path}`);
    if (headers?.['apikey']) this.complaints.push('a key below the auth layer');
    const rows = Object.entries(
      (JSON.parse(String(body)) as Record<string, Record<string, Fields>>)[kind] ?? {},
    );
    if (rows.length === 0 || rows.length > 50) this.complaints.push(`a request of ${rows.length} rows`);
    return [kind, rows];
  }

  #take(kind: Kind, rows: readonly [string, Fields][], fault: Fault): ApiResponse {
    if (fault === '429')
      return answer(
        429,
        { error: { code: 'ERR_TOO_MANY_REQUESTS', message: 'slow' } },
        { 'retry-after': '0.001' },
      );
    if (fault === '503') return { ...answer(503, undefined), text: '<html>' };
    if (fault === 'reset') throw new TransportError('ECONNRESET', { maybeSent: true });
    if (fault === 'refused') throw new TransportError('ECONNREFUSED', { maybeSent: false });
    const poison = rows.findIndex(([key]) => key.includes(POISON_400));
    if (poison >= 0) return answer(400, { error: { code: 'ERR_BAD_REQUEST', message: 'a row is wrong' } });
    const deadly = rows.findIndex(([key]) => key.includes(POISON_500));
    const end = Math.min(
      deadly >= 0 ? deadly : rows.length,
      fault === 'half500' ? Math.floor(rows.length / 2) : rows.length,
    );
    const results = rows.slice(0, end).map(([key, row]) => [key, this.#put(kind, key, row)] as const);
    if (end < rows.length) return answer(500, { error: { code: 'ERR_EXCEPTION', message: 'an error' } });
    if (fault === 'lost') throw new TransportError('no complete answer', { maybeSent: true });
    if (fault === 'html') return { ...answer(200, undefined), text: '<html>sign in</html>' };
    const answered = fault === 'silent' ? results.filter((_, index) => index % 2 === 0) : results;
    return answer(200, { data: Object.fromEntries(answered) });
  }

  #put(kind: Kind, key: string, row: Fields): unknown {
    if (key.includes(REFUSED))
      return { success: false, error: { code: 'ERR_BAD_ROW', message: 'not this one' } };
    if (this.rows[kind].has(key))
      return { success: false, error: { code: DUPLICATE[kind], message: 'again' } };
    for (const [kindOf, id] of refsOf(kind, row))
      if (!this.rows[kindOf].has(id)) this.complaints.push(`${key} came before ${id} of the ${kindOf}`);
    this.rows[kind].set(key, row);
    this.landed.push(key);
    return { success: true, data: { key } };
  }
}

const DUPLICATE = {
  users: 'ERR_UID_ALREADY_EXISTS',
  groups: 'ERR_GUID_ALREADY_EXISTS',
  members: 'ERR_ALREADY_JOINED',
  messages: 'ERR_IMPORT_MUID_ALREADY_EXISTS',
} as const;

/** The conversation of a message; messages of one conversation must stay in order. */
export function conversation(row: Fields): string {
  const { sender, receiver, receiverType } = row as Readonly<Record<string, string>>;
  return receiverType === 'group' ? `group ${receiver}` : `users ${[sender, receiver].sort().join(' ')}`;
}

function refsOf(kind: Kind, row: Fields): [Kind, string][] {
  const { owner, guid, uid, sender, receiver, receiverType } = row as Readonly<Record<string, string>>;
  if (kind === 'groups') return owner === undefined ? [] : [['users', owner]];
  if (kind === 'members')
    return [
      ['groups', guid as string],
      ['users', uid as string],
    ];
  if (kind === 'users') return [];
  return [
    ['users', sender as string],
    [receiverType === 'group' ? 'groups' : 'users', receiver as string],
  ];
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): ApiResponse {
  return { status, headers, body, attempts: 1, ambiguous: false };
}
