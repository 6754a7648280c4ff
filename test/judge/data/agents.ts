import type { Resource, Step } from '../entry.ts';

const UID = 'string';

const NO_DATA = 'The answer has no `data` around it.';

const FIELDS = {
  'icon?': 'string',
  'description?': 'string',
  'tools?': ['string'],
  'apiTools?': ['string'],
  'mcpServers?': ['string'],
  'instruction?': 'string',
  'metaData?': 'object',
  'model?': 'string',
  'modelMetaData?': 'object',
  'isActive?': 'boolean',
} as const;

const agent = {
  name: 'Support agent',
  description: 'Helps',
  instruction: 'Be kind',
  model: 'gpt-4o-mini',
  modelMetaData: { temperature: 0.7, maxTokens: 4096 },
  isActive: true,
} as const;

const AGENT = {
  uid: UID,
  name: 'string',
  'icon?': 'string',
  isActive: 'boolean',
  'description?': 'string',
  tools: ['string'],
  files: 'array',
  websites: 'array',
  otherKbIntegrations: 'array',
  apiTools: 'array',
  mcpServers: 'array',
  frontendActions: 'array',
  ragVersion: 'string',
  lastMessageAt: 'null|milliseconds',
  'instruction?': 'string',
  'formattedInstruction?': 'string',
  metaData: 'object',
  model: 'string',
  modelMetaData: 'object',
  createdAt: 'milliseconds',
  updatedAt: 'milliseconds',
} as const;

const external = {
  name: 'My agent',
  icon: 'https://example.com/icon.png',
  integrateWith: 'mastra',
  integrationType: 'agent',
  isActive: true,
  integrationMeta: { baseUrl: 'https://agents.example.com', agentId: 'weatherAgent' },
  metaData: { greetingMessage: 'Hello', suggestedMessages: ['Weather?'] },
} as const;

const EXTERNAL = {
  uid: UID,
  appId: 'string',
  name: 'string',
  icon: 'string',
  isActive: 'boolean',
  integrateWith: 'string',
  integrationType: 'agent',
  tools: ['string'],
  actions: ['string'],
  'instruction?': 'string',
  integrationMeta: 'object',
  metaData: 'object',
  deletedAt: 'null|string',
  createdAt: 'string',
  updatedAt: 'string',
} as const;

const keep = { agent: 'agent.uid' } as const;
const path = { uid: '{agent}' } as const;
const unknown = { uid: 'ERR_AGENT_NOT_FOUND' } as const;

const built: Step = { call: 'POST /ai-agents/agent-builder/agents', body: agent, keep };
const brought: Step = { call: 'POST /ai-agents/agents', body: external, keep };

const LIST = {
  data: [AGENT],
  meta: {
    current: { limit: 'integer', count: 'integer' },
    'previous?': { affix: 'prepend', createdAt: 'milliseconds' },
    'next?': { affix: 'append', createdAt: 'milliseconds' },
  },
} as const;

const refusals = [
  { body: { ...agent, name: 'n'.repeat(101) }, code: 'ERR_BAD_REQUEST', source: 'AG' },
  { body: { ...agent, instruction: 'n'.repeat(32_001) }, code: 'ERR_BAD_REQUEST', source: 'AG' },
  {
    body: { ...agent, tools: ['none'] },
    code: 'ERR_TOOL_NOT_FOUND|ERR_BAD_REQUEST',
    source: 'AG, validated',
  },
] as const;

/** Agents that are built here, and agents of other frameworks that are brought along. */
export const agents: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'POST /ai-agents/agent-builder/agents',
      source: 'AG create-agent',
      slip: NO_DATA,
      nulls: ['lastMessageAt'],
      fields: { name: 'string', ...FIELDS },
      examples: [
        { status: 201, body: agent, answer: { agent: { ...AGENT, appId: 'string', name: 'Support agent' } } },
      ],
      refusals,
    },
    {
      call: 'GET /ai-agents/agent-builder/agents',
      source: 'AG list-agents',
      nulls: ['lastMessageAt'],
      examples: [
        { given: [built], count: 1, answer: LIST },
        {
          given: [built],
          query: { limit: 1, search: 'Support', affix: 'append', createdAt: 1 },
          count: 1,
          answer: LIST,
        },
      ],
    },
    {
      call: 'GET /ai-agents/agent-builder/agents/{uid}',
      source: 'AG get-agent',
      nulls: ['lastMessageAt'],
      unknown,
      examples: [{ given: [built], path, answer: AGENT }],
    },
    {
      call: 'PATCH /ai-agents/agent-builder/agents/{uid}',
      source: 'AG update-agent',
      slip: NO_DATA,
      fields: { 'name?': 'string', ...FIELDS },
      unknown,
      examples: [{ given: [built], path, body: { name: 'Other' }, answer: { success: 'true' } }],
    },
    {
      call: 'DELETE /ai-agents/agent-builder/agents/{uid}',
      source: 'AG delete-agent, as the other kind',
      slip: NO_DATA,
      unknown,
      examples: [{ given: [built], path, answer: { success: 'true', message: 'string' } }],
    },
    {
      call: 'POST /ai-agents/agents',
      source: 'AG create-byo-agent',
      slip: NO_DATA,
      nulls: ['deletedAt'],
      fields: {
        name: 'string',
        icon: 'string',
        integrateWith: 'string',
        integrationType: 'string',
        'isActive?': 'boolean',
        'integrationMeta?': 'object',
        'tools?': ['string'],
        'actions?': ['string'],
        'metaData?': 'object',
      },
      examples: [
        {
          status: 201,
          body: external,
          answer: { agent: { ...EXTERNAL, name: 'My agent', integrateWith: 'mastra' } },
        },
      ],
      refusals: [
        {
          body: { ...external, integrationMeta: { baseUrl: 'http://agents.example.com', agentId: 'a' } },
          code: 'ERR_BAD_REQUEST',
          source: 'AG, https',
        },
        { body: { ...external, name: 'n'.repeat(101) }, code: 'ERR_BAD_REQUEST', source: 'AG' },
      ],
    },
    {
      call: 'GET /ai-agents/agents',
      source: 'AG list-byo-agents',
      slip: 'The answer is a list without `data` around it.',
      nulls: ['deletedAt'],
      examples: [{ given: [brought], count: 1, answer: [EXTERNAL] }],
    },
    {
      call: 'PATCH /ai-agents/agents/{uid}',
      source: 'AG update-byo-agent',
      slip: NO_DATA,
      fields: {
        'name?': 'string',
        'icon?': 'string',
        'isActive?': 'boolean',
        'integrateWith?': 'string',
        'integrationMeta?': 'object',
      },
      unknown,
      examples: [
        { given: [brought], path, body: { name: 'Other', isActive: false }, answer: { success: 'true' } },
      ],
    },
    {
      call: 'DELETE /ai-agents/agents/{uid}',
      source: 'AG delete-byo-agent',
      slip: NO_DATA,
      unknown,
      examples: [
        {
          given: [brought],
          path,
          answer: { success: 'true', message: "~Agent with UID '{}' has been deleted successfully" },
        },
      ],
    },
  ],
};
