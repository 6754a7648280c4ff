import type { Check } from '../check.ts';
import { must, refused, same } from '../expect.ts';
import { reads, removeLater, writes } from '../rows.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const NONE = '00000000-0000-4000-8000-000000000000';

/** An agent of another framework that is never called. */
const own = (name: string) => ({
  name,
  icon: 'https://conformance.example/icon.png',
  integrateWith: 'mastra',
  integrationType: 'agent',
  integrationMeta: { baseUrl: 'https://conformance.example', agentId: 'none' },
  isActive: false,
});

/** AI agents. */
export const agentChecks: readonly Check[] = [
  reads(
    'agents are listed, and one that does not exist is refused',
    ['listBuiltAgents', 'getBuiltAgent', 'listOwnAgents'],
    async ({ service: { agents } }) => {
      for (const { uid } of [...(await agents.built.list({ limit: 5 })), ...(await agents.own.list())])
        must(UUID.test(uid), `the uid ${uid} of an agent is no UUID of version 4`);
      await refused(agents.built.get(NONE), 'ERR_AGENT_NOT_FOUND');
    },
  ),

  writes(
    'an agent made of instructions is created, found, changed and deleted',
    ['createBuiltAgent', 'listBuiltAgents', 'getBuiltAgent', 'updateBuiltAgent', 'deleteBuiltAgent'],
    async (context) => {
      const { built } = context.service.agents;
      const name = context.id('agent');
      const { uid } = await built.create({ name, instruction: 'Say nothing.', isActive: false });
      removeLater(context, async () => built.delete(uid));
      must(UUID.test(uid), `the uid ${uid} of an agent is no UUID of version 4`);
      same(
        (await built.list({ search: name })).map((one) => one.uid),
        [uid],
        'agents that were found',
      );
      await built.update(uid, { description: 'changed' });
      same((await built.get(uid)).description, 'changed', 'description of the agent');
      await built.delete(uid);
      await refused(built.get(uid), 'ERR_AGENT_NOT_FOUND');
    },
  ),

  writes(
    'an agent of another framework is created, changed and deleted',
    ['createOwnAgent', 'listOwnAgents', 'updateOwnAgent', 'deleteOwnAgent'],
    async (context) => {
      const { agents } = context.service;
      const { uid } = await agents.own.create(own(context.id('agent')));
      removeLater(context, async () => agents.own.delete(uid));
      const name = context.id('changed');
      await agents.own.update(uid, { name });
      same((await agents.own.list()).find((one) => one.uid === uid)?.name, name, 'name of the agent');
      const plain = { ...own(name), integrationMeta: { baseUrl: 'http://conformance.example' } };
      await refused(agents.own.create(plain), 'ERR_BAD_REQUEST');
      await agents.own.delete(uid);
      await refused(agents.own.update(uid, { name }), 'ERR_AGENT_NOT_FOUND');
    },
  ),
];
