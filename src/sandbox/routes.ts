import { getGroupConversation, getUserConversation, listConversations } from './conversations.ts';
import { importRoutes } from './data-import.ts';
import { createGroup, getGroup, listGroups } from './groups.ts';
import { listMembers, postMembers } from './members.ts';
import { getMessage, listGroupMessages, listMessages, listUserMessages, sendMessage } from './messages.ts';
import { createRole, listRoles } from './roles.ts';
import type { Route } from './route.ts';
import { createAuthToken, createUser, deleteUser, getUser, listUsers, updateUser } from './users.ts';

/** The whole API. A call exists exactly when it has a line here. */
export const ROUTES: readonly Route[] = [
  ...importRoutes,

  { method: 'POST', path: '/users', rate: 'core', authOnly: true, answer: createUser },
  { method: 'GET', path: '/users', rate: 'standard', answer: listUsers },
  { method: 'GET', path: '/users/{uid}', rate: 'standard', behalf: 'optional', answer: getUser },
  { method: 'PUT', path: '/users/{uid}', rate: 'standard', answer: updateUser },
  { method: 'DELETE', path: '/users/{uid}', rate: 'core', answer: deleteUser },
  {
    method: 'POST',
    path: '/users/{uid}/auth_tokens',
    rate: 'standard',
    authOnly: true,
    answer: createAuthToken,
  },
  {
    method: 'GET',
    path: '/users/{uid}/messages',
    rate: 'standard',
    behalf: 'optional',
    answer: listUserMessages,
  },
  {
    method: 'GET',
    path: '/users/{uid}/conversation',
    rate: 'standard',
    behalf: 'required',
    answer: getUserConversation,
  },

  { method: 'POST', path: '/groups', rate: 'core', behalf: 'optional', answer: createGroup },
  { method: 'GET', path: '/groups', rate: 'standard', behalf: 'optional', answer: listGroups },
  { method: 'GET', path: '/groups/{guid}', rate: 'standard', behalf: 'optional', answer: getGroup },
  { method: 'POST', path: '/groups/{guid}/members', rate: 'core', behalf: 'optional', answer: postMembers },
  {
    method: 'GET',
    path: '/groups/{guid}/members',
    rate: 'standard',
    behalf: 'optional',
    answer: listMembers,
  },
  {
    method: 'GET',
    path: '/groups/{guid}/messages',
    rate: 'standard',
    behalf: 'optional',
    answer: listGroupMessages,
  },
  {
    method: 'GET',
    path: '/groups/{guid}/conversation',
    rate: 'standard',
    behalf: 'required',
    answer: getGroupConversation,
  },

  {
    method: 'POST',
    path: '/messages',
    rate: 'standard',
    behalf: 'optional',
    sends: true,
    answer: sendMessage,
  },
  { method: 'GET', path: '/messages', rate: 'standard', behalf: 'optional', answer: listMessages },
  { method: 'GET', path: '/messages/{id}', rate: 'standard', behalf: 'optional', answer: getMessage },

  { method: 'GET', path: '/conversations', rate: 'standard', behalf: 'optional', answer: listConversations },

  { method: 'POST', path: '/roles', rate: 'standard', answer: createRole },
  { method: 'GET', path: '/roles', rate: 'standard', answer: listRoles },
];
