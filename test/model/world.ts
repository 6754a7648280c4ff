import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseQuirks, type Quirks } from '../../src/sandbox/sandbox.ts';
import { type Got, type Opened, openSandbox, temporaryFolder } from '../sandbox/sandbox-client.ts';
import { ServiceModel, SYSTEM } from './service-model.ts';
import { mismatch, refused, type Verdict } from './verdict.ts';

/** A call of the API. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly as?: string | undefined;
  readonly key?: string;
};

/** Which of the two apps of a sandbox is meant. */
export type AppName = 'first' | 'second';

/** When everything begins, in Unix seconds. */
export const BEGIN = 1_750_000_000;
const APPS = { appId: 'first', apps: ['second'] } as const;
const FILE = 'data.sqlite';

/** A data file with two empty apps, made once: every sequence of calls begins with a copy. */
export async function openTemplate(quirks: Quirks = parseQuirks('')) {
  const folder = temporaryFolder();
  const opened = await openSandbox({
    ...APPS,
    quirks,
    dataFile: join(folder.path, FILE),
    clock: () => BEGIN * 1000,
  });
  await opened[Symbol.asyncDispose]();
  return { path: folder.path, quirks, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

export type Template = Awaited<ReturnType<typeof openTemplate>>;

/** A running sandbox with the model of each of its apps; every call is made to both and compared. */
export class World implements AsyncDisposable {
  /** Calls made by all worlds. */
  static calls = 0;
  /** How often each code, or 200, was answered. */
  static readonly outcomes = new Map<string, number>();
  readonly models: Readonly<Record<AppName, ServiceModel>> = {
    first: new ServiceModel(),
    second: new ServiceModel(),
  };
  readonly #folder = temporaryFolder();
  readonly #keys: Readonly<Record<AppName, string>>;
  readonly #quirks: Quirks;
  readonly #said: string[] = [];
  #seconds = BEGIN;
  #turns = 0;
  #opened: Opened | undefined;

  /** Starts with a copy of the template. */
  constructor(template: Template) {
    cpSync(template.path, this.#folder.path, { recursive: true });
    this.#quirks = template.quirks;
    const key = (...names: readonly string[]) =>
      readFileSync(join(this.#folder.path, 'data', ...names, 'api-key'), 'utf8').trim();
    this.#keys = { first: key(), second: key('apps', 'second') };
  }

  /** Starts the sandbox, or starts it anew with the same data file. */
  async restart(): Promise<void> {
    this.#said.push('restart');
    await this.#opened?.[Symbol.asyncDispose]();
    const dataFile = join(this.#folder.path, FILE);
    this.#opened = await openSandbox({
      ...APPS,
      quirks: this.#quirks,
      dataFile,
      clock: () => this.#seconds * 1000,
    });
  }

  /** Makes a call whose outcome the model does not know beforehand, such as what a new app holds. */
  async ask(app: AppName, { method, path, body, as, key = this.#keys[app] }: Call): Promise<Got> {
    if (!this.#opened) throw new Error('not started');
    World.calls += 1;
    const who = `${as === undefined ? '' : ` as ${as}`}${app === 'first' ? '' : ' in the second app'}`;
    const said = this.#said.push(
      `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}${who}`,
    );
    const answer = await this.#opened.call(method, path, { body, key, ...(as !== undefined && { as }) });
    const outcome = String(answer.json?.error?.code ?? answer.status);
    World.outcomes.set(outcome, (World.outcomes.get(outcome) ?? 0) + 1);
    this.#said[said - 1] += ` → ${outcome}`;
    return answer;
  }

  /** Makes a call and compares the answer with what the model says, which takes part in it. */
  async exchange(app: AppName, call: Call, expect: (model: ServiceModel) => Verdict): Promise<void> {
    // Times repeat, so that orders have to be decided by more than them.
    this.#turns += 1;
    if (this.#turns % 3 !== 0) this.#seconds += 1;
    const model = this.models[app];
    model.now = this.#seconds;
    const isActing = call.as === undefined || model.active(call.as) !== undefined;
    const verdict = isActing ? expect(model) : refused('ERR_UID_NOT_FOUND');
    const wrong = await this.ask(app, call).then(
      ({ status, json }) => mismatch(verdict, status, json),
      // The answer is not what the document of the API says, or there is none.
      (error: Error) => error.message,
    );
    if (wrong !== undefined) throw new Error(`${wrong}\n  at the end of:\n  ${this.#said.join('\n  ')}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened?.[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }
}

/** The uid of who acts: the user, or the system. */
export const actorOf = ({ as }: Call): string => as?.toLowerCase() ?? SYSTEM.uid;
