import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, setting } from '../app/app.ts';
import { newKey, sameSecret } from '../app/credentials.ts';
import type { Webhooks } from '../app/webhooks/webhooks.ts';
import { pageOfSeqs, seqsByLastMessage } from '../conversations/conversation-list.ts';
import type { Database } from '../storage/database.ts';
import { readPrivateFile, writePrivateFile } from '../storage/private-file.ts';
import { ApiError } from '../wire/api-error.ts';
import { isOwnHost } from './own-host.ts';
import { errorReply, type HttpRequest, type Reply } from './responder.ts';

/** Parts of the sandbox that the view needs. */
export type ViewOptions = {
  readonly app: App;
  readonly webhooks: Webhooks;
  readonly token: string;
  /** The address that the sandbox listens on. */
  readonly host: string;
  /** Properties of the app that the page shows besides its data. */
  readonly identity: { readonly appId: string; readonly region: string };
  /** Answers a GET call of the API without a key and without rate limits. */
  readonly read: (request: HttpRequest) => Reply;
};

/** Answers the requests of the web view. Undefined for all others. */
export type View = (request: HttpRequest) => Reply | undefined;

const TYPES: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
]);

/** Browsers run and load only the view's own files, refuse to frame them, and cache nothing. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

/** The most deliveries that the page shows. */
const DELIVERIES_SHOWN = 200;
/** The largest page of the list of conversations. */
const PAGE_MAX = 100;

type Asset = { readonly type: string; readonly text: string };

/** The files of the page by path. No other file is ever read. */
function readAssets(): ReadonlyMap<string, Asset> {
  const folder = new URL('../view/', import.meta.url);
  const assets = new Map<string, Asset>();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const name = path.replaceAll('\\', '/');
    const type = TYPES.get(/^[a-z-/]+\.([a-z]+)$/.exec(name)?.[1] ?? '');
    if (type === undefined) continue;
    assets.set(`/view/${name}`, { type, text: readFileSync(new URL(name, folder), 'utf8') });
  }
  const page = assets.get('/view/index.html');
  if (page) assets.set('/', page);
  return assets;
}

/** Opens the web view: the page at `/`, its files and counts below `/view/`, and API calls with its token. */
export function openView(options: ViewOptions): View {
  const assets = readAssets();
  const { app } = options;
  const fresh = () => ({
    counters: new Counters(app.db),
    order: new Timed(() => seqsByLastMessage(app), ORDER_SHARE, 0),
  });
  let known = fresh();
  app.db.onRestored(() => {
    known = fresh();
  });
  const clock = (): number => performance.now();
  const answers: Readonly<Record<string, (query: URLSearchParams) => string>> = {
    '/view/counts': () => JSON.stringify(known.counters.read()),
    '/view/app': () => JSON.stringify(options.identity),
    '/view/webhooks': () => JSON.stringify(webhooksSeen(options.webhooks)),
    '/view/conversations': (query) => {
      app.db.settle();
      const page = { page: wholeIn(query, 'page'), perPage: Math.min(wholeIn(query, 'perPage'), PAGE_MAX) };
      const { data, meta } = pageOfSeqs(app, known.order.value(clock), page);
      return `{"data":${data},"meta":${meta}}`;
    },
  };
  return (request) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const token = request.headers['x-view-token'];
    if (token === undefined && path !== '/' && !path.startsWith('/view/')) return undefined;
    try {
      if (!isOwnHost(request.headers['host'], options.host))
        throw new ApiError('AUTH_ERR_NO_ACCESS', 'The web view does not answer under this host name.');
      const asset = assets.get(path);
      checkMethod(request.method);
      if (asset) return reply(asset.text, asset.type);
      checkToken(token, options.token);
      const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
      if (!answer) return closed(options.read(request));
      return reply(answer(new URLSearchParams(request.url.slice(path.length))), 'application/json');
    } catch (error) {
      if (error instanceof ApiError) return closed(errorReply(error));
      return closed({ ...errorReply(new ApiError('ERR_EXCEPTION', 'The view failed.')), error });
    }
  };
}

/** A number from 1 on in a query. */
const wholeIn = (query: URLSearchParams, name: string): number =>
  Math.max(1, Math.trunc(Number(query.get(name))) || 1);

/** The webhooks and their last deliveries. Of an address only the origin is shown: its path may be a secret. */
function webhooksSeen({ store, log }: Webhooks): unknown {
  const webhooks = store.all().map(({ id, name, url, enabled }) => {
    const { origin } = new URL(url);
    return { id, name, to: origin, enabled: enabled === 1, triggers: store.countTriggers(id) };
  });
  return { webhooks, deliveries: log.list().slice(0, DELIVERIES_SHOWN) };
}

function reply(body: string, type: string): Reply {
  return { status: 200, headers: { ...HEADERS, 'Content-Type': type }, body };
}

function closed(answer: Reply): Reply {
  return { ...answer, headers: { ...answer.headers, ...HEADERS } };
}

function checkMethod(method: string): void {
  if (method === 'GET' || method === 'HEAD') return;
  throw new ApiError('AUTH_ERR_NO_ACCESS', 'The web view only reads.');
}

function checkToken(given: string | readonly string[] | undefined, token: string): void {
  if (isToken(typeof given === 'string' ? given : undefined, token)) return;
  throw new ApiError('AUTH_ERR_NO_ACCESS', 'The view token is missing or wrong.', { status: 401 });
}

/** The numbers of rows in the sandbox. */
type ViewCounts = {
  readonly users: number;
  readonly groups: number;
  readonly members: number;
  readonly messages: number;
  readonly conversations: number;
};

/** A count waits this many times as long as it took before it is repeated: after 20 ms of counting, one second. */
const SHARE = 50;
/** The same for counting all messages, which only finds removals. */
const WHOLE_SHARE = 1000;
/** The same for the order of conversations, which shows what came last. */
const ORDER_SHARE = 5;
/** The shortest time between two counts of all messages. */
const WHOLE_EVERY_MS = 10_000;

/**
 * Counts for a page that asks every second while an import runs. New messages are counted by their ids, so a
 * request costs only what was added since the last. Everything else is counted again, as often as it is cheap.
 */
export class Counters {
  readonly #db: Database;
  readonly #clock: () => number;
  readonly #tables: readonly Timed<number>[];
  readonly #messages: Timed<number>;
  #lastId = 0;
  #added = 0;

  /** `clock` gives milliseconds and never goes back. */
  constructor(db: Database, clock: () => number = () => performance.now()) {
    this.#db = db;
    this.#clock = clock;
    this.#tables = [
      'users',
      'groups',
      // Bans are rows too, but no memberships.
      'members WHERE is_banned = 0',
      'conversations',
    ].map((from) => new Timed(() => this.#count(from), SHARE, 0));
    this.#messages = new Timed(() => this.#recount(), WHOLE_SHARE, WHOLE_EVERY_MS);
  }

  /** The present counts. Counts of big tables may be as old as fifty times the time to count them. */
  read(): ViewCounts {
    this.#db.settle();
    const [users = 0, groups = 0, members = 0, conversations = 0] = this.#tables.map((one) =>
      one.value(this.#clock),
    );
    const known = this.#messages.value(this.#clock);
    this.#added += this.#countNew();
    return { users, groups, members, messages: known + this.#added, conversations };
  }

  #count(from: string, ...params: readonly number[]): number {
    return this.#db.value(`SELECT count(*) FROM ${from}`, ...params) ?? 0;
  }

  #recount(): number {
    this.#lastId = this.#maxId();
    this.#added = 0;
    return this.#count('messages');
  }

  #countNew(): number {
    const from = this.#lastId;
    this.#lastId = this.#maxId();
    return this.#lastId > from ? this.#count('messages WHERE id > ? AND id <= ?', from, this.#lastId) : 0;
  }

  #maxId(): number {
    return this.#db.value<number | null>('SELECT max(id) FROM messages') ?? 0;
  }
}

/** A value that is found again only after a multiple of the time that finding it took. */
class Timed<T> {
  readonly #measure: () => T;
  readonly #share: number;
  readonly #everyMs: number;
  #known: T | undefined;
  #dueAt = Number.NEGATIVE_INFINITY;

  constructor(measure: () => T, share: number, everyMs: number) {
    this.#measure = measure;
    this.#share = share;
    this.#everyMs = everyMs;
  }

  value(clock: () => number): T {
    const start = clock();
    if (this.#known !== undefined && start < this.#dueAt) return this.#known;
    this.#known = this.#measure();
    const end = clock();
    this.#dueAt = end + Math.max(this.#everyMs, (end - start) * this.#share);
    return this.#known;
  }
}

/** A secret of a sandbox, and the file (0600) that holds it. */
type OwnToken = { readonly token: string; readonly file: string };

const TOKEN = /^[0-9a-f]{40}$/;

/**
 * Creates a token on the first start: for the view, which lets a browser read this sandbox's data, or for its control. Later it
 * stays the same, in the data file and in `folder`.
 */
export function provideToken(app: App, folder: string, of: 'view' | 'control'): OwnToken {
  const file = join(folder, `${of}-token`);
  const kept = readPrivateFile(file);
  const token = setting(app, `${of} token`, () =>
    // A new data file keeps the token that people may have in an open page.
    kept !== undefined && TOKEN.test(kept) ? kept : newKey(),
  );
  if (kept !== token) writePrivateFile(file, `${token}\n`);
  return { token, file };
}

/** True if a header's value is the token. The time it takes does not show where they differ. */
function isToken(given: string | readonly string[] | undefined, token: string): boolean {
  return typeof given === 'string' && sameSecret(given, token);
}
