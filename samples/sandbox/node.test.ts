import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { startSandbox } from 'chatferry/sandbox';
import { greet } from './greeting.ts';

const sandbox = await startSandbox({ seedFrom: { users: 'users.csv' } });
after(sandbox.close);
beforeEach(sandbox.reset);

test('greets a person once', async () => {
  assert.equal(await greet(sandbox.baseUrl, sandbox.apiKey, 'ann'), 'sent');
  assert.equal(sandbox.requests({ path: '/messages', status: 200 }).length, 1);
});

test('says why nobody was greeted', async () => {
  assert.equal(await greet(sandbox.baseUrl, sandbox.apiKey, 'nobody'), 'refused: 404');
});
