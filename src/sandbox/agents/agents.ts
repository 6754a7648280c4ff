import type { ApiRoute } from '../app/route.ts';
import { builtAgentRoutes } from './built-agents.ts';
import { ownAgentRoutes } from './own-agents.ts';

/** SQL of the uids of all agents of the app. */
export const AGENT_UIDS = `SELECT id FROM documents WHERE kind IN ('built agent', 'own agent')`;

/** The calls about agents. The sandbox keeps agents, and they never answer a message. */
export const agentRoutes: readonly ApiRoute[] = [...builtAgentRoutes, ...ownAgentRoutes];
