/** The layouts of chats that many apps have, as pipeline files declare them. */
export declare const presets: {
    /** The Flutter package of this name, on Firestore. */
    readonly flutter_firebase_chat_core: {
        readonly users: {
            readonly path: 'users/{user}';
            readonly name: {
                readonly join: readonly ['firstName', 'lastName'];
            };
            readonly avatar: 'imageUrl';
            readonly createdAt: 'createdAt';
            readonly lastActiveAt: 'lastSeen';
            readonly ignore: readonly ['updatedAt'];
        };
        readonly conversations: {
            readonly path: 'rooms/{conversation}';
            readonly name: 'name';
            readonly icon: 'imageUrl';
            readonly createdAt: 'createdAt';
            readonly type: 'type';
            readonly public: readonly ['channel'];
            readonly direct: readonly ['direct'];
            readonly members: 'userIds';
            readonly roles: 'userRoles';
            readonly archived: 'metadata.archived';
            readonly ignore: readonly ['updatedAt', 'lastMessages'];
        };
        readonly messages: {
            readonly path: 'rooms/{conversation}/messages/{message}';
            readonly sender: 'authorId';
            readonly time: 'createdAt';
            readonly editedAt: 'updatedAt';
            readonly text: 'text';
            readonly type: 'type';
            readonly system: readonly ['system'];
            readonly deleted: 'metadata.deleted';
            readonly parent: readonly ['repliedMessage.id', 'repliedMessage'];
            readonly file: 'uri';
            readonly fileName: 'name';
            readonly fileType: 'mimeType';
            readonly fileSize: 'size';
            readonly reactions: 'reactions';
            readonly ignore: readonly ['status', 'previewData', 'roomId', 'remoteId'];
        };
    };
    /** Chat SDK, on the Realtime Database below a root of its own. */
    readonly 'chat-sdk': {
        readonly root: '*';
        readonly users: {
            readonly path: 'users/{user}/meta';
            readonly name: 'name';
            readonly avatar: readonly ['pictureURL', 'avatarURL'];
            readonly statusMessage: 'status';
            readonly ignore: readonly ['name-lowercase', 'pictureURLThumbnail'];
        };
        readonly conversations: {
            readonly path: 'threads/{conversation}/meta';
            readonly name: 'name';
            readonly icon: readonly ['image-url', 'image_url'];
            readonly createdAt: readonly ['creation-date', 'created'];
            readonly type: readonly ['type', 'type_v4'];
            readonly owner: readonly ['creator', 'creator-entity-id'];
            readonly public: readonly ['4', '12'];
            readonly direct: readonly ['2', '10'];
        };
        readonly members: {
            readonly path: 'threads/{conversation}/users/{user}';
            readonly scope: 'status';
        };
        readonly messages: {
            readonly path: 'threads/{conversation}/messages/{message}';
            readonly sender: readonly ['from', 'user-firebase-id'];
            readonly time: 'date';
            readonly type: readonly ['type', 'type_v4'];
            readonly text: readonly ['meta.text', 'json_v2.text', 'JSON.text', 'payload'];
            readonly file: readonly ['meta.image-url', 'meta.audio-url', 'meta.video-url', 'meta.file-url', 'json_v2.image-url'];
            readonly parent: 'reply';
            readonly ignore: readonly ['to', 'read', 'meta', 'json_v2', 'JSON', 'userName', 'user-name'];
            readonly senderName: readonly ['userName', 'user-name'];
        };
    };
    /** Chats, their members and their messages beside each other, as in the guide of the Realtime Database. */
    readonly chats: {
        readonly users: {
            readonly path: 'users/{user}';
            readonly name: readonly ['name', 'displayName', 'username'];
            readonly avatar: readonly ['avatar', 'photoURL', 'photoUrl', 'imageUrl', 'profile_picture'];
            readonly createdAt: 'createdAt';
        };
        readonly conversations: {
            readonly path: 'chats/{conversation}';
            readonly name: readonly ['title', 'name'];
            readonly createdAt: 'createdAt';
            readonly owner: readonly ['owner', 'createdBy'];
            readonly type: 'type';
            readonly public: readonly ['public', 'open', 'channel'];
            readonly direct: readonly ['dm', 'direct', 'groupdm', 'self', 'private1to1'];
            readonly members: 'members';
            readonly ignore: readonly ['lastMessage', 'timestamp'];
            readonly deleted: readonly ['deleted', 'deletedAt', 'isDeleted'];
        };
        readonly members: {
            readonly path: 'members/{conversation}/{user}';
        };
        readonly messages: {
            readonly path: 'messages/{conversation}/{message}';
            readonly sender: readonly ['senderId', 'userId', 'uid', 'from', 'name'];
            readonly senderName: readonly ['senderName', 'name'];
            readonly time: readonly ['timestamp', 'createdAt', 'date'];
            readonly editedAt: 'editedAt';
            readonly text: readonly ['text', 'message', 'body'];
            readonly type: 'type';
            readonly system: readonly ['system'];
            readonly parent: 'replyTo';
            readonly deleted: readonly ['deleted', 'deletedAt', 'isDeleted', 'removed'];
            readonly file: readonly ['fileUrl', 'imageUrl', 'photoUrl'];
            readonly reactions: 'reactions';
        };
    };
    /** One room for everybody, as in the FriendlyChat codelab. */
    readonly friendlychat: {
        readonly messages: {
            readonly path: 'messages/{message}';
            readonly sender: readonly ['uid', 'name'];
            readonly senderName: 'name';
            readonly time: 'timestamp';
            readonly text: 'text';
            readonly file: readonly ['imageUrl', 'photoUrl'];
            readonly ignore: readonly ['profilePicUrl', 'storageUri'];
        };
    };
};
export type Preset = keyof typeof presets;
