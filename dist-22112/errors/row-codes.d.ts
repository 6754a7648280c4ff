/**
 * Every code with which a row is rejected before it is sent, with its cause, its fix and an example. Codes are stable:
 * rejects files and reports contain them. A row that the service refuses gets `SERVICE.` followed by the service's own
 * code.
 */
export declare const rowCodes: {
    'EXPORT.CONVERSATION_UNKNOWN': {
        readonly cause: 'The message belongs to a conversation that the export does not describe, so it is not known who may read it.';
        readonly fix: 'export again with all conversations, or add those files to path';
        readonly example: {
            readonly files: {
                readonly 'chat.json': string;
            };
            readonly pipeline: string;
        };
    };
    'EXPORT.CONVERSATION_UNCLEAR': {
        readonly cause: 'Several conversations of a Slack export have the same name, and the messages of this folder could belong to any of them. The wrong people could read them, so none is imported.';
        readonly fix: 'rename the folder to the id of its conversation, which the message names:  mv general C01ABCDEF ; if it holds messages of both, divide its files first';
        readonly example: {
            readonly files: {
                readonly 'chat/general/2026-01-01.json': '[{"type":"message","user":"U1","text":"Hi","ts":"1767225600.000100"}]';
            };
            readonly beside: {
                readonly 'chat/channels.json': '[{"id":"C1","name":"general","created":1600000000,"members":["U1"]},{"id":"C2","name":"general","created":1600000001,"members":["U1"]}]';
                readonly 'chat/users.json': '[{"id":"U1","team_id":"T1","name":"ann"}]';
            };
            readonly pipeline: '  export: { system: slack, path: chat }';
        };
    };
    'EXPORT.SENDER_UNKNOWN': {
        readonly cause: 'The author of a message between two people is neither of them.';
        readonly fix: 'correct the members of the conversation in the export, or remove the message';
        readonly example: {
            readonly files: {
                readonly 'chat.json': string;
            };
            readonly beside: {
                'people.json': string;
                'rooms.json': string;
            };
            readonly pipeline: string;
        };
    };
    'EXPORT.ROW_UNREADABLE': {
        readonly cause: 'A row of a table cannot be read: it has the wrong number of values, a value that only the database can compute, a value of more than 1 MiB or of invalid text, or the dump ends inside it.';
        readonly fix: 'dump the table again; a column that is not needed can be omitted from sources.export.shape';
        readonly example: {
            readonly files: {
                readonly 'chat.sql': "CREATE TABLE rooms (id int, type text);\nINSERT INTO rooms VALUES (1,'public');\nCREATE TABLE messages (id int, room_id int, sender_id int, body text, created_at int);\nINSERT INTO messages VALUES (1,1,1,'Hi'),(2,1,1,'Ho',1893456000);\n";
            };
            readonly pipeline: '  export: { system: sql, path: chat.sql }';
        };
    };
    'EXPORT.FILE_DAMAGED': {
        readonly cause: 'A file of the export is damaged or ends too early. Everything before the damage is read, and so are the other files.';
        readonly fix: 'export or copy the file again, then run the same command; imported rows are not sent again';
        readonly example: {
            readonly files: {
                readonly 'chat.json': string;
            };
            readonly beside: {
                readonly 'people.json': string;
                readonly 'rooms.json': string;
                readonly 'broken.json': '{"messages":[{"type":"MESG","channel_url":"pair","message_id":2,';
            };
            readonly pipeline: string;
        };
    };
    'EXPORT.ROW_UNKNOWN': {
        readonly cause: 'The row has a kind that is unknown in this format.';
        readonly fix: 'look at the row in the rejects file; if it matters, report it with one line of the export';
        readonly example: {
            readonly files: {
                readonly 'chat.jsonl': '{"type":"user","item":{"id":"ann"}}\n{"type":"shelf","item":{"id":"s-1"}}\n';
            };
            readonly pipeline: '  export: { system: stream, path: chat.jsonl }';
        };
    };
    'ROW.TRANSFORM_FAILED': {
        readonly cause: 'The function of the transform threw an error for this row, or returned a promise.';
        readonly fix: 'correct the function at the line named, or this row; a transform is synchronous and gets one row at a time';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann Lee\nben,\n';
            };
            readonly source: 'transform: ./clean.ts';
            readonly beside: {
                readonly 'clean.ts': "export default (row) => {\n  if (row.name === '') throw new Error('no name');\n  return row;\n};\n";
            };
        };
    };
    'ROW.TRANSFORM_RESULT': {
        readonly cause: 'The transform did not return an object, an array of objects or null; or the result is more than 1 MiB, contains itself, or is not JSON.';
        readonly fix: 'return the row, an array of rows, or null to skip the row';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\n';
            };
            readonly source: 'transform: ./clean.ts';
            readonly beside: {
                readonly 'clean.ts': 'export default (row) => row.name;\n';
            };
        };
    };
    'USER.NAME_TOO_LONG': {
        readonly cause: 'The display name is longer than 100 characters.';
        readonly fix: 'shorten the name to 100 characters';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,⟨n × 101⟩\n';
            };
        };
    };
    'USER.URL_INVALID': {
        readonly cause: "The value is not a complete http or https URL, or is longer than 3000 characters.";
        readonly fix: 'use a complete http or https URL of at most 3000 characters';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name,avatar\nann,Ann,/img/ann.png\n';
            };
        };
    };
    'USER.METADATA_TOO_LARGE': {
        readonly cause: "The metadata is more than 5 KB of JSON.";
        readonly fix: 'keep metadata under 5 KB of JSON';
        readonly example: {
            readonly files: {
                readonly 'users.ndjson': '{"uid":"ann","name":"Ann","metadata":{"note":"⟨m × 5120⟩"}}\n';
            };
        };
    };
    'USER.TAGS_INVALID': {
        readonly cause: "The tags are not a list of texts, are more than 25, or one is empty or longer than 100 characters.";
        readonly fix: 'use at most 25 tags of at most 100 characters each';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name,tags\nann,Ann,"[""red"",""""]"\n';
            };
        };
    };
    'USER.STATUS_TOO_LONG': {
        readonly cause: 'With api: rest, a status message of more than 255 characters cannot be sent.';
        readonly fix: 'shorten statusMessage to 255 characters, or use api: import, which does not carry it';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name,statusMessage\nann,Ann,⟨s × 256⟩\n';
            };
            readonly pipeline: "target: { baseUrl: \"https://chat.example.com/v3\", apiKey: { env: CHATFERRY_API_KEY }, api: rest }";
        };
    };
    'GROUP.NAME_TOO_LONG': {
        readonly cause: 'The name of the group is longer than 100 characters.';
        readonly fix: 'shorten the name to 100 characters';
        readonly example: {
            readonly files: {
                readonly 'groups.csv': 'guid,name\nteam,⟨n × 101⟩\n';
            };
        };
    };
    'GROUP.TYPE_INVALID': {
        readonly cause: 'The service does not know this type of group.';
        readonly fix: 'use public, password or private; rename with map: { type: { from: <column>, values: { old: new } } }';
        readonly example: {
            readonly files: {
                readonly 'groups.csv': 'guid,name,type\nteam,Team,secret\n';
            };
        };
    };
    'GROUP.PASSWORD_MISSING': {
        readonly cause: 'A group of type password has no password, so nobody could join it.';
        readonly fix: 'give the group a password, or another type';
        readonly example: {
            readonly files: {
                readonly 'groups.csv': 'guid,name,type,password\nteam,Team,password,\n';
            };
        };
    };
    'GROUP.PASSWORD_TOO_LONG': {
        readonly cause: 'The password of the group is longer than 100 characters.';
        readonly fix: 'shorten the password to 100 characters';
        readonly example: {
            readonly files: {
                readonly 'groups.csv': 'guid,name,type,password\nteam,Team,password,⟨p × 101⟩\n';
            };
        };
    };
    'GROUP.DESCRIPTION_TOO_LONG': {
        readonly cause: 'The description of the group is longer than 255 characters.';
        readonly fix: 'shorten the description to 255 characters';
        readonly example: {
            readonly files: {
                readonly 'groups.csv': 'guid,name,description\nteam,Team,⟨d × 256⟩\n';
            };
        };
    };
    'GROUP.URL_INVALID': {
        readonly cause: "The value is not a complete http or https URL, or is longer than 3000 characters.";
        readonly fix: 'use a complete http or https URL of at most 3000 characters';
        readonly example: {
            readonly files: {
                readonly 'groups.csv': 'guid,name,icon\nteam,Team,www.example.com/team.png\n';
            };
        };
    };
    'GROUP.METADATA_TOO_LARGE': {
        readonly cause: "The metadata is more than 5 KB of JSON.";
        readonly fix: 'keep metadata under 5 KB of JSON';
        readonly example: {
            readonly files: {
                readonly 'groups.ndjson': '{"guid":"team","name":"Team","metadata":{"note":"⟨m × 5120⟩"}}\n';
            };
        };
    };
    'GROUP.TAGS_INVALID': {
        readonly cause: "The tags are not a list of texts, are more than 25, or one is empty or longer than 100 characters.";
        readonly fix: 'use at most 25 tags of at most 100 characters each';
        readonly example: {
            readonly files: {
                readonly 'groups.csv': 'guid,name,tags\nteam,Team,[1]\n';
            };
        };
    };
    'ROLE.NAME_TOO_LONG': {
        readonly cause: 'The name of the role is longer than 100 characters.';
        readonly fix: 'shorten the name to 100 characters';
        readonly example: {
            readonly files: {
                readonly 'roles.csv': 'role,name\nteacher,⟨n × 101⟩\n';
            };
        };
    };
    'ROLE.DESCRIPTION_TOO_LONG': {
        readonly cause: 'The description of the role is longer than 255 characters.';
        readonly fix: 'shorten the description to 255 characters';
        readonly example: {
            readonly files: {
                readonly 'roles.csv': 'role,name,description\nteacher,Teacher,⟨d × 256⟩\n';
            };
        };
    };
    'REACTION.TOO_LONG': {
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
    'REACTION.INVALID': {
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
    'RECEIPT.CONVERSATION_INVALID': {
        readonly cause: 'The conversation has neither of the two forms group_<guid> and <uid>_user_<uid>.';
        readonly fix: 'write group_<guid> for a group, <uid>_user_<uid> for two users; or map: { conversation: { template: "group_{room}" } }';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\n';
                readonly 'receipts.csv': 'conversation,uid,readAt\nteam,ann,1717200000\n';
            };
        };
    };
    'RECEIPT.NOT_IN_CONVERSATION': {
        readonly cause: 'The user of the receipt is not one of the two users of the conversation, or both are the same.';
        readonly fix: 'correct the uid, or the ids in the conversation';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\nben,Ben\ncat,Cat\n';
                readonly 'receipts.csv': 'conversation,uid,readAt\nann_user_ben,cat,1717200000\n';
            };
        };
    };
    'RECEIPT.TIME_MISSING': {
        readonly cause: 'A receipt needs the time up to which a user has read or received messages. The row has neither.';
        readonly fix: 'fill readAt, or deliveredAt if messages were only delivered; remove users who have read nothing';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\nben,Ben\n';
                readonly 'receipts.csv': 'conversation,uid,readAt\nann_user_ben,ann,\n';
            };
        };
    };
    'FRIEND.SELF': {
        readonly cause: 'Both ids of the friendship are the same user.';
        readonly fix: 'remove the row, or correct one of the ids';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\nben,Ben\n';
                readonly 'friends.csv': 'uid,friendUid\nann,ann\n';
            };
        };
    };
    'BLOCK.SELF': {
        readonly cause: 'A user cannot block itself.';
        readonly fix: 'remove the row, or correct one of the ids';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\nben,Ben\n';
                readonly 'blocks.csv': 'uid,blockedUid\nann,ann\n';
            };
        };
    };
    'BAN.OWNER': {
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
    'MEMBER.SCOPE_INVALID': {
        readonly cause: 'The service does not know this scope of a member.';
        readonly fix: 'use admin, moderator or participant; rename with map: { scope: { from: <column>, values: { old: new } } }';
        readonly example: {
            readonly files: {
                readonly 'members.csv': 'guid,uid,scope\nteam,ann,owner\n';
            };
        };
    };
    'MEMBER.JOINED_AT_INVALID': {
        readonly cause: 'The member joined in the future, or before the group was created. Usually the unit or zone of the time is wrong.';
        readonly fix: 'use a joinedAt after the createdAt of the group, and not in the future';
        readonly example: {
            readonly files: {
                readonly 'members.csv': 'guid,uid,joinedAt\nteam,ann,2090-02-02T09:00:00Z\n';
            };
        };
    };
    'MESSAGE.KEY_INVALID': {
        readonly cause: 'The muid is blank, too long, or contains control characters. The muid prevents a second import of the message.';
        readonly fix: 'give every message a muid of 1 to 255 characters without control characters';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\n⟨k × 256⟩,ann,team,group,1717200000,Hello\n";
            };
        };
    };
    'MESSAGE.RECEIVER_TYPE_INVALID': {
        readonly cause: 'The row does not say whether the receiver is a user or a group.';
        readonly fix: 'use user or group; rename with map: { receiverType: { from: <column>, values: { old: new } } }';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,channel,1717200000,Hello\n";
            };
        };
    };
    'MESSAGE.CATEGORY_INVALID': {
        readonly cause: 'Messages of this category cannot be imported.';
        readonly fix: 'use message or custom';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,category,text\nm-1,ann,team,group,1717200000,action,Hello\n";
            };
        };
    };
    'MESSAGE.TYPE_INVALID': {
        readonly cause: 'The service does not know this type of message.';
        readonly fix: 'use text, image, file, audio or video; any other type needs category custom';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,type,text\nm-1,ann,team,group,1717200000,sticker,Hello\n";
            };
        };
    };
    'MESSAGE.TEXT_EMPTY': {
        readonly cause: 'A text message has no text, or only blanks.';
        readonly fix: 'give the message some text, or remove the row';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,group,1717200000,\n";
            };
        };
    };
    'MESSAGE.DATA_TOO_LARGE': {
        readonly cause: 'Text, metadata and attachments together are more than 10 KB of JSON.';
        readonly fix: 'keep data (text, metadata, attachments together) under 10 KB of JSON';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,group,1717200000,⟨t × 10240⟩\n";
            };
        };
    };
    'MESSAGE.ATTACHMENT_INVALID': {
        readonly cause: 'The attachments are not a list, or one of them lacks a required value. Or a path that should be below the base of the map names a host of its own, such as //other.example/a.png or \\\\server\\a.png.';
        readonly fix: 'let the pipeline fill what is missing from the URL: map: { attachments: { url: "attachments[*].url", name: "attachments[*].name", type: "attachments[*].mimeType" } }; for a list of URLs: map: { attachments: { url: <column> } }, in a CSV file: map: { attachments: { url: { from: <column>, as: json } } }; or give every attachment url, name, mimeType and extension, and a size that is a number; for paths, add base: "https://files.example.com/"';
        readonly example: {
            readonly files: {
                readonly 'messages.ndjson': '{"muid":"m-1","sender":"ann","receiver":"team","receiverType":"group","sentAt":1717200000,"type":"image","attachments":[{"url":"https://files.example.com/a.png"}]}\n';
            };
        };
    };
    'MESSAGE.FILE_MISSING': {
        readonly cause: 'A message of type image, file, audio or video has no attachments. With api: rest the service refuses it.';
        readonly fix: 'give the message attachments, or make it a text message';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,type,text\nm-1,ann,team,group,1717200000,image,See here\n";
            };
            readonly pipeline: "target: { baseUrl: \"https://chat.example.com/v3\", apiKey: { env: CHATFERRY_API_KEY }, api: rest }";
        };
    };
    'MESSAGE.CUSTOM_DATA_MISSING': {
        readonly cause: 'A message of category custom has no customData. With api: rest the service refuses it.';
        readonly fix: 'add a customData object to the data of the message, or make it a text message';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,category,type,text\nm-1,ann,team,group,1717200000,custom,poll,Lunch?\n";
            };
            readonly pipeline: "target: { baseUrl: \"https://chat.example.com/v3\", apiKey: { env: CHATFERRY_API_KEY }, api: rest }";
        };
    };
    'MESSAGE.TAGS_INVALID': {
        readonly cause: "The tags are not a list of texts, are more than 25, or one is empty or longer than 100 characters.";
        readonly fix: 'use at most 25 tags of at most 100 characters each';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text,tags\nm-1,ann,team,group,1717200000,Hello,[2]\n";
            };
        };
    };
    'MESSAGE.TO_SELF': {
        readonly cause: 'Sender and receiver are the same user. The service has no such conversation.';
        readonly fix: 'remove the row; the service has no conversation of a user with itself';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,ann,user,1717200000,Note\n";
            };
        };
    };
    'MESSAGE.TOO_OLD': {
        readonly cause: 'The message is older than the service keeps messages, so a hosted service refuses to import it. The default limit of a hosted target is 183 days.';
        readonly fix: 'ask the operator to keep messages longer, then raise retention.messagesOlderThanDays; or set retention.policy to skip, archive or allow';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,group,1100000000,Hello\n";
            };
            readonly pipeline: 'retention: { messagesOlderThanDays: 180, policy: reject }';
        };
    };
    'ROW.FIELD_MISSING': {
        readonly cause: 'A required field has no value: the cell is empty or blank, or no column has the name of the field.';
        readonly fix: 'fill the cell, or name its column in the pipeline: map: { <field>: <column> }';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,\n';
            };
        };
    };
    'ROW.IS_HEADER': {
        readonly cause: 'The row repeats the header of its file. This happens when files are joined.';
        readonly fix: 'remove the row, or name the files one by one: path: "export/*.csv"';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\nuid,name\nben,Ben\n';
            };
        };
    };
    'ROW.FIELD_TYPE': {
        readonly cause: 'The value has the wrong type, such as a list where an object is expected.';
        readonly fix: 'use the type this field expects';
        readonly example: {
            readonly files: {
                readonly 'users.ndjson': '{"uid":"ann","name":["Ann","Lee"]}\n';
            };
        };
    };
    'ROW.JSON_INVALID': {
        readonly cause: 'The field holds JSON, and the cell is not valid JSON.';
        readonly fix: 'write the cell as JSON, for example {"team":"red"}';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name,metadata\nann,Ann,{team:red}\n';
            };
        };
    };
    'ROW.TIME_INVALID': {
        readonly cause: 'The cell is not a time in the expected form, is a day that does not exist or a time that the clocks skip, or is outside the range of the service (ten digits of epoch seconds).';
        readonly fix: 'write epoch seconds or ISO 8601 with a zone, or declare the format: map: { <field>: { from: <column>, time: dd/MM/yyyy } }; for texts that mean "no time", add nulls: ["0000-00-00 00:00:00"] to the source; it applies to all columns';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name,createdAt\nann,Ann,31/02/2024\n';
            };
        };
    };
    'ROW.TIME_NO_ZONE': {
        readonly cause: 'The time names no zone, and the pipeline declares none. A wrong guess would move every message by hours.';
        readonly fix: 'declare the zone: map: { <field>: { from: <column>, time: iso, zone: Europe/Berlin } }';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name,createdAt\nann,Ann,2024-02-28 10:00:00\n';
            };
        };
    };
    'ROW.VALUE_UNMAPPED': {
        readonly cause: 'The pipeline lists the values of this column, and this value is not in the list.';
        readonly fix: 'add the value to the list: map: { <field>: { from: <column>, values: { old: new } } }';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name,role\nann,Ann,director\n';
            };
            readonly map: 'role: { from: role, values: { staff: default } }';
        };
    };
    'ROW.LOOKUP_MISSING': {
        readonly cause: 'The pipeline looks this value up in another file, and no row there has it.';
        readonly fix: 'add the row to that file, or declare a default: map: { <field>: { from: <column>, lookup: { file: people.csv, key: email, value: id }, default: unknown } }';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name,team\nann,Ann,blue\n';
                readonly 'teams.csv': 'team,role\nred,staff\n';
            };
            readonly map: 'role: { from: team, lookup: { file: teams.csv, key: team, value: role } }';
        };
    };
    'ROW.OTHER_UNCLEAR': {
        readonly cause: 'The form other needs a list with exactly one value that differs from the other column. This list has none or several.';
        readonly fix: 'skip such rows with where:, or declare a default: map: { <field>: { other: <column>, than: <column>, default: unknown } }';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name,people\nann,Ann,ann|bob|cem\n';
            };
            readonly map: 'statusMessage: { other: people, than: uid }';
        };
    };
    'ROW.TEXT_MALFORMED': {
        readonly cause: 'The text contains a NUL character or half of a surrogate pair. The service cannot store it.';
        readonly fix: 'remove the NUL character or the half of a surrogate pair';
        readonly example: {
            readonly files: {
                readonly 'users.ndjson': '{"uid":"ann","name":"Ann \\ud83d"}\n';
            };
        };
    };
    'ROW.ENCODING_INVALID': {
        readonly cause: 'The row contains bytes that are invalid in the encoding of the file. Usually the file is not UTF-8, and the pipeline does not declare its encoding.';
        readonly fix: 'save the file as UTF-8, or declare its encoding: encoding: windows-1252';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\njoerg,J⟨F6⟩rg\n';
            };
        };
    };
    'ROW.TOO_LARGE': {
        readonly cause: 'The row is longer than 1 MiB, or the service (or a proxy) answered 413 for this row alone.';
        readonly fix: 'shorten or split the row; the limit is 1 MiB';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,⟨x × 1048576⟩\n';
            };
        };
    };
    'ROW.DUPLICATE': {
        readonly cause: 'An earlier row has the same key but different content. Only one of them can be imported.';
        readonly fix: 'keep one of the two rows';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\nann,Another Ann\n';
            };
        };
    };
    'ID.INVALID': {
        readonly cause: 'An id is 1 to 100 characters of a-z, 0-9, hyphen and underscore. The service would refuse this one. A blank before or after it counts too.';
        readonly fix: 'let the pipeline make a legal id, the same one wherever the text appears: map: { <field>: { from: <column>, as: [trim, slug] } }; or use 1 to 100 of a-z 0-9 - _';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann@example.com,Ann\n';
            };
        };
    };
    'ID.COLLISION': {
        readonly cause: 'Two different values produce the same id. They would become one user or one group.';
        readonly fix: 'change one of the two values, or give each its own id in a file: idMap: users.map.csv';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': 'muid,author,receiver,sentAt,text\n1,Ann Lee,team,1700000000,Hi\n2,ann-lee-a36e143c5359,team,1700000060,Hello\n';
            };
            readonly map: 'sender: { from: author, as: slug }, receiverType: { const: group }';
            readonly pipeline: '  users: { from: messages, key: sender }\nreferences: open';
        };
    };
    'ID.PRECISION_LOST': {
        readonly cause: 'The id has lost digits: a spreadsheet wrote it as 1.23457E+15, or the program that wrote the file rounded it.';
        readonly fix: 'write the id as a string; numbers beyond 9007199254740991 lose digits';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\n1.23457E+15,Ann\n';
            };
        };
    };
    'REFERENCE.UNKNOWN': {
        readonly cause: 'The row refers to a user or group that no source has. The service would refuse the row, or create a message without a sender.';
        readonly fix: 'add the missing row to its file, or set references: open to let the service decide; if ids differ only in capital letters, make all of them with  as: [lower, slug]';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\n';
                readonly 'groups.csv': 'guid,name,owner\nteam,Team,bob\n';
            };
        };
    };
    'REFERENCE.BLOCKED': {
        readonly cause: 'The row is valid, but it refers to a user or group that was rejected, so it was not sent.';
        readonly fix: 'correct the rejected row that this one refers to; a retry of the rejects sends both';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,\n';
                readonly 'groups.csv': 'guid,name,owner\nteam,Team,ann\n';
            };
        };
    };
    'REFERENCE.INACTIVE': {
        readonly cause: 'The row needs a call by or about a deactivated user, and the service refuses such calls. Messages, memberships and owners are not affected; with api: rest users are created active.';
        readonly fix: 'skip such rows with where; or keep reactions and pins in metadata, and replies as ordinary messages, with policies; or activate the user: deactivatedAt: never';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name,deactivatedAt\nann,Ann,\nben,Ben,2024-01-02T00:00:00Z\n';
                readonly 'friends.csv': 'uid,friendUid\nann,ben\n';
            };
        };
    };
    'CSV.QUOTE_UNCLOSED': {
        readonly cause: 'A quote opens a cell and is never closed, or is closed only in a later row. Only the line where it opens is rejected.';
        readonly fix: 'close the quote, and double every quote inside a quoted cell';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,"Ann\nben,Ben\n';
            };
        };
    };
    'CSV.QUOTE_STRAY': {
        readonly cause: 'A cell without quotes contains a quote, or text follows a closing quote.';
        readonly fix: 'put the whole cell in quotes, and double every quote inside it';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann "Annie" Lee\n';
            };
        };
    };
    'CSV.COLUMNS_MISMATCH': {
        readonly cause: 'The row has more or fewer cells than the header. Usually a cell contains the delimiter and is not quoted.';
        readonly fix: 'give the row as many cells as the header; quote cells that contain the delimiter';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Lee, Ann\n';
            };
        };
    };
    'NDJSON.SYNTAX_INVALID': {
        readonly cause: 'The row is not valid JSON, or an object contains the same name twice.';
        readonly fix: 'write one complete JSON object on one line';
        readonly example: {
            readonly files: {
                readonly 'users.ndjson': '{"uid":"ann","name":"Ann",}\n';
            };
        };
    };
    'NDJSON.NOT_OBJECT': {
        readonly cause: 'The row is JSON, but not an object: a list, a text or a number.';
        readonly fix: 'write one JSON object on each line';
        readonly example: {
            readonly files: {
                readonly 'users.ndjson': '["ann","Ann"]\n';
            };
        };
    };
    'NDJSON.TOO_DEEP': {
        readonly cause: 'The values of the row are nested more than 64 levels deep.';
        readonly fix: 'nest at most 64 levels deep';
        readonly example: {
            readonly files: {
                readonly 'users.ndjson': '{"uid":"ann","name":"Ann","metadata":⟨{"a": × 64⟩1⟨} × 64⟩}\n';
            };
        };
    };
};
/** A code of the table above. */
export type RowCode = keyof typeof rowCodes;
/** Advice on what to do about a row's code; codes of the service get the general hint. */
export declare function hintOf(code: string): string;
