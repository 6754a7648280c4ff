import { lanes } from '../../src/delivery/lanes.ts';
import type { Budget } from '../../src/service/transport/budget.ts';
import { deadline } from '../../src/service/transport/deadline.ts';
import { createLimiter } from '../../src/service/transport/limiter.ts';
import { rateLimit } from '../../src/service/transport/rate-limit.ts';
import { retry } from '../../src/service/transport/retry.ts';
import { compose } from '../../src/service/transport/transport.ts';
import { type Program, REQUEST } from './simulate.ts';

/** The time for one attempt, as in a run. */
const DEADLINE_MS = 120_000;

/** chatferry's own layers and lanes, over as many batches as there is time for. */
export const chatferry =
  (budget: Budget, { width = budget.concurrency * 2, batches = Number.POSITIVE_INFINITY } = {}): Program =>
  async ({ clock, random, send, signal }) => {
    const chance = { next: random };
    const limiter = createLimiter({ import: budget }, undefined, clock);
    const transport = compose(
      send,
      retry({ observe: () => {}, clock, random: chance }),
      rateLimit({ limiter, observe: () => {}, clock, random: chance }),
      deadline(DEADLINE_MS, clock),
    );
    const endless = async function* () {
      for (let batch = 0; batch < batches && !signal.aborted; batch++)
        yield { lanes: [Math.floor(random() * width)] };
    };
    await lanes(endless(), width, async () => {
      await transport({ ...REQUEST }, signal);
    });
  };
