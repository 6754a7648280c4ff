import { type RunCode, RunError } from '../../errors/run-error.ts';
import type { Clock } from '../../system/clock.ts';
import { isUntrusted } from '../../system/proxy.ts';
import type { StateServer } from './state-server.ts';

/** A row of an answer. */
export type DatabaseRow = Readonly<Record<string, unknown>>;

/** The time that a connection may take to be made, and a statement to be answered. */
const CONNECT_MS = 5_000;
const ANSWER_MS = 60_000;
/** Pauses before the same statement is sent again. */
const [PAUSE_MS, PAUSE_MAX_MS] = [100, 1_000];

/** The version of the driver that is tested. */
const DRIVER = 'pg@8.23.1';

type Client = import('pg').Client;
/** Answers of one statement after the other over one connection. */
export type AskDatabase = (sql: string, values?: readonly unknown[]) => Promise<readonly DatabaseRow[]>;

/** One connection to the server of a state, made when it is needed and made again when it is lost. */
export class Database implements AsyncDisposable {
  readonly #server: StateServer;
  readonly #clock: Clock;
  #client: Promise<Client> | undefined;
  /** Statements wait for each other, so that none comes between those of a transaction. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(server: StateServer, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
  }

  /**
   * The rows that a statement finds; one that can be given twice. While the server cannot be reached, it is given again.
   * @param untilMs so long, by the elapsed time of the clock; by default only where the connection was there before: one that
   *   nothing used for some time may have been cut by what is between
   * @throws RunError `STATE.SERVER_*`; the error of a statement that is wrong
   */
  async rows(sql: string, values: readonly unknown[], untilMs = 0): Promise<readonly DatabaseRow[]> {
    for (let pause = PAUSE_MS; ; pause = Math.min(PAUSE_MAX_MS, pause * 2)) {
      const isOld = this.#client !== undefined;
      try {
        return await this.work((ask) => ask(sql, values));
      } catch (error) {
        const isGone = error instanceof RunError && error.code === 'STATE.SERVER_UNREACHABLE';
        if (!isGone || (!isOld && this.#clock.elapsed() + pause >= untilMs)) throw error;
        if (isOld) continue;
      }
      await this.#clock.sleep(pause);
    }
  }

  /**
   * Does work that nothing else of this connection comes between.
   * @throws RunError `STATE.SERVER_*`
   */
  work<T>(task: (ask: AskDatabase) => Promise<T>): Promise<T> {
    const next = this.#last.then(() => this.#work(task));
    this.#last = next.catch(() => {});
    return next;
  }

  async #work<T>(task: (ask: AskDatabase) => Promise<T>): Promise<T> {
    try {
      this.#client ??= connected(this.#server);
      const client = await this.#client;
      return await task(async (sql, values = []) => (await client.query<DatabaseRow>(sql, [...values])).rows);
    } catch (error) {
      // What the connection is in the middle of is unknown now.
      const isOwn = error instanceof RunError;
      if (!isOwn || error.code !== 'STATE.LOCK_LOST') this.#close();
      throw isOwn ? error : serverError(error, this.#server.shown);
    }
  }

  #close(): Promise<unknown> {
    const client = this.#client;
    this.#client = undefined;
    return client?.then((open) => open.end()).catch(() => {}) ?? Promise.resolve();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#last;
    await this.#close();
  }
}

async function connected(server: StateServer): Promise<Client> {
  const { Client } = await driver();
  const client = clientOf(Client, server);
  // A connection that is lost between two statements is noticed by the next one.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
}

function clientOf(Driver: typeof import('pg').Client, server: StateServer): Client {
  try {
    return new Driver({
      connectionString: server.reveal(),
      application_name: 'chatferry',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: Math.min(ANSWER_MS, server.leaseMs),
      keepAlive: true,
    });
  } catch (error) {
    throw addressError(error, server.shown);
  }
}

/** Loaded by a state that a server keeps, and by nothing else. */
async function driver(): Promise<Pick<typeof import('pg'), 'Client'>> {
  try {
    return (await import('pg')).default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new RunError('STATE.DRIVER_MISSING', 'the driver of PostgreSQL is not installed', {
      hint: `npm install -g ${DRIVER}  or, where a project has chatferry,  npm install ${DRIVER}`,
      cause: error,
    });
  }
}

/** The name of an error of the driver or the server. */
type Named = { readonly code: RunCode; readonly what: string; readonly hint?: string };

const TLS: Named = {
  code: 'STATE.SERVER_REFUSED',
  what: 'the server of the state cannot be trusted with the password,',
  hint: 'correct sslmode= and sslrootcert= in the address of state:; without TLS, which only a network of your own may be, leave sslmode out',
};

const KINDS: readonly (readonly [RegExp, Named])[] = [
  // Wrong password, unknown user, database or schema, no right to write there.
  [/^(?:28|3D|3F|42501)/, { code: 'STATE.SERVER_REFUSED', what: 'the server of the state refuses' }],
  // Tables, columns, constraints or functions that are not there, or other ones.
  [
    /^(?:42P01|42703|42P10|42804|42883|42809|22P02)$/,
    { code: 'STATE.SERVER_VERSION', what: 'the tables are not those that chatferry makes:' },
  ],
  [/^53100$/, { code: 'STATE.UNWRITABLE', what: 'the server of the state has no room on its disk:' }],
  // It starts, stops, is a standby, or has too many connections.
  [
    /^(?:57P..|53...|25006|40...)$/,
    { code: 'STATE.SERVER_UNREACHABLE', what: 'the server of the state cannot work now,' },
  ],
  [
    /^(?:|E[A-Z_]+|08...)$/,
    { code: 'STATE.SERVER_UNREACHABLE', what: 'the server of the state does not answer,' },
  ],
];

/**
 * The error of a server, in our words; one that tells of nothing of the server stays as it is.
 * @param shown what messages call the server
 */
function serverError(error: unknown, shown: string): unknown {
  const {
    code = '',
    message,
    path,
  } = error as {
    readonly code?: string;
    readonly message: string;
    readonly path?: string;
  };
  const named = kindOf(code, message, path);
  if (!named) return error;
  const { hint } = named;
  return new RunError(named.code, `${named.what} ${shown}: ${message}`, { hint, cause: error });
}

function kindOf(code: string, message: string, path: string | undefined): Named | undefined {
  // A file of this machine, which is no matter of the server.
  if (path !== undefined) return undefined;
  if (isUntrusted(code) || (code === '' && /\bSSL\b/.test(message))) return TLS;
  if (code === '' && message.startsWith('SASL'))
    return { code: 'STATE.SERVER_REFUSED', what: 'the server of the state wants a password,' };
  return KINDS.find(([codes]) => codes.test(code))?.[1];
}

/** The error of files that the address names, such as `sslrootcert=`. */
const addressError = (error: unknown, shown: string): RunError =>
  new RunError('STATE.SERVER_REFUSED', `${shown}: ${(error as Error).message}`, {
    hint: TLS.hint as string,
    cause: error,
  });
