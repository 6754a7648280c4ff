import { expect, test } from 'vitest';
import {
  importRows,
  type Json,
  message,
  openPopulated,
  openSandbox,
  temporaryFolder,
} from '../sandbox-client.ts';

const BUILT = '/ai-agents/agent-builder/agents';
const OWN = '/ai-agents/agents';
const outcome = (answer: { status: number; json: Json }) => [answer.status, answer.json.error?.code ?? 'ok'];
const NOT_FOUND = [404, 'ERR_AGENT_NOT_FOUND'];

test.each([
  [BUILT, { name: 'Helper', instructions: 'Help.', description: 'Helps' }],
  [OWN, { name: 'Helper', url: 'https://agent.example/', description: 'Helps' }],
])('agents of %s are created, kept, changed and deleted', async (path, agent) => {
  using folder = temporaryFolder();
  const dataFile = `${folder.path}/data.sqlite`;
  let uid = '';
  {
    await using opened = await openSandbox({ dataFile });
    const { data } = (await opened.post(path, agent)).json;
    expect(data).toEqual({ ...agent, uid: expect.any(String), createdAt: expect.any(Number) });
    expect(data.uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    uid = data.uid;
  }
  await using opened = await openSandbox({ dataFile });
  expect((await opened.get(`${path}/${uid}`)).json.data).toMatchObject(agent);
  const changed = (await opened.put(`${path}/${uid}`, { name: 'New' })).json.data;
  expect(changed).toMatchObject({ ...agent, name: 'New', uid, updatedAt: expect.any(Number) });
  expect((await opened.get(path)).json.data).toEqual([changed]);
  // The two kinds are apart.
  expect(outcome(await opened.get(`${path === OWN ? BUILT : OWN}/${uid}`))).toEqual(NOT_FOUND);
  expect((await opened.remove(`${path}/${uid}`)).json.data.success).toBe(true);
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    expect(outcome(await opened.call(method, `${path}/${uid}`, { body: {} }))).toEqual(NOT_FOUND);
  }
  expect((await opened.get(path)).json.data).toEqual([]);
});

test('agents made of instructions are searched and paged', async () => {
  await using opened = await openSandbox();
  for (const name of ['Ann', 'Bob', 'Cid'])
    await opened.post(BUILT, {
      name,
      instructions: 'x',
      description: `about ${name === 'Cid' ? 'ann' : 'all'}`,
    });
  const names = async (query: string) =>
    (await opened.get(`${BUILT}?${query}`)).json.data.map((one: Json) => one.name).join(' ');
  expect(await names('')).toBe('Ann Bob Cid');
  expect(await names('search=ANN')).toBe('Ann Cid');
  expect(await names('limit=2')).toBe('Ann Bob');
  expect(await names('limit=2&page=2')).toBe('Cid');
  expect((await opened.get(`${BUILT}?limit=2`)).json.meta.pagination).toMatchObject({
    total: 3,
    per_page: 2,
  });
});

test('an agent that is too long, without its parts or with tools that do not exist is refused', async () => {
  await using opened = await openSandbox();
  const built = { name: 'A', instructions: 'x' };
  for (const [path, body, expected] of [
    [BUILT, {}, [400, 'ERR_BAD_REQUEST']],
    [BUILT, { ...built, name: 'x'.repeat(101) }, [400, 'ERR_BAD_REQUEST']],
    [BUILT, { ...built, name: '' }, [400, 'ERR_BAD_REQUEST']],
    [BUILT, { ...built, instructions: 'x'.repeat(32_001) }, [400, 'ERR_BAD_REQUEST']],
    [BUILT, { ...built, tools: 'all' }, [400, 'ERR_BAD_REQUEST']],
    [BUILT, { ...built, tools: ['t1'] }, [404, 'ERR_TOOL_NOT_FOUND']],
    [BUILT, { ...built, mcpServers: ['m'] }, [404, 'ERR_TOOL_NOT_FOUND']],
    [OWN, { name: 'A' }, [400, 'ERR_BAD_REQUEST']],
    [OWN, { name: 'A', url: 'http://agent.example/' }, [400, 'ERR_BAD_REQUEST']],
    [OWN, { name: 'A', url: 'agent' }, [400, 'ERR_BAD_REQUEST']],
  ] as const) {
    expect([body, outcome(await opened.post(path, body))]).toEqual([body, expected]);
  }
  expect(
    outcome(await opened.post(BUILT, { ...built, instructions: 'x'.repeat(32_000), tools: [] })),
  ).toEqual([200, 'ok']);
  expect((await opened.get(OWN)).json.data).toEqual([]);
});

test('conversations with users that are agents are listed alone, or left out', async () => {
  await using opened = await openPopulated();
  const { uid } = (await opened.post(BUILT, { name: 'Helper', instructions: 'x' })).json.data;
  await opened.post('/users', { uid, name: 'Helper' });
  await importRows(opened, 'messages', { a: message('a'), b: message('b', { receiver: uid }) });
  const list = async (query: string) =>
    (await opened.get(`/conversations?${query}`, { as: 'ann' })).json.data.map(
      (one: Json) => one.conversationWith.uid,
    );
  expect((await list('')).toSorted()).toEqual([uid, 'bob'].toSorted());
  expect(await list('onlyAgentic=true')).toEqual([uid]);
  expect(await list('hideAgentic=true')).toEqual(['bob']);
});
