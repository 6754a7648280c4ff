/** Codes for rows that break a rule of their entity. */
export declare const entityCodes: {
    readonly 'USER.NAME_TOO_LONG': {
        readonly cause: 'The display name is longer than 100 characters.';
        readonly fix: 'shorten the name to 100 characters';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,⟨n × 101⟩\n';
            };
        };
    };
    readonly 'USER.URL_INVALID': {
        readonly cause: "The value is not a complete http or https URL, or is longer than 3000 characters.";
        readonly fix: 'use a complete http or https URL of at most 3000 characters';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name,avatar\nann,Ann,/img/ann.png\n';
            };
        };
    };
    readonly 'USER.METADATA_TOO_LARGE': {
        readonly cause: "The metadata is more than 5 KB of JSON.";
        readonly fix: 'keep metadata under 5 KB of JSON';
        readonly example: {
            readonly files: {
                readonly 'users.ndjson': '{"uid":"ann","name":"Ann","metadata":{"note":"⟨m × 5120⟩"}}\n';
            };
        };
    };
    readonly 'USER.TAGS_INVALID': {
        readonly cause: "The tags are not a list of texts, are more than 25, or one is empty or longer than 100 characters.";
        readonly fix: 'use at most 25 tags of at most 100 characters each';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name,tags\nann,Ann,"[""red"",""""]"\n';
            };
        };
    };
    readonly 'USER.STATUS_TOO_LONG': {
        readonly cause: 'With api: rest, a status message of more than 255 characters cannot be sent.';
        readonly fix: 'shorten statusMessage to 255 characters, or use api: import, which does not carry it';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name,statusMessage\nann,Ann,⟨s × 256⟩\n';
            };
            readonly pipeline: "target: { baseUrl: \"https://chat.example.com/v3\", apiKey: { env: CHATFERRY_API_KEY }, api: rest }";
        };
    };
    readonly 'GROUP.NAME_TOO_LONG': {
        readonly cause: 'The name of the group is longer than 100 characters.';
        readonly fix: 'shorten the name to 100 characters';
        readonly example: {
            readonly files: {
                readonly 'groups.csv': 'guid,name\nteam,⟨n × 101⟩\n';
            };
        };
    };
    readonly 'GROUP.TYPE_INVALID': {
        readonly cause: 'The service does not know this type of group.';
        readonly fix: 'use public, password or private; rename with map: { type: { from: <column>, values: { old: new } } }';
        readonly example: {
            readonly files: {
                readonly 'groups.csv': 'guid,name,type\nteam,Team,secret\n';
            };
        };
    };
    readonly 'GROUP.PASSWORD_MISSING': {
        readonly cause: 'A group of type password has no password, so nobody could join it.';
        readonly fix: 'give the group a password, or another type';
        readonly example: {
            readonly files: {
                readonly 'groups.csv': 'guid,name,type,password\nteam,Team,password,\n';
            };
        };
    };
    readonly 'GROUP.PASSWORD_TOO_LONG': {
        readonly cause: 'The password of the group is longer than 100 characters.';
        readonly fix: 'shorten the password to 100 characters';
        readonly example: {
            readonly files: {
                readonly 'groups.csv': 'guid,name,type,password\nteam,Team,password,⟨p × 101⟩\n';
            };
        };
    };
    readonly 'GROUP.DESCRIPTION_TOO_LONG': {
        readonly cause: 'The description of the group is longer than 255 characters.';
        readonly fix: 'shorten the description to 255 characters';
        readonly example: {
            readonly files: {
                readonly 'groups.csv': 'guid,name,description\nteam,Team,⟨d × 256⟩\n';
            };
        };
    };
    readonly 'GROUP.URL_INVALID': {
        readonly cause: "The value is not a complete http or https URL, or is longer than 3000 characters.";
        readonly fix: 'use a complete http or https URL of at most 3000 characters';
        readonly example: {
            readonly files: {
                readonly 'groups.csv': 'guid,name,icon\nteam,Team,www.example.com/team.png\n';
            };
        };
    };
    readonly 'GROUP.METADATA_TOO_LARGE': {
        readonly cause: "The metadata is more than 5 KB of JSON.";
        readonly fix: 'keep metadata under 5 KB of JSON';
        readonly example: {
            readonly files: {
                readonly 'groups.ndjson': '{"guid":"team","name":"Team","metadata":{"note":"⟨m × 5120⟩"}}\n';
            };
        };
    };
    readonly 'GROUP.TAGS_INVALID': {
        readonly cause: "The tags are not a list of texts, are more than 25, or one is empty or longer than 100 characters.";
        readonly fix: 'use at most 25 tags of at most 100 characters each';
        readonly example: {
            readonly files: {
                readonly 'groups.csv': 'guid,name,tags\nteam,Team,[1]\n';
            };
        };
    };
    readonly 'ROLE.NAME_TOO_LONG': {
        readonly cause: 'The name of the role is longer than 100 characters.';
        readonly fix: 'shorten the name to 100 characters';
        readonly example: {
            readonly files: {
                readonly 'roles.csv': 'role,name\nteacher,⟨n × 101⟩\n';
            };
        };
    };
    readonly 'ROLE.DESCRIPTION_TOO_LONG': {
        readonly cause: 'The description of the role is longer than 255 characters.';
        readonly fix: 'shorten the description to 255 characters';
        readonly example: {
            readonly files: {
                readonly 'roles.csv': 'role,name,description\nteacher,Teacher,⟨d × 256⟩\n';
            };
        };
    };
    readonly 'REACTION.TOO_LONG': {
        readonly cause: 'The reaction has more than 45 code points. One emoji may have a dozen of them.';
        readonly fix: 'use an emoji or a short word';
        readonly example: {
            readonly files: {
                readonly 'users.csv': string;
                readonly 'messages.csv': string;
                readonly 'reactions.csv': 'muid,uid,reaction\nm-1,ann,⟨x × 46⟩\n';
            };
        };
    };
    readonly 'REACTION.INVALID': {
        readonly cause: 'The reaction is blank, a single dot, or contains control characters. It is part of a URL.';
        readonly fix: 'use an emoji or a short word';
        readonly example: {
            readonly files: {
                readonly 'users.csv': string;
                readonly 'messages.csv': string;
                readonly 'reactions.csv': 'muid,uid,reaction\nm-1,ann,.\n';
            };
        };
    };
    readonly 'RECEIPT.CONVERSATION_INVALID': {
        readonly cause: 'The conversation has neither of the two forms group_<guid> and <uid>_user_<uid>.';
        readonly fix: 'write group_<guid> for a group, <uid>_user_<uid> for two users; or map: { conversation: { template: "group_{room}" } }';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\n';
                readonly 'receipts.csv': 'conversation,uid,readAt\nteam,ann,1717200000\n';
            };
        };
    };
    readonly 'RECEIPT.NOT_IN_CONVERSATION': {
        readonly cause: 'The user of the receipt is not one of the two users of the conversation, or both are the same.';
        readonly fix: 'correct the uid, or the ids in the conversation';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\nben,Ben\ncat,Cat\n';
                readonly 'receipts.csv': 'conversation,uid,readAt\nann_user_ben,cat,1717200000\n';
            };
        };
    };
    readonly 'RECEIPT.TIME_MISSING': {
        readonly cause: 'A receipt needs the time up to which a user has read or received messages. The row has neither.';
        readonly fix: 'fill readAt, or deliveredAt if messages were only delivered; remove users who have read nothing';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\nben,Ben\n';
                readonly 'receipts.csv': 'conversation,uid,readAt\nann_user_ben,ann,\n';
            };
        };
    };
    readonly 'FRIEND.SELF': {
        readonly cause: 'Both ids of the friendship are the same user.';
        readonly fix: 'remove the row, or correct one of the ids';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\nben,Ben\n';
                readonly 'friends.csv': 'uid,friendUid\nann,ann\n';
            };
        };
    };
    readonly 'BLOCK.SELF': {
        readonly cause: 'A user cannot block itself.';
        readonly fix: 'remove the row, or correct one of the ids';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\nben,Ben\n';
                readonly 'blocks.csv': 'uid,blockedUid\nann,ann\n';
            };
        };
    };
    readonly 'BAN.OWNER': {
        readonly cause: 'The user owns the group, and the owner of a group cannot be banned.';
        readonly fix: 'remove the row, or give the group another owner';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\nben,Ben\n';
                readonly 'groups.csv': 'guid,name,owner\nteam,Team,ann\n';
                readonly 'bans.csv': 'guid,uid\nteam,ann\n';
            };
        };
    };
    readonly 'MEMBER.SCOPE_INVALID': {
        readonly cause: 'The service does not know this scope of a member.';
        readonly fix: 'use admin, moderator or participant; rename with map: { scope: { from: <column>, values: { old: new } } }';
        readonly example: {
            readonly files: {
                readonly 'members.csv': 'guid,uid,scope\nteam,ann,owner\n';
            };
        };
    };
    readonly 'MEMBER.JOINED_AT_INVALID': {
        readonly cause: 'The member joined in the future, or before the group was created. Usually the unit or zone of the time is wrong.';
        readonly fix: 'use a joinedAt after the createdAt of the group, and not in the future';
        readonly example: {
            readonly files: {
                readonly 'members.csv': 'guid,uid,joinedAt\nteam,ann,2090-02-02T09:00:00Z\n';
            };
        };
    };
    readonly 'MESSAGE.KEY_INVALID': {
        readonly cause: 'The muid is blank, too long, or contains control characters. The muid prevents a second import of the message.';
        readonly fix: 'give every message a muid of 1 to 255 characters without control characters';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\n⟨k × 256⟩,ann,team,group,1717200000,Hello\n";
            };
        };
    };
    readonly 'MESSAGE.RECEIVER_TYPE_INVALID': {
        readonly cause: 'The row does not say whether the receiver is a user or a group.';
        readonly fix: 'use user or group; rename with map: { receiverType: { from: <column>, values: { old: new } } }';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,channel,1717200000,Hello\n";
            };
        };
    };
    readonly 'MESSAGE.CATEGORY_INVALID': {
        readonly cause: 'Messages of this category cannot be imported.';
        readonly fix: 'use message or custom';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,category,text\nm-1,ann,team,group,1717200000,action,Hello\n";
            };
        };
    };
    readonly 'MESSAGE.TYPE_INVALID': {
        readonly cause: 'The service does not know this type of message.';
        readonly fix: 'use text, image, file, audio or video; any other type needs category custom';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,type,text\nm-1,ann,team,group,1717200000,sticker,Hello\n";
            };
        };
    };
    readonly 'MESSAGE.TEXT_EMPTY': {
        readonly cause: 'A text message has no text, or only blanks.';
        readonly fix: 'give the message some text, or remove the row';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,group,1717200000,\n";
            };
        };
    };
    readonly 'MESSAGE.DATA_TOO_LARGE': {
        readonly cause: 'Text, metadata and attachments together are more than 10 KB of JSON.';
        readonly fix: 'keep data (text, metadata, attachments together) under 10 KB of JSON';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,group,1717200000,⟨t × 10240⟩\n";
            };
        };
    };
    readonly 'MESSAGE.ATTACHMENT_INVALID': {
        readonly cause: 'The attachments are not a list, or one of them lacks a required value. Or a path that should be below the base of the map names a host of its own, such as //other.example/a.png or \\\\server\\a.png.';
        readonly fix: 'let the pipeline fill what is missing from the URL: map: { attachments: { url: "attachments[*].url", name: "attachments[*].name", type: "attachments[*].mimeType" } }; for a list of URLs: map: { attachments: { url: <column> } }, in a CSV file: map: { attachments: { url: { from: <column>, as: json } } }; or give every attachment url, name, mimeType and extension, and a size that is a number; for paths, add base: "https://files.example.com/"';
        readonly example: {
            readonly files: {
                readonly 'messages.ndjson': '{"muid":"m-1","sender":"ann","receiver":"team","receiverType":"group","sentAt":1717200000,"type":"image","attachments":[{"url":"https://files.example.com/a.png"}]}\n';
            };
        };
    };
    readonly 'MESSAGE.FILE_MISSING': {
        readonly cause: 'A message of type image, file, audio or video has no attachments. With api: rest the service refuses it.';
        readonly fix: 'give the message attachments, or make it a text message';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,type,text\nm-1,ann,team,group,1717200000,image,See here\n";
            };
            readonly pipeline: "target: { baseUrl: \"https://chat.example.com/v3\", apiKey: { env: CHATFERRY_API_KEY }, api: rest }";
        };
    };
    readonly 'MESSAGE.CUSTOM_DATA_MISSING': {
        readonly cause: 'A message of category custom has no customData. With api: rest the service refuses it.';
        readonly fix: 'add a customData object to the data of the message, or make it a text message';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,category,type,text\nm-1,ann,team,group,1717200000,custom,poll,Lunch?\n";
            };
            readonly pipeline: "target: { baseUrl: \"https://chat.example.com/v3\", apiKey: { env: CHATFERRY_API_KEY }, api: rest }";
        };
    };
    readonly 'MESSAGE.TAGS_INVALID': {
        readonly cause: "The tags are not a list of texts, are more than 25, or one is empty or longer than 100 characters.";
        readonly fix: 'use at most 25 tags of at most 100 characters each';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text,tags\nm-1,ann,team,group,1717200000,Hello,[2]\n";
            };
        };
    };
    readonly 'MESSAGE.TO_SELF': {
        readonly cause: 'Sender and receiver are the same user. The service has no such conversation.';
        readonly fix: 'remove the row; the service has no conversation of a user with itself';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,ann,user,1717200000,Note\n";
            };
        };
    };
    readonly 'MESSAGE.TOO_OLD': {
        readonly cause: 'The message is older than the service keeps messages, so a hosted service refuses to import it. The default limit of a hosted target is 183 days.';
        readonly fix: 'ask the operator to keep messages longer, then raise retention.messagesOlderThanDays; or set retention.policy to skip, archive or allow';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,group,1100000000,Hello\n";
            };
            readonly pipeline: 'retention: { messagesOlderThanDays: 180, policy: reject }';
        };
    };
};
