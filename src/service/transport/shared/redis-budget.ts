import type { Redis } from 'ioredis';
import { RunError } from '../../../errors/run-error.ts';
import {
  type AskedTurns,
  CLOCK_SLACK_MS,
  leadMaxMs,
  type SharedBudget,
  SPACING_KEPT_MS,
  type Taken,
} from './shared-budget.ts';

/**
 * The same steps as the statements of the databases, by the clock of the server. All classes of an app are in one hash.
 * Numbers are given back as texts, because Redis cuts off their fractions.
 */
const SCRIPT = `
local key, step, class = KEYS[1], ARGV[1], ARGV[2]
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local function get(class, name) return tonumber(redis.call('HGET', key, class .. '.' .. name) or '0') end
local function set(name, value) redis.call('HSET', key, class .. '.' .. name, string.format('%.3f', value)) end
local function closed(class)
  local from, till = get(class, 'closedFrom'), get(class, 'closedUntil')
  if till > now and till - now <= till - from + ${CLOCK_SLACK_MS} then return till - now end
  return 0
end
if step == 'look' then
  local found = {}
  for _, field in ipairs(redis.call('HKEYS', key)) do
    local name = string.match(field, '^(.*)%.closedUntil$')
    if name and closed(name) > 0 then
      table.insert(found, name)
      table.insert(found, tostring(closed(name)))
    end
  end
  return found
end
redis.call('PEXPIRE', key, 86400000)
if step == 'close' then
  local till = math.max(now + ARGV[3], now + closed(class))
  set('closedFrom', now)
  set('closedUntil', till)
  return {}
end
local spacing, turns, unused, lead = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local known, at = get(class, 'spacing'), get(class, 'spacedAt')
if spacing <= known or now < at or now > at + ${SPACING_KEPT_MS} then
  set('spacing', spacing)
  set('spacedAt', now)
else
  spacing = known
end
local due = math.max(now, math.min(get(class, 'dueAt') - unused * spacing, now + 2 * lead + spacing))
if closed(class) > 0 or due - now > lead then turns = 0 end
set('dueAt', due + turns * spacing)
return { tostring(due - now), tostring(turns), tostring(spacing), tostring(closed(class)) }
`;
const [CONNECT_MS, ANSWER_MS, AGAIN_MS] = [5_000, 2_000, 500];

/** A budget that all machines share which reach one server of Redis or Valkey. */
export class RedisBudget implements SharedBudget {
  readonly #url: string;
  readonly #key: string;
  #client: Promise<Redis> | undefined;

  constructor(url: string, app: string) {
    this.#url = url;
    this.#key = `chatferry:budget:${app}`;
  }

  async take(rateClass: string, { spacingMs, turns, unused }: AskedTurns): Promise<Taken> {
    const asked = [spacingMs, turns, unused, leadMaxMs(spacingMs)];
    const [lead, granted, spacing, closed] = (await this.#run('take', rateClass, ...asked)).map(Number);
    return {
      leadMs: lead ?? 0,
      turns: granted ?? 0,
      spacingMs: spacing ?? spacingMs,
      closedForMs: closed ?? 0,
    };
  }

  async close(rateClass: string, forMs: number): Promise<void> {
    await this.#run('close', rateClass, forMs);
  }

  async closed(): Promise<ReadonlyMap<string, number>> {
    const found = await this.#run('look');
    const closed = new Map<string, number>();
    for (let at = 0; at < found.length; at += 2) closed.set(found[at] as string, Number(found[at + 1]));
    return closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    client?.disconnect();
  }

  async #run(...values: readonly (string | number)[]): Promise<readonly string[]> {
    this.#client ??= connected(this.#url).catch((error: unknown) => {
      this.#client = undefined;
      throw error;
    });
    const client = await this.#client;
    return (await client.call('EVAL', SCRIPT, 1, this.#key, ...values)) as readonly string[];
  }
}

/** Loaded where a queue in Redis is used, and nowhere else. */
async function connected(url: string): Promise<Redis> {
  const { Redis: Client } = await import('ioredis').catch((cause: unknown) => {
    throw new RunError('FLEET.LIBRARY_MISSING', 'the library ioredis is not installed', { cause });
  });
  const client = new Client(url, {
    connectTimeout: CONNECT_MS,
    commandTimeout: ANSWER_MS,
    maxRetriesPerRequest: 1,
    retryStrategy: () => AGAIN_MS,
  });
  // What is lost between two steps is noticed by the next one.
  client.on('error', () => {});
  return client;
}
