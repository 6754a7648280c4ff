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
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const outcome = (answer: { status: number; json: Json }) => [answer.status, answer.json.error?.code ?? 'ok'];
const NOT_FOUND = [404, 'ERR_AGENT_NOT_FOUND'];
const built = { name: 'Helper', instruction: 'Help.', description: 'Helps' };
const own = {
  name: 'Mine',
  icon: 'https://agent.example/icon.png',
  integrateWith: 'mastra',
  integrationType: 'agent',
  integrationMeta: { baseUrl: 'https://agent.example', agentId: 'a' },
};

test('an agent made of instructions is created, kept, changed and deleted', async () => {
  using folder = temporaryFolder();
  const dataFile = `${folder.path}/data.sqlite`;
  let uid = '';
  {
    await using opened = await openSandbox({ dataFile, appId: 'smart' });
    const { status, json } = await opened.post(BUILT, built);
    expect([status, json.agent]).toEqual([
      201,
      expect.objectContaining({ ...built, appId: 'smart', isActive: true, tools: [], lastMessageAt: null }),
    ]);
    uid = json.agent.uid;
    expect(uid).toMatch(UUID);
  }
  await using opened = await openSandbox({ dataFile });
  const change = (body: object, id = uid) => opened.call('PATCH', `${BUILT}/${id}`, { body });
  expect((await change({ name: 'New', isActive: false })).json).toEqual({ success: true });
  expect((await opened.get(`${BUILT}/${uid}`)).json).toMatchObject({
    ...built,
    uid,
    name: 'New',
    isActive: false,
  });
  expect(outcome(await opened.remove(`${OWN}/${uid}`))).toEqual(NOT_FOUND);
  expect((await opened.remove(`${BUILT}/${uid}`)).json).toEqual({
    success: true,
    message: `Agent with UID '${uid}' has been deleted successfully`,
  });
  expect(outcome(await opened.get(`${BUILT}/${uid}`))).toEqual(NOT_FOUND);
  expect(outcome(await change({ name: 'Gone' }))).toEqual(NOT_FOUND);
});

test('an agent of another framework is created, listed, changed and deleted', async () => {
  await using opened = await openSandbox();
  const { status, json } = await opened.post(OWN, own);
  const { uid } = json.agent;
  expect([status, json.agent]).toMatchObject([201, { ...own, isActive: true, deletedAt: null }]);
  const change = { name: 'Other', isActive: false };
  expect((await opened.call('PATCH', `${OWN}/${uid}`, { body: change })).json).toEqual({ success: true });
  expect((await opened.get(OWN)).json).toMatchObject([{ ...own, ...change, uid }]);
  expect((await opened.remove(`${OWN}/${uid}`)).json.success).toBe(true);
  expect((await opened.get(OWN)).json).toEqual([]);
});

test('agents made of instructions are searched, and read from a time on in both directions', async () => {
  await using opened = await openSandbox();
  for (const name of ['Ann', 'Bob', 'Cid'])
    await opened.post(BUILT, { name, description: name === 'Cid' ? 'knows ann' : 'knows all' });
  const list = async (query: string) => (await opened.get(`${BUILT}?${query}`)).json;
  const names = ({ data }: Json) => data.map((one: Json) => one.name).join(' ');
  expect(names(await list(''))).toBe('Ann Bob Cid');
  expect(names(await list('search=ANN'))).toBe('Ann Cid');
  const first = await list('limit=2');
  expect([names(first), first.meta.current, first.meta.previous]).toEqual([
    'Ann Bob',
    { limit: 2, count: 2 },
    undefined,
  ]);
  const { affix, createdAt } = first.meta.next;
  const rest = await list(`limit=2&affix=${affix}&createdAt=${createdAt}`);
  expect([names(rest), rest.meta.next]).toEqual(['Cid', undefined]);
  const back = rest.meta.previous;
  expect(names(await list(`limit=1&affix=${back.affix}&createdAt=${back.createdAt}`))).toBe('Bob');
});

test('an agent that is too long, without its parts or with tools that do not exist is refused', async () => {
  await using opened = await openSandbox();
  const bad = [400, 'ERR_BAD_REQUEST'];
  const { icon: _, ...bare } = own;
  for (const [path, body, expected] of [
    [BUILT, {}, bad],
    [BUILT, { ...built, name: 'x'.repeat(101) }, bad],
    [BUILT, { ...built, name: '' }, bad],
    [BUILT, { ...built, instruction: 'x'.repeat(32_001) }, bad],
    [BUILT, { ...built, tools: 'all' }, bad],
    [BUILT, { ...built, tools: ['t1'] }, [404, 'ERR_TOOL_NOT_FOUND']],
    [BUILT, { ...built, mcpServers: ['m'] }, [404, 'ERR_TOOL_NOT_FOUND']],
    [OWN, bare, bad],
    [OWN, { ...own, integrationMeta: { baseUrl: 'http://agent.example' } }, bad],
    [OWN, { ...own, isActive: 'yes' }, bad],
  ] as const) {
    const answer: unknown = outcome(await opened.post(path, body));
    expect(answer, JSON.stringify(body).slice(0, 80)).toEqual(expected);
  }
  expect(outcome(await opened.post(BUILT, { ...built, instruction: 'x'.repeat(32_000), tools: [] }))).toEqual(
    [201, 'ok'],
  );
  expect((await opened.get(OWN)).json).toEqual([]);
});

test('conversations with users that are agents are listed alone, or left out', async () => {
  await using opened = await openPopulated();
  const { uid } = (await opened.post(BUILT, built)).json.agent;
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
