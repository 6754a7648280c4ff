import { describe, expect, test } from 'vitest';
import type { ApiRequest } from '../../../src/service/transport/transport.ts';
import { type Answer, mostInAMinute, OK, type Sent, simulation, write } from './simulated-limits.ts';

const message = (sender: string): ApiRequest => ({ ...write, path: '/messages', repeatable: false, sender });
const of = (sent: readonly Sent[], sender: string): readonly Sent[] =>
  sent.filter(({ request }) => request.sender === sender);

/** Sends messages at once, all that wait for their turn too; resolves when the last one is answered. */
async function sendAll(
  senders: readonly string[],
  answer: (request: ApiRequest, at: number) => Answer,
  limits: object,
) {
  const layers = simulation(answer, limits);
  const signal = new AbortController().signal;
  await layers.clock.run(async () => {
    await Promise.all(senders.map((sender) => layers.transport(message(sender), signal)));
  });
  return layers.sent;
}

describe('the limit of each sender', () => {
  const busy = Array.from({ length: 90 }, () => 'busy');
  const others = Array.from({ length: 60 }, (_, index) => `other-${index}`);

  test('slows the busy sender down, and nobody else', async () => {
    const sent = await sendAll([...busy, ...others], () => OK, { perMinute: 600, perSender: 30 });
    expect(mostInAMinute(of(sent, 'busy'))).toBeLessThanOrEqual(30);
    // 60 requests of others and those of the busy one, at 600 a minute.
    const othersDoneAt = Math.max(...others.map((other) => of(sent, other)[0]?.at as number));
    expect(othersDoneAt).toBeLessThan(8_000);
    expect((sent.at(-1) as Sent).at / 180_000).toBeLessThan(1.03);
  });

  test('is taken together with that of the class: neither is exceeded, and a sender who waits takes no turn', async () => {
    const sent = await sendAll([...busy, ...others], () => OK, { perMinute: 60, perSender: 30 });
    expect(mostInAMinute(sent)).toBeLessThanOrEqual(60);
    expect(mostInAMinute(of(sent, 'busy'))).toBeLessThanOrEqual(30);
    // The class is used up as long as there are others, so all is done in little more than three minutes.
    expect((sent.at(-1) as Sent).at / 180_000).toBeLessThan(1.05);
  });

  test('is learned from the service where it is not known, and a refusal closes the gate of that sender alone', async () => {
    const accepted: number[] = [];
    const headers = { 'x-ratelimit-limit': '30', 'retry-after': '60' };
    const answer = ({ sender }: ApiRequest, at: number): Answer => {
      if (sender !== 'busy') return OK;
      const isFull = accepted.filter((one) => one > at - 60_000).length >= 30;
      if (!isFull) accepted.push(at);
      return isFull ? { status: 429, headers } : OK;
    };
    const sent = await sendAll([...busy, ...others], answer, { perMinute: 6_000 });
    const refusals = of(sent, 'busy').filter(({ status }) => status === 429);
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.length).toBeLessThan(5);
    expect(Math.max(...others.map((other) => of(sent, other)[0]?.at as number))).toBeLessThan(5_000);
    expect((sent.at(-1) as Sent).at).toBeLessThan(240_000);
  });
});
