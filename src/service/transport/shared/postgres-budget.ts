import { Database } from '../../../files/server/database.ts';
import { StateServer } from '../../../files/server/state-server.ts';
import type { Clock } from '../../../system/clock.ts';
import { type AskedTurns, leadMaxMs, type SharedBudget, type Taken } from './shared-budget.ts';
import { closedOf, statements, takenOf } from './statements.ts';

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
export class PostgresBudget implements SharedBudget {
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
