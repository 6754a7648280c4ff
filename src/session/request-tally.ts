import { isIntended, type Settled } from '../delivery/in-flight.ts';
import type { Plan } from '../delivery/plan.ts';
import type { RunEvent } from '../delivery/run.ts';
import type { EntityName } from '../input/entities/entity.ts';
import type { Outcome } from '../input/rows/outcome.ts';
import type { RequestCounts } from '../report/result/report.ts';
import { requestFloor } from '../service/targets/request-floor.ts';
import type { TransportEvent } from '../service/transport/transport.ts';

/** Counts the write requests of one command, and the rows in them. */
export class RequestTally {
  #sent = 0;
  #mayHaveLanded = false;
  #retried = 0;
  #throttled = 0;
  /** Requests that always carry a single row. */
  #single = 0;
  readonly #rows = new Map<EntityName, number>();
  /** The number of these rows that have a value that no import carries, by field. */
  readonly #values = new Map<EntityName, Record<string, number>>();

  /** Counts an event of the run or its transport. */
  observe(event: RunEvent | TransportEvent): void {
    if (event.type === 'tried' && event.request.method !== 'GET') this.#tried(event);
    else if (event.type === 'retried') event.throttled ? this.#throttled++ : this.#retried++;
    else if (event.type === 'committed') this.#count(event);
  }

  #tried({ status, maybeSent }: Extract<TransportEvent, { type: 'tried' }>): void {
    this.#sent++;
    // A redirection and a refusal say that nothing was done; a server error does not.
    this.#mayHaveLanded ||= status === undefined ? maybeSent === true : status < 300 || status >= 500;
  }

  /** False if it is certain that no write of this command has taken effect. */
  get mayHaveLanded(): boolean {
    return this.#mayHaveLanded;
  }

  #count({ entity, rows, others }: Extract<RunEvent, { type: 'committed' }>): void {
    const sent = others.filter(wasSent);
    const news = sent.filter(({ outcome }) => outcome.status !== 'updated');
    this.#single += sent.length - news.length;
    const created = rows.length - others.length;
    this.#rows.set(entity, (this.#rows.get(entity) ?? 0) + created + news.length);
    const values = this.#values.get(entity) ?? {};
    this.#values.set(entity, values);
    for (const { notCarried = [] } of news)
      for (const field of notCarried) values[field] = (values[field] ?? 0) + 1;
  }

  /** Counts a row that was removed from the service by a request of its own. */
  countRemoved(): void {
    this.#single++;
  }

  /**
   * The counts, and the smallest number of requests (`floor`) that could have carried these rows.
   * @param plan undefined if no rows were sent
   */
  counts(plan?: Plan): RequestCounts {
    const floor = (plan?.steps ?? []).reduce(
      (sum, { entity: { name }, route }) =>
        sum + requestFloor(route, this.#rows.get(name) ?? 0, this.#values.get(name) ?? {}),
      this.#single,
    );
    return { sent: this.#sent, retried: this.#retried, throttled: this.#throttled, floor };
  }
}

const NEVER_SENT = new Set<Outcome['status']>(['blocked', 'skipped', 'unchanged']);

/** A row that an earlier run has sent has no pending entry. */
const wasSent = (settled: Settled): boolean => {
  const { outcome } = settled;
  if (!isIntended(settled) || NEVER_SENT.has(outcome.status)) return false;
  return !(outcome.status === 'rejected' && outcome.problems.some(({ code }) => code.startsWith('SYNC.')));
};
