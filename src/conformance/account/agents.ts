import type { Check, CheckContext } from '../check.ts';
import { must, refused, same } from '../expect.ts';
import { reads, removeLater, writes } from '../rows.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const NONE = '00000000-0000-4000-8000-000000000000';

/** A new agent of one kind, which is removed at the end. */
async function newAgent(context: CheckContext, kind: 'built' | 'own') {
  const { agents } = context.service;
  const name = context.id(kind);
  const agent =
    kind === 'built'
      ? await agents.built.create({ name, instructions: 'Say nothing.' })
      : await agents.own.create({ name, url: 'https://conformance.example/agent' });
  removeLater(context, async () => agents[kind].delete(agent.uid));
  must(UUID.test(agent.uid), `the uid ${agent.uid} of an agent is no UUID of version 4`);
  same(agent.name, name, 'name of the agent');
  return agent;
}

/** AI agents. */
export const agentChecks: readonly Check[] = [
  reads(
    'agents are listed, and one that does not exist is refused',
    ['listBuiltAgents', 'getBuiltAgent', 'listOwnAgents', 'getOwnAgent'],
    async ({ service: { agents } }) => {
      for (const { uid } of [...(await agents.built.list({ limit: 5 })), ...(await agents.own.list())])
        must(UUID.test(uid), `the uid ${uid} of an agent is no UUID of version 4`);
      await refused(agents.built.get(NONE), 'ERR_AGENT_NOT_FOUND');
      await refused(agents.own.get(NONE), 'ERR_AGENT_NOT_FOUND');
    },
  ),

  writes(
    'an agent made of instructions is created, found, changed and deleted',
    ['createBuiltAgent', 'listBuiltAgents', 'getBuiltAgent', 'updateBuiltAgent', 'deleteBuiltAgent'],
    async (context) => {
      const { built } = context.service.agents;
      const { uid, name = '' } = await newAgent(context, 'built');
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
    ['createOwnAgent', 'listOwnAgents', 'getOwnAgent', 'updateOwnAgent', 'deleteOwnAgent'],
    async (context) => {
      const { own } = context.service.agents;
      const { uid } = await newAgent(context, 'own');
      await own.update(uid, { description: 'changed' });
      same((await own.get(uid)).description, 'changed', 'description of the agent');
      must(
        (await own.list()).some((one) => one.uid === uid),
        'the agent is not listed',
      );
      await refused(own.create({ name: 'plain', url: 'http://conformance.example/' }), 'ERR_BAD_REQUEST');
      await own.delete(uid);
      await refused(own.get(uid), 'ERR_AGENT_NOT_FOUND');
    },
  ),
];
