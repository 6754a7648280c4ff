import { expect, test } from 'vitest';
import { silence } from '../../../src/service/transport/silence.ts';
import type { ApiRequest, ApiResponse } from '../../../src/service/transport/transport.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const request: ApiRequest = {
  method: 'GET',
  path: '/users',
  rateClass: 'read',
  repeatable: true,
  divisible: false,
};
const reply: ApiResponse = { status: 200, headers: {}, body: {}, attempts: 1, ambiguous: false };

/** What is said while requests are answered after so many seconds each, and when. */
async function saidWith(
  ...seconds: readonly number[]
): Promise<(readonly [second: number, reason: string])[]> {
  const clock = new VirtualClock();
  const said: (readonly [number, string])[] = [];
  const answers = seconds[Symbol.iterator]();
  const transport = silence(
    'https://chat.example.com/v3',
    ({ reason }) => said.push([clock.elapsed() / 1_000, reason]),
    clock,
  )(async () => {
    await clock.sleep((answers.next().value as number) * 1_000);
    return reply;
  });
  await clock.run(async () => {
    for (const _ of seconds) await transport(request, new AbortController().signal);
  });
  return said;
}

test('a service that takes connections and says nothing is named after 15 s, once', async () => {
  expect(await saidWith(120, 120)).toEqual([[15, 'no answer from chat.example.com for 15 s; still waiting']]);
});

test('nothing is said of a service that has answered before', async () => {
  expect(await saidWith(14, 120)).toEqual([]);
});
