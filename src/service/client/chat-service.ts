import { type AppAddress, callsUrl, chatUrl, checkedUrl } from '../api/base-url.ts';
import type { Secret } from '../transport/secret.ts';
import { agents } from './account/agents.ts';
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
import { messages, oldMarks } from './messages/messages.ts';
import { reactions } from './messages/reactions.ts';
import { threads } from './messages/threads.ts';
import { moderation } from './moderation/moderation.ts';
import { notifications } from './notifications/notifications.ts';
import { addressOf, Client, type ClientOptions, checkedOptions, secretOf } from './open-client.ts';
import { anyRequest } from './request.ts';
import { authTokens } from './users/auth-tokens.ts';
import { blockedUsers } from './users/blocked-users.ts';
import { friends } from './users/friends.ts';
import { users } from './users/users.ts';

/** Complete addresses, for a sandbox or for a service behind a gateway. */
export type ExplicitAddress = {
  /** An https address, or plain http on this machine only. */
  readonly baseUrl: string;
  /** Address of the call records. Without it, calls about them reject. */
  readonly callsBaseUrl?: string | undefined;
};

export type ChatServiceOptions = ClientOptions &
  (AppAddress | ExplicitAddress) & {
    /** A key of the app. A key of the scope `authOnly` can only create users and auth tokens. */
    readonly apiKey: string | Secret;
  };

/**
 * A client of one app's chat service, with every call of the v3 REST API that a server-side key may make. It sends
 * nothing before the first call. Dispose of it to close its connections. A call rejects only with a ServiceError or
 * with the reason of its signal. No error contains the key.
 */
export class ChatService extends Client {
  readonly users = users(this.caller);
  readonly authTokens = authTokens(this.caller);
  readonly groups = groups(this.caller);
  readonly members = members(this.caller);
  readonly bannedUsers = bannedUsers(this.caller);
  readonly friends = friends(this.caller);
  readonly blockedUsers = blockedUsers(this.caller);
  readonly roles = roles(this.caller);
  readonly apiKeys = apiKeys(this.caller);
  readonly restrictedFeatures = restrictedFeatures(this.caller);
  readonly permissions = permissions(this.caller);
  readonly messages = messages(this.caller);
  readonly threads = threads(this.caller);
  /** @deprecated Its calls are in `messages`. */
  readonly messageMarks = oldMarks(this.messages);
  readonly reactions = reactions(this.caller);
  readonly conversations = conversations(this.caller);
  readonly moderation = moderation(this.caller);
  readonly dataImport = dataImport(this.caller);
  readonly calls = calls(this.caller);
  readonly metrics = metrics(this.caller);
  readonly notifications = notifications(this.caller);
  readonly agents = agents(this.caller);
  /** Makes a call for which the client has no method. */
  readonly request = anyRequest(this.caller);

  /**
   * Opens a client. Sends nothing.
   * @throws ServiceError `OPTIONS.INVALID` if an option is invalid
   */
  constructor(options: ChatServiceOptions) {
    super(urlsOf(checkedOptions(options, OWN_OPTIONS)), secretOf('apiKey', options.apiKey), options);
  }
}

const OWN_OPTIONS = ['appId', 'region', 'serviceHost', 'baseUrl', 'callsBaseUrl', 'apiKey'];

/** Opens a client, as `new ChatService(options)` does. */
export const chatService = (options: ChatServiceOptions): ChatService => new ChatService(options);

function urlsOf(options: AppAddress | ExplicitAddress): { readonly chat: string; readonly calls?: string } {
  if (!('baseUrl' in options))
    return { chat: addressOf(() => chatUrl(options)), calls: addressOf(() => callsUrl(options)) };
  const { baseUrl, callsBaseUrl } = options;
  const chat = addressOf(() => checkedUrl(baseUrl));
  return callsBaseUrl === undefined ? { chat } : { chat, calls: addressOf(() => checkedUrl(callsBaseUrl)) };
}
