import { type AppAddress, callsUrl, chatUrl, checkedUrl } from './base-url.ts';
import { addressOf, type ClientOptions, openClient, secretOf } from './open-client.ts';
import type { Secret } from './secret.ts';
import { apiKeys } from './service/api-keys.ts';
import { authTokens } from './service/auth-tokens.ts';
import { bannedUsers } from './service/banned-users.ts';
import { blockedUsers } from './service/blocked-users.ts';
import { calls } from './service/calls.ts';
import { conversations } from './service/conversations.ts';
import { dataImport } from './service/data-import.ts';
import { friends } from './service/friends.ts';
import { groups } from './service/groups.ts';
import { members } from './service/members.ts';
import { messageMarks } from './service/message-marks.ts';
import { messages } from './service/messages.ts';
import { permissions } from './service/permissions.ts';
import { reactions } from './service/reactions.ts';
import { anyRequest } from './service/request.ts';
import { restrictedFeatures } from './service/restricted-features.ts';
import { roles } from './service/roles.ts';
import { threads } from './service/threads.ts';
import { users } from './service/users.ts';

/** Addresses given as they are: of a sandbox, or of a service behind a gateway. */
export type ExplicitAddress = {
  /** https, or plain http on this machine alone. */
  readonly baseUrl: string;
  /** Where the records of calls are; those cannot be made where absent. */
  readonly callsBaseUrl?: string | undefined;
};

export type ChatServiceOptions = ClientOptions &
  (AppAddress | ExplicitAddress) & {
    /** A key of the app; with scope `authOnly` it creates users and tokens, nothing else. */
    readonly apiKey: string | Secret;
  };

export type ChatService = ReturnType<typeof chatService>;

/**
 * A client of one app's chat service: every call of its v3 REST API that a server-side key may make. Nothing is sent
 * before the first call; disposing of it closes its connections. Calls reject with ServiceError alone, or with the
 * reason of their signal; no error ever holds the key.
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
