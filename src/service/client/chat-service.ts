import { type AppAddress, callsUrl, chatUrl, checkedUrl } from '../api/base-url.ts';
import type { Secret } from '../transport/secret.ts';
import { apiKeys } from './account/api-keys.ts';
import { calls } from './account/calls.ts';
import { metrics } from './account/metrics.ts';
import { permissions } from './account/permissions.ts';
import { restrictedFeatures } from './account/restricted-features.ts';
import { roles } from './account/roles.ts';
import { conversations } from './conversations/conversations.ts';
import { bannedUsers } from './groups/banned-users.ts';
import { groups } from './groups/groups.ts';
import { members } from './groups/members.ts';
import { dataImport } from './import/data-import.ts';
import { messageMarks } from './messages/message-marks.ts';
import { messages } from './messages/messages.ts';
import { reactions } from './messages/reactions.ts';
import { threads } from './messages/threads.ts';
import { notifications } from './notifications/notifications.ts';
import { addressOf, type ClientOptions, openClient, secretOf } from './open-client.ts';
import { anyRequest } from './request.ts';
import { authTokens } from './users/auth-tokens.ts';
import { blockedUsers } from './users/blocked-users.ts';
import { friends } from './users/friends.ts';
import { users } from './users/users.ts';

/** Complete addresses: of a sandbox, or of a service behind a gateway. */
export type ExplicitAddress = {
  /** https, or plain http on this machine only. */
  readonly baseUrl: string;
  /** Address of the call records; without it these calls are not possible. */
  readonly callsBaseUrl?: string | undefined;
};

export type ChatServiceOptions = ClientOptions &
  (AppAddress | ExplicitAddress) & {
    /** A key of the app; with scope `authOnly` it can only create users and tokens. */
    readonly apiKey: string | Secret;
  };

export type ChatService = ReturnType<typeof chatService>;

/**
 * A client of one app's chat service: every call of its v3 REST API that a server-side key may make. Nothing is sent
 * before the first call; disposing closes the connections. Calls reject only with ServiceError or with the reason of
 * their signal; no error contains the key.
 * @throws ServiceError `OPTIONS.INVALID`
 */
export function chatService(options: ChatServiceOptions) {
  const client = openClient(urlsOf(options), secretOf('apiKey', options.apiKey), options);
  const { caller } = client;
  return {
    users: users(caller),
    authTokens: authTokens(caller),
    groups: groups(caller),
    members: members(caller),
    bannedUsers: bannedUsers(caller),
    friends: friends(caller),
    blockedUsers: blockedUsers(caller),
    roles: roles(caller),
    apiKeys: apiKeys(caller),
    restrictedFeatures: restrictedFeatures(caller),
    permissions: permissions(caller),
    messages: messages(caller),
    threads: threads(caller),
    messageMarks: messageMarks(caller),
    reactions: reactions(caller),
    conversations: conversations(caller),
    dataImport: dataImport(caller),
    calls: calls(caller),
    metrics: metrics(caller),
    notifications: notifications(caller),
    request: anyRequest(caller),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}

function urlsOf(options: AppAddress | ExplicitAddress): { readonly chat: string; readonly calls?: string } {
  if (!('baseUrl' in options))
    return { chat: addressOf(() => chatUrl(options)), calls: addressOf(() => callsUrl(options)) };
  const { baseUrl, callsBaseUrl } = options;
  const chat = addressOf(() => checkedUrl(baseUrl));
  return callsBaseUrl === undefined ? { chat } : { chat, calls: addressOf(() => checkedUrl(callsBaseUrl)) };
}
