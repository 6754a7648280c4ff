import { openAsk } from '../../../origin/ask/open-ask.ts';
import type { LivePlace } from '../../../origin/live/live-origin.ts';
import { originOf } from '../../../origin/origins.ts';
import type { System } from '../../../system/system.ts';
import type { OpenSide, Sides } from '../sides/open-sides.ts';
import type { SideDoors, SidesOpened } from './opened-lanes.ts';

/** The time in which nothing may succeed before a question fails: whoever asked says so, and asks again. */
const OUTAGE_MS = 20_000;

/** Opens what asks both sides and sets their webhooks. @throws RunError `SERVICE.TLS`, `SERVICE.PROXY` */
export async function openDoors(sides: Sides, system: System): Promise<SidesOpened> {
  await using opening = new AsyncDisposableStack();
  const [older, newer] = [doorsOf(sides.old, system, opening), doorsOf(sides.new, system, opening)];
  const opened = opening.move();
  return { old: older, new: newer, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

function doorsOf(one: OpenSide, system: System, opened: AsyncDisposableStack): SideDoors {
  const { side, system: name, account, management, origin } = one;
  if (!account) return { side, name, lookups: undefined, hooks: undefined };
  const { ask } = opened.use(
    openAsk(originOf(name), account, system, { answered: true, outageMs: OUTAGE_MS }),
  );
  const place: LivePlace = { account, ask, system, ...(management ? { management } : {}) };
  const lookups = origin.lookups(place);
  opened.defer(async () => await lookups[Symbol.asyncDispose]?.());
  return { side, name, lookups, hooks: origin.hooks(place) };
}
