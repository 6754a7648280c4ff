import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Database } from '../../../files/server/database.ts';
import { StateServer } from '../../../files/server/state-server.ts';
import type { Clock } from '../../../system/clock.ts';
import type { System } from '../../../system/system.ts';
import { FileBudget } from './file-budget.ts';
import { RedisBudget } from './redis-budget.ts';
import { type AskedTurns, leadMaxMs, type SharedBudget, type Taken } from './shared-budget.ts';
import { closedOf, statements, takenOf } from './statements.ts';
import { type Sharing, Turns } from './turns.ts';

/** The folder of the budgets that the pipelines of one machine share, beside their states. */
const FOLDER = '.budgets';

/**
 * Opens the rate limits that all processes share which send to an app: over the server of a queue, else in a file beside the
 * states, for the processes of this machine. Undefined if they are not shared.
 * @param folder in which the states are
 * @param app host and id of the app
 * @throws an error of the disk if no file can be made
 */
export function openSharedBudget(
  folder: string,
  app: readonly string[],
  system: System,
): SharedBudget | undefined {
  const { sharing, machine, files, clock } = system;
  if (sharing === undefined) return undefined;
  if (sharing !== 'file') {
    const name = digest(app);
    return sharing.url.startsWith('redis')
      ? new RedisBudget(sharing.url, name)
      : new PostgresBudget(sharing.url, name, clock);
  }
  files.mkdirSync(join(folder, FOLDER), { recursive: true, mode: 0o700 });
  // Machines that share a folder have clocks of their own, and SQLite may not lock files on it.
  const own = digest([...app, machine.host, machine.id ?? '']);
  return new FileBudget(join(folder, FOLDER, `${own}.sqlite`), own, system);
}

const digest = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** Of the server, so it does not matter what the clocks of the machines say. The cast keeps the parameter of other dialects out. */
const SQL = statements({
  now: '(extract(epoch FROM clock_timestamp()) * 1000)::double precision',
  greatest: 'greatest',
  least: 'least',
  // What is lost with the server may be lost.
  create: 'CREATE UNLOGGED TABLE IF NOT EXISTS',
  table: 'chatferry_budgets',
});
/** Two who make a table at once hinder each other. */
const MAKING = 7_305_271_442;
/** The time of these statements is that of the server; one parameter number is therefore free. */
const numbered = (sql: string): string =>
  sql.replaceAll(/\$([4-9])/g, (_, number: string) => `$${Number(number) - 1}`);
const [TAKE, CLOSE] = [numbered(SQL.take), numbered(SQL.close)];

/** A budget that all machines share which reach one database of PostgreSQL. */
class PostgresBudget implements SharedBudget {
  readonly #app: string;
  readonly #database: Database;
  #isMade = false;

  constructor(url: string, app: string, clock: Clock) {
    this.#app = app;
    this.#database = new Database(new StateServer(url), clock);
  }

  async take(rateClass: string, { spacingMs, turns, unused }: AskedTurns): Promise<Taken> {
    const values = [this.#app, rateClass, spacingMs, turns, unused, leadMaxMs(spacingMs)];
    const [row = {}] = await this.#rows(TAKE, values);
    return takenOf(row);
  }

  async close(rateClass: string, forMs: number): Promise<void> {
    await this.#rows(CLOSE, [this.#app, rateClass, forMs]);
  }

  async closed(): Promise<ReadonlyMap<string, number>> {
    return closedOf(await this.#rows(SQL.look, [this.#app]));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#database[Symbol.asyncDispose]();
  }

  /** The table is made first; and again where somebody has removed it. */
  async #rows(
    sql: string,
    values: readonly unknown[],
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    try {
      if (!this.#isMade) await this.#make();
      this.#isMade = true;
      return await this.#database.rows(sql, values);
    } catch (error) {
      this.#isMade = false;
      throw error;
    }
  }

  #make(): Promise<void> {
    return this.#database.work(async (ask) => {
      const [found] = await ask(`SELECT to_regclass('chatferry_budgets') AS made`);
      if (found?.['made']) return;
      await ask(`BEGIN`);
      await ask('SELECT pg_advisory_xact_lock($1)', [MAKING]);
      await ask(SQL.create);
      await ask('COMMIT');
    });
  }
}

/** Shares the rates of a limiter through a budget. */
export const sharedBy = (budget: SharedBudget, onHeld: Sharing['onHeld']): Sharing => ({
  budget,
  onHeld,
  turns: (rateClass, clock, hears) => new Turns(rateClass, budget, clock, hears),
});
