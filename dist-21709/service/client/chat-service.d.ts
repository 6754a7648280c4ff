import { type AppAddress } from '../api/base-url.ts';
import type { Secret } from '../transport/secret.ts';
import { Client, type ClientOptions } from './open-client.ts';
/** Complete addresses, for a sandbox or for a service behind a gateway. */
export type ExplicitAddress = {
    /** An https address, or plain http on this machine only. */
    readonly baseUrl: string;
    /** Address of the call records. Without it, calls about them reject. */
    readonly callsBaseUrl?: string | undefined;
};
export type ChatServiceOptions = ClientOptions & (AppAddress | ExplicitAddress) & {
    /** A key of the app. A key of the scope `authOnly` can only create users and auth tokens. */
    readonly apiKey: string | Secret;
};
/**
 * A client of one app's chat service, with every call of the v3 REST API that a server-side key may make. It sends
 * nothing before the first call. Dispose of it to close its connections. A call rejects only with a ServiceError or
 * with the reason of its signal. No error contains the key.
 */
export declare class ChatService extends Client {
    readonly users: {
        create: (user: import("./users/users.ts").NewUser, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./users/users.ts").User>;
        list: (query?: import("./users/users.ts").UserQuery, options?: import("./caller.ts").MayAct) => import("./listing.ts").Listing<import("./users/users.ts").User>;
        get: (uid: string, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./users/users.ts").User>;
        update: (uid: string, changes: import("./users/users.ts").UserChanges, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./users/users.ts").User>;
        delete: (uid: string, how?: {
            readonly permanent?: boolean;
        }, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./users/users.ts").DeletedUser>;
        deactivate: (uids: string | readonly string[], options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./users/users.ts").Deactivation>;
        reactivate: (uids: readonly string[], options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./users/users.ts").Reactivation>;
        deactivateMany: (uids: readonly string[], options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./users/users.ts").Deactivation>;
        reactivateMany: (uids: readonly string[], options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./users/users.ts").Reactivation>;
        deletePermanently: (uid: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
    };
    readonly authTokens: {
        create: (uid: string, body?: {
            readonly force?: boolean;
        }, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./users/auth-tokens.ts").AuthToken>;
        list: (uid: string, query?: import("./list-calls.ts").PageQuery, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./users/auth-tokens.ts").AuthToken>;
        get: (uid: string, authToken: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./users/auth-tokens.ts").AuthToken>;
        update: (uid: string, authToken: string, body: import("./users/auth-tokens.ts").AuthTokenScope, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./users/auth-tokens.ts").AuthToken>;
        delete: (uid: string, authToken: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
        flush: (uid: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
    };
    readonly groups: {
        create: (group: import("./groups/groups.ts").NewGroup, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./groups/groups.ts").Group>;
        list: (query?: import("./groups/groups.ts").GroupQuery, options?: import("./caller.ts").MayAct) => import("./listing.ts").Listing<import("./groups/groups.ts").Group>;
        get: (guid: string, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./groups/groups.ts").Group>;
        update: (guid: string, changes: import("./groups/groups.ts").GroupChanges, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./groups/groups.ts").Group>;
        delete: (guid: string, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
    };
    readonly members: {
        add: (guid: string, lists: import("./groups/members.ts").MemberLists, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./groups/members.ts").AddedMembers>;
        list: (guid: string, query?: import("./list-calls.ts").PageQuery & {
            readonly scopes?: readonly import("./groups/members.ts").MemberScope[];
            readonly status?: 'available' | 'offline';
        }, options?: import("./caller.ts").MayAct) => import("./listing.ts").Listing<import("./groups/members.ts").Member>;
        changeScope: (guid: string, uid: string, scope: import("./groups/members.ts").MemberScope, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./groups/members.ts").Membership>;
        kick: (guid: string, uid: string, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
    };
    readonly bannedUsers: {
        ban: (guid: string, uid: string, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
        unban: (guid: string, uid: string, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
        list: (guid: string, query?: import("./list-calls.ts").PageQuery, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./groups/banned-users.ts").BannedUser>;
    };
    readonly friends: {
        add: (uid: string, uids: readonly string[], options?: import("./caller.ts").AsApp & {
            readonly addToConversations?: boolean;
        }) => import("./api-promise.ts").ApiPromise<import("./row-result.ts").RowResults>;
        list: (uid: string, query?: import("./list-calls.ts").PageQuery & {
            readonly searchKey?: string;
        }, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./users/users.ts").User>;
        remove: (uid: string, uids: readonly string[], options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
    };
    readonly blockedUsers: {
        block: (uid: string, uids: readonly string[], options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./row-result.ts").RowResults>;
        unblock: (uid: string, uids: readonly string[], options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./row-result.ts").RowResults>;
        list: (uid: string, query?: import("./list-calls.ts").PageQuery, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./users/users.ts").User>;
    };
    readonly roles: {
        create: (role: import("./account/roles.ts").NewRole, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./account/roles.ts").Role>;
        list: (query?: import("./list-calls.ts").PageQuery, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./account/roles.ts").Role>;
        get: (role: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./account/roles.ts").Role>;
        update: (role: string, changes: import("./account/roles.ts").RoleChanges, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./account/roles.ts").Role>;
        delete: (role: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
    };
    readonly apiKeys: {
        create: (key: import("./account/api-keys.ts").ApiKeyFields, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./account/api-keys.ts").ApiKey>;
        list: (query?: import("./list-calls.ts").PageQuery & {
            readonly scope?: import("./account/api-keys.ts").ApiKeyScope;
            readonly searchKey?: string;
        }, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./account/api-keys.ts").ApiKey>;
        get: (apiKey: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./account/api-keys.ts").ApiKey>;
        update: (apiKey: string, changes: Partial<import("./account/api-keys.ts").ApiKeyFields>, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./account/api-keys.ts").ApiKey>;
        delete: (apiKey: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
    };
    readonly restrictedFeatures: {
        restrict: (role: string, features: readonly string[], options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./row-result.ts").RowResults>;
        list: (role: string, query?: import("./list-calls.ts").PageQuery, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./account/restricted-features.ts").RestrictedFeature>;
        allow: (role: string, features: readonly string[] | 'all', options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
    };
    readonly permissions: {
        ofRole: (role: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<unknown>;
        setOfRole: (role: string, wanted: import("./account/permissions.ts").Permissions, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./account/permissions.ts").SetPermissions>;
        removeOfRole: (role: string, permission: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./account/permissions.ts").SetPermissions>;
        ofScope: (guid: string, scope: import("./groups/members.ts").MemberScope, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<unknown>;
        setOfScope: (guid: string, scope: import("./groups/members.ts").MemberScope, wanted: import("./account/permissions.ts").Permissions, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./account/permissions.ts").SetPermissions>;
        removeOfScope: (guid: string, scope: import("./groups/members.ts").MemberScope, permission: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./account/permissions.ts").SetPermissions>;
        listByRole: (role: string, query?: import("./list-calls.ts").PageQuery, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./account/permissions.ts").Permission>;
        setByRole: (role: string, wanted: import("./account/permissions.ts").Permissions, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./account/permissions.ts").SetPermissions>;
        unsetByRole: (role: string, permission: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./account/permissions.ts").SetPermissions>;
        listByScope: (guid: string, scope: import("./groups/members.ts").MemberScope, query?: import("./list-calls.ts").PageQuery, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./account/permissions.ts").Permission>;
        setByScope: (guid: string, scope: import("./groups/members.ts").MemberScope, wanted: import("./account/permissions.ts").Permissions, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./account/permissions.ts").SetPermissions>;
        unsetByScope: (guid: string, scope: import("./groups/members.ts").MemberScope, permission: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./account/permissions.ts").SetPermissions>;
    };
    readonly messages: {
        markAsInteracted: (id: string, body: Readonly<Record<string, unknown>>, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
        pin: (id: string, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./messages/message.ts").Message>;
        unpin: (id: string, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./messages/message.ts").Message>;
        save: (id: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./messages/message.ts").Message>;
        unsave: (id: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./messages/message.ts").Message>;
        get: (id: string, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./messages/message.ts").Message>;
        edit: (id: string, changes: import("./messages/messages.ts").MessageChanges, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./messages/changed-message.ts").ChangedMessage>;
        listOfUser: (uid: string, query?: import("./messages/messages.ts").MessageQuery, options?: import("./caller.ts").MayAct) => import("./listing.ts").Listing<import("./messages/message.ts").Message>;
        listOfGroup: (guid: string, query?: import("./messages/messages.ts").MessageQuery, options?: import("./caller.ts").MayAct) => import("./listing.ts").Listing<import("./messages/message.ts").Message>;
        update: (id: string, changes: import("./messages/messages.ts").MessageChanges, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./messages/changed-message.ts").ChangedMessage>;
        flag: (id: string, flag: import("./messages/messages.ts").MessageFlag, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
        delete: (id: string, body?: {
            readonly permanent?: boolean;
        }, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./messages/changed-message.ts").ChangedMessage>;
        send: (message: import("./messages/message.ts").NewMessage, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./messages/message.ts").Message>;
        sendToMany: (message: import("./messages/message.ts").MessageContent, multipleReceivers: import("./messages/messages.ts").ManyReceivers, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<unknown>;
        sendAsBot: (uid: string, message: import("./messages/message.ts").NewMessage, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./messages/message.ts").Message>;
        list: (query?: import("./messages/messages.ts").AppMessageQuery, options?: import("./caller.ts").MayAct) => import("./listing.ts").Listing<import("./messages/message.ts").Message>;
        listByUser: (uid: string, query?: import("./messages/messages.ts").MessageQuery, options?: import("./caller.ts").MayAct) => import("./listing.ts").Listing<import("./messages/message.ts").Message>;
        listByGroup: (guid: string, query?: import("./messages/messages.ts").MessageQuery, options?: import("./caller.ts").MayAct) => import("./listing.ts").Listing<import("./messages/message.ts").Message>;
    };
    readonly threads: {
        listReplies: (id: string, query?: import("./messages/messages.ts").MessageQuery, options?: import("./caller.ts").MayAct) => import("./listing.ts").Listing<import("./messages/message.ts").Message>;
        send: (id: string, message: import("./messages/message.ts").NewMessage, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./messages/message.ts").Message>;
        listMessages: (id: string, query?: import("./messages/messages.ts").MessageQuery, options?: import("./caller.ts").MayAct) => import("./listing.ts").Listing<import("./messages/message.ts").Message>;
        list: (query?: import("./messages/threads.ts").ThreadQuery, options?: import("./caller.ts").MayAct) => import("./listing.ts").Listing<import("./messages/threads.ts").Thread>;
        subscribe: (id: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
        unsubscribe: (id: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
    };
    /** @deprecated Its calls are in `messages`. */
    readonly messageMarks: {
        pin: (id: string, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./messages/message.ts").Message>;
        unpin: (id: string, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./messages/message.ts").Message>;
        save: (id: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./messages/message.ts").Message>;
        unsave: (id: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./messages/message.ts").Message>;
        interacted: (id: string, body: Readonly<Record<string, unknown>>, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
    };
    readonly reactions: {
        listOf: (messageId: string, reaction: string, query?: import("./messages/reactions.ts").ReactionQuery, options?: import("./caller.ts").MayAct) => import("./listing.ts").Listing<import("./messages/reactions.ts").Reaction>;
        add: (messageId: string, reaction: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./messages/message.ts").Message>;
        remove: (messageId: string, reaction: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./messages/message.ts").Message>;
        listByReaction: (messageId: string, reaction: string, query?: import("./messages/reactions.ts").ReactionQuery, options?: import("./caller.ts").MayAct) => import("./listing.ts").Listing<import("./messages/reactions.ts").Reaction>;
        list: (messageId: string, query?: import("./messages/reactions.ts").ReactionQuery, options?: import("./caller.ts").MayAct) => import("./listing.ts").Listing<import("./messages/reactions.ts").Reaction>;
    };
    readonly conversations: {
        list: (query?: import("./conversations/conversation.ts").ConversationQuery, options?: import("./caller.ts").MayAct) => import("./listing.ts").Listing<import("./conversations/conversation.ts").Conversation>;
        listPinned: (options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<readonly import("./conversations/conversation.ts").PinnedConversation[]>;
        setPinned: (peers: readonly import("./conversations/conversations.ts").ConversationPeer[], options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<readonly import("./conversations/conversation.ts").PinnedConversation[]>;
        withUser: {
            reset: (uid: string, body: import("./conversations/conversation.ts").ConversationReset, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
            get: (id: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./conversations/conversation.ts").Conversation>;
            update: (id: string, body: import("./conversations/conversation.ts").ConversationChanges, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./conversations/conversation.ts").Conversation>;
            markAsDelivered: (id: string, body: import("./conversations/conversation.ts").UpTo, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
            markAsRead: (id: string, body: import("./conversations/conversation.ts").UpTo, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
            markAsUnread: (id: string, messageId: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
            pin: (id: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./conversations/conversation.ts").PinnedConversation>;
            unpin: (id: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./conversations/conversation.ts").PinnedConversation>;
            tag: (id: string, tags: readonly string[], options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./conversations/conversation.ts").Conversation>;
            markDelivered: (id: string, body: import("./conversations/conversation.ts").UpTo, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
            markRead: (id: string, body: import("./conversations/conversation.ts").UpTo, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
            markUnread: (id: string, messageId: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
        };
        withGroup: {
            reset: (guid: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
            get: (id: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./conversations/conversation.ts").Conversation>;
            update: (id: string, body: import("./conversations/conversation.ts").ConversationChanges, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./conversations/conversation.ts").Conversation>;
            markAsDelivered: (id: string, body: import("./conversations/conversation.ts").UpTo, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
            markAsRead: (id: string, body: import("./conversations/conversation.ts").UpTo, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
            markAsUnread: (id: string, messageId: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
            pin: (id: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./conversations/conversation.ts").PinnedConversation>;
            unpin: (id: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./conversations/conversation.ts").PinnedConversation>;
            tag: (id: string, tags: readonly string[], options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./conversations/conversation.ts").Conversation>;
            markDelivered: (id: string, body: import("./conversations/conversation.ts").UpTo, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
            markRead: (id: string, body: import("./conversations/conversation.ts").UpTo, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
            markUnread: (id: string, messageId: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
        };
        get: (conversationId: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./conversations/conversation.ts").Conversation>;
        delete: (conversationId: string, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
    };
    readonly moderation: {
        rules: {
            create: (rule: import("./moderation/rules.ts").NewRule, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./moderation/rules.ts").ModerationRule>;
            list: (query?: import("./moderation/review-list.ts").ModerationQuery, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./moderation/rules.ts").ModerationRule>;
            get: (ruleId: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./moderation/rules.ts").ModerationRule>;
            update: (ruleId: string, changes: import("./moderation/rules.ts").RuleChanges, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./moderation/rules.ts").ModerationRule>;
            delete: (ruleId: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
            listRevisions: (ruleId: string, query?: import("./moderation/review-list.ts").ModerationQuery, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./moderation/rules.ts").ModerationRule>;
        };
        keywords: {
            create: (list: import("./moderation/keywords.ts").NewKeywordList, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./moderation/keywords.ts").KeywordList>;
            list: (query?: import("./moderation/review-list.ts").ModerationQuery, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./moderation/keywords.ts").KeywordList>;
            get: (keywordId: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./moderation/keywords.ts").KeywordList>;
            update: (keywordId: string, changes: import("./moderation/keywords.ts").KeywordListChanges, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./moderation/keywords.ts").KeywordList>;
            delete: (keywordId: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
        };
        reasons: {
            create: (reason: import("./moderation/reasons.ts").NewFlagReason, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./moderation/reasons.ts").FlagReason>;
            list: (query?: import("./moderation/review-list.ts").ModerationQuery, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./moderation/reasons.ts").FlagReason>;
            get: (reasonId: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./moderation/reasons.ts").FlagReason>;
            update: (reasonId: string, changes: import("./moderation/reasons.ts").FlagReasonChanges, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./moderation/reasons.ts").FlagReason>;
            delete: (reasonId: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
        };
        blockedMessages: {
            list: (query?: import("./moderation/review-list.ts").ModerationQuery, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./moderation/reviews.ts").BlockedMessage>;
            review: (id: string, review: import("./moderation/reviews.ts").BlockedReview, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
        };
        flaggedMessages: {
            list: (query?: import("./moderation/review-list.ts").ModerationQuery, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./moderation/reviews.ts").FlaggedMessage>;
            review: (id: string, status: 'approved' | 'disapproved', options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
        };
        reviewedMessages: {
            list: (query?: import("./moderation/review-list.ts").ModerationQuery, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./moderation/reviews.ts").BlockedMessage>;
        };
        messages: {
            create: (message: import("./moderation/moderation.ts").MessageToJudge, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./messages/message.ts").Message>;
            list: (query?: import("./moderation/moderation.ts").JudgedMessageQuery, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./messages/message.ts").Message>;
            get: (id: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./messages/message.ts").Message>;
            update: (id: string, data: import("./messages/message.ts").MessageData, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./messages/message.ts").Message>;
            delete: (id: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
        };
    };
    readonly dataImport: {
        users: (rows: readonly import("./import/import-rows.ts").ImportedUser[], options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./row-result.ts").RowResults>;
        groups: (rows: readonly import("./import/import-rows.ts").ImportedGroup[], options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./row-result.ts").RowResults>;
        members: (rows: readonly import("./import/import-rows.ts").ImportedMember[], options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./row-result.ts").RowResults>;
        messages: (rows: readonly import("./import/import-rows.ts").ImportedMessage[], options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./row-result.ts").RowResults>;
    };
    readonly calls: {
        list: (query?: import("./account/calls.ts").CallQuery, options?: import("./caller.ts").MayAct) => import("./listing.ts").Listing<import("./account/calls.ts").CallRecord>;
        get: (sessionId: string, options?: import("./caller.ts").MayAct) => import("./api-promise.ts").ApiPromise<import("./account/calls.ts").CallRecord>;
        transcriptions: (sessionId: string, query?: import("./list-calls.ts").PageQuery, options?: import("./caller.ts").MayAct) => import("./listing.ts").Listing<import("./account/calls.ts").Transcription>;
    };
    readonly metrics: {
        usage: (range: import("./account/metrics.ts").DateRange, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./account/metrics.ts").Usage>;
        messages: (options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./account/metrics.ts").MessageMetrics>;
    };
    readonly notifications: {
        settings: {
            get: (options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/notifications.ts").NotificationSettings>;
            update: (changes: import("./notifications/notifications.ts").SettingChanges, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
            reset: (options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
        };
        preferences: {
            get: (uid: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/notifications.ts").NotificationSettings>;
            update: (uid: string, changes: import("./notifications/notifications.ts").PreferenceChanges, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/notifications.ts").NotificationSettings>;
            reset: (uid: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<Readonly<Record<string, unknown>>>;
            getTimezone: (uid: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<string>;
            setTimezone: (uid: string, timezone: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<string>;
        };
        mutes: {
            list: (uid: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<readonly import("./notifications/notifications.ts").MutedConversation[]>;
            add: (uid: string, conversations: readonly (import("./notifications/notifications.ts").NotifiedConversation & {
                readonly until: number;
            })[], options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
            remove: (uid: string, conversations: readonly import("./notifications/notifications.ts").NotifiedConversation[], options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
        };
        contact: {
            get: (options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./notifications/notifications.ts").ContactDetails>;
            update: (details: {
                readonly email?: string;
                readonly phno?: string;
            }, options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./notifications/notifications.ts").ContactDetails>;
            remove: (options: import("./caller.ts").Acting) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
        };
        tokens: {
            register: (token: import("./notifications/push-tokens.ts").NewPushToken, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
            list: (authToken: string, query?: {
                readonly all?: boolean;
            }, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<readonly import("./notifications/push-tokens.ts").PushToken[]>;
            removeAll: (authToken: string, query?: {
                readonly all?: boolean;
            }, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<readonly import("./notifications/push-tokens.ts").PushToken[]>;
            remove: (pushToken: string, authToken: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<readonly import("./notifications/push-tokens.ts").PushToken[]>;
        };
        push: {
            fcm: {
                list: (options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<readonly import("./notifications/providers.ts").Provider[]>;
                add: (provider: import("./notifications/providers.ts").FcmProvider, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<Readonly<{
                    [x: string]: unknown;
                    success?: boolean | undefined;
                    message?: string | undefined;
                }>>;
                update: (provider: Partial<import("./notifications/providers.ts").FcmProvider> & {
                    readonly providerId: string;
                }, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<Readonly<{
                    [x: string]: unknown;
                    success?: boolean | undefined;
                    message?: string | undefined;
                }>>;
                remove: (providerId: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<Readonly<{
                    [x: string]: unknown;
                    success?: boolean | undefined;
                    message?: string | undefined;
                }>>;
                setDefault: (providerId: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<Readonly<{
                    [x: string]: unknown;
                    success?: boolean | undefined;
                    message?: string | undefined;
                }>>;
            };
            apns: {
                list: (options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<readonly import("./notifications/providers.ts").Provider[]>;
                add: (provider: import("./notifications/providers.ts").ApnsProvider, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<Readonly<{
                    [x: string]: unknown;
                    success?: boolean | undefined;
                    message?: string | undefined;
                }>>;
                update: (provider: Partial<import("./notifications/providers.ts").ApnsProvider> & {
                    readonly providerId: string;
                }, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<Readonly<{
                    [x: string]: unknown;
                    success?: boolean | undefined;
                    message?: string | undefined;
                }>>;
                remove: (providerId: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<Readonly<{
                    [x: string]: unknown;
                    success?: boolean | undefined;
                    message?: string | undefined;
                }>>;
                setDefault: (providerId: string, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<Readonly<{
                    [x: string]: unknown;
                    success?: boolean | undefined;
                    message?: string | undefined;
                }>>;
            };
            custom: {
                get: (options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/providers.ts").Provider>;
                add: (provider: import("./notifications/providers.ts").CustomProvider, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/providers.ts").Provider>;
                update: (provider: import("./notifications/providers.ts").CustomProvider, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/providers.ts").Provider>;
                remove: (options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<Readonly<{
                    [x: string]: unknown;
                    success?: boolean | undefined;
                    message?: string | undefined;
                }>>;
            };
        };
        sms: {
            twilio: {
                get: (options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/providers.ts").Provider>;
                add: (provider: import("./notifications/providers.ts").TwilioProvider, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/providers.ts").Provider>;
                update: (provider: import("./notifications/providers.ts").TwilioProvider, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/providers.ts").Provider>;
                remove: (options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<Readonly<{
                    [x: string]: unknown;
                    success?: boolean | undefined;
                    message?: string | undefined;
                }>>;
            };
            custom: {
                get: (options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/providers.ts").Provider>;
                add: (provider: import("./notifications/providers.ts").CustomProvider & {
                    readonly useStoredPhNo: boolean;
                }, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/providers.ts").Provider>;
                update: (provider: import("./notifications/providers.ts").CustomProvider & {
                    readonly useStoredPhNo: boolean;
                }, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/providers.ts").Provider>;
                remove: (options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<Readonly<{
                    [x: string]: unknown;
                    success?: boolean | undefined;
                    message?: string | undefined;
                }>>;
            };
        };
        email: {
            sendGrid: {
                get: (options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/providers.ts").Provider>;
                add: (provider: import("./notifications/providers.ts").SendGridProvider, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/providers.ts").Provider>;
                update: (provider: import("./notifications/providers.ts").SendGridProvider, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/providers.ts").Provider>;
                remove: (options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<Readonly<{
                    [x: string]: unknown;
                    success?: boolean | undefined;
                    message?: string | undefined;
                }>>;
            };
            custom: {
                get: (options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/providers.ts").Provider>;
                add: (provider: import("./notifications/providers.ts").CustomProvider & {
                    readonly useStoredEmailID: boolean;
                }, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/providers.ts").Provider>;
                update: (provider: import("./notifications/providers.ts").CustomProvider & {
                    readonly useStoredEmailID: boolean;
                }, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/providers.ts").Provider>;
                remove: (options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<Readonly<{
                    [x: string]: unknown;
                    success?: boolean | undefined;
                    message?: string | undefined;
                }>>;
            };
        };
        logs: (query?: import("../api/endpoint.ts").Query, options?: import("./caller.ts").AsApp) => import("./api-promise.ts").ApiPromise<import("./notifications/notifications.ts").LogPage>;
    };
    readonly agents: {
        built: {
            list: (query?: import("./account/agents.ts").AgentQuery, options?: {
                readonly signal?: AbortSignal | undefined;
                readonly timeoutMs?: number | undefined;
            }) => import("./api-promise.ts").ApiPromise<readonly import("./account/agents.ts").Agent[]>;
            create: (agent: import("./account/agents.ts").BuiltAgent, options?: {
                readonly signal?: AbortSignal | undefined;
                readonly timeoutMs?: number | undefined;
            }) => import("./api-promise.ts").ApiPromise<import("./account/agents.ts").Agent>;
            get: (uid: string, options?: {
                readonly signal?: AbortSignal | undefined;
                readonly timeoutMs?: number | undefined;
            }) => import("./api-promise.ts").ApiPromise<import("./account/agents.ts").Agent>;
            update: (uid: string, changes: Partial<import("./account/agents.ts").BuiltAgent>, options?: {
                readonly signal?: AbortSignal | undefined;
                readonly timeoutMs?: number | undefined;
            }) => import("./api-promise.ts").ApiPromise<Readonly<{
                [x: string]: unknown;
                success?: boolean | undefined;
                message?: string | undefined;
            }>>;
            delete: (uid: string, options?: {
                readonly signal?: AbortSignal | undefined;
                readonly timeoutMs?: number | undefined;
            }) => import("./api-promise.ts").ApiPromise<Readonly<{
                [x: string]: unknown;
                success?: boolean | undefined;
                message?: string | undefined;
            }>>;
        };
        own: {
            list: (options?: {
                readonly signal?: AbortSignal | undefined;
                readonly timeoutMs?: number | undefined;
            }) => import("./api-promise.ts").ApiPromise<readonly import("./account/agents.ts").Agent[]>;
            create: (agent: import("./account/agents.ts").OwnAgent, options?: {
                readonly signal?: AbortSignal | undefined;
                readonly timeoutMs?: number | undefined;
            }) => import("./api-promise.ts").ApiPromise<import("./account/agents.ts").Agent>;
            update: (uid: string, changes: Partial<import("./account/agents.ts").OwnAgent>, options?: {
                readonly signal?: AbortSignal | undefined;
                readonly timeoutMs?: number | undefined;
            }) => import("./api-promise.ts").ApiPromise<Readonly<{
                [x: string]: unknown;
                success?: boolean | undefined;
                message?: string | undefined;
            }>>;
            delete: (uid: string, options?: {
                readonly signal?: AbortSignal | undefined;
                readonly timeoutMs?: number | undefined;
            }) => import("./api-promise.ts").ApiPromise<Readonly<{
                [x: string]: unknown;
                success?: boolean | undefined;
                message?: string | undefined;
            }>>;
        };
    };
    /** Makes a call for which the client has no method. */
    readonly request: (call: import("./request.ts").AnyCall, options?: import("./caller.ts").CallOptions) => import("./api-promise.ts").ApiPromise<import("./answer.ts").Answer<unknown>>;
    /**
     * Opens a client. Sends nothing.
     * @throws ServiceError `OPTIONS.INVALID` if an option is invalid
     */
    constructor(options: ChatServiceOptions);
}
/** Opens a client, as `new ChatService(options)` does. */
export declare const chatService: (options: ChatServiceOptions) => ChatService;
