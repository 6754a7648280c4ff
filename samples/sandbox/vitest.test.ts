import { afterAll, beforeEach, expect, test } from 'vitest';
import { startSandbox } from 'chatferry/sandbox';
import { greet } from './greeting.ts';

const sandbox = await startSandbox({ clock: '2030-01-01T09:00:00Z', seedFrom: { users: 'users.csv' } });
afterAll(sandbox.close);
beforeEach(sandbox.reset);

test('greets a person once', async () => {
  expect(await greet(sandbox.baseUrl, sandbox.apiKey, 'ann')).toBe('sent');
  const [request] = sandbox.requests({ method: 'POST', path: '/messages' });
  expect(request?.body).toMatchObject({ receiver: 'ann', data: { text: 'Welcome!' } });
});

test('tries again where the service is busy', async () => {
  sandbox.setFaults('429x2@/messages');
  expect(await greet(sandbox.baseUrl, sandbox.apiKey, 'ann')).toBe('sent');
  expect(sandbox.requests({ path: '/messages' }).map(({ status }) => status)).toEqual([429, 429, 200]);
});
