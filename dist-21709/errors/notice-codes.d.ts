/**
 * Notices: what to check in a row that is imported anyway. A notice never changes a row's outcome; with `--strict` it
 * fails the validation. Codes are as stable as those of `row-codes.ts`.
 */
export declare const noticeCodes: {
    readonly 'ROW.REPEATED': {
        readonly cause: 'The files contain the same row twice.';
        readonly fix: 'nothing to do: the row is imported once';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\nann,Ann\n';
            };
        };
    };
    readonly 'ROW.DIGITS_LOST': {
        readonly cause: 'A fraction in metadata or in the data of a message has more digits than a double can hold (about 17). It is rounded. Whole numbers keep all digits.';
        readonly fix: 'write the number as a text if every digit matters; otherwise it is sent rounded';
        readonly example: {
            readonly files: {
                readonly 'users.ndjson': '{"uid":"ann","name":"Ann","metadata":{"share":0.1234567890123456789}}\n';
            };
        };
    };
    readonly 'ID.LOWER_CASED': {
        readonly cause: 'The id has capital letters. The service stores it in lower case and finds it in either form.';
        readonly fix: 'use the lower-case id in your app as well: the service lower-cases every id';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nAnn,Ann\n';
            };
        };
    };
    readonly 'ID.CASE_DIFFERS': {
        readonly cause: 'The ids of two rows come from texts that differ only in capital letters, such as two spellings of an e-mail address. They become two users or two groups, but are often the same.';
        readonly fix: 'if they are the same, make the text lower case before the id is made, wherever such ids are used: as: [lower, slug]; or give both one id with idMap';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'mail,name\nAnn@x.example,Ann\nann@x.example,Ann L.\n';
            };
            readonly map: 'uid: { from: mail, as: slug }';
        };
    };
    readonly 'TEXT.CONTROL_CHARACTER': {
        readonly cause: 'The text contains a control character, such as an escape sequence of a terminal.';
        readonly fix: 'remove the character if nobody needs it; the service stores it, and most apps display it badly';
        readonly example: {
            readonly files: {
                readonly 'users.ndjson': '{"uid":"ann","name":"Ann\\u0007"}\n';
            };
        };
    };
    readonly 'TIME.AMBIGUOUS': {
        readonly cause: 'The clocks of the declared zone show this time twice, before and after they go back.';
        readonly fix: 'write the time with its offset from UTC; otherwise the first of the two times is used. Messages keep the order of the file, which order: byTime would change';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name,createdAt\nann,Ann,2024-10-27 02:30:00\n';
            };
            readonly map: 'createdAt: { from: createdAt, time: iso, zone: Europe/Berlin }';
        };
    };
    readonly 'TIME.FRACTION_CUT': {
        readonly cause: 'The time is finer than a second. The service stores whole seconds.';
        readonly fix: 'nothing to do: rows of one second keep the order of the file';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name,createdAt\nann,Ann,2024-02-28T10:00:00.250Z\n';
            };
        };
    };
    readonly 'MEMBER.GROUP_TOO_LARGE': {
        readonly cause: 'The group has more members than the service allows in one group.';
        readonly fix: 'split the group: the service allows at most 100,000 members in one group';
        readonly example: {
            readonly files: {
                readonly 'members.csv': 'guid,uid\n⟨team,u-# × 100001 lines⟩';
            };
        };
    };
    readonly 'MESSAGE.IN_FUTURE': {
        readonly cause: 'The message was sent in the future. Usually the unit or zone of the time is wrong.';
        readonly fix: 'check the unit and the zone of the time: the message was sent in the future';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,group,4102444800,Hello\n";
            };
        };
    };
    readonly 'MESSAGE.OUT_OF_ORDER': {
        readonly cause: 'The message is older than the one before it in the same conversation.';
        readonly fix: 'sort the files, or declare their order (order: newestFirst or order: byTime): messages of a conversation get their ids in the order in which they are read';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-2,ann,team,group,1717200060,Second\nm-1,ann,team,group,1717200000,First\n";
            };
        };
    };
    readonly 'MESSAGE.SAME_SECOND': {
        readonly cause: 'Two messages of a conversation were sent in the same second, the smallest unit that the service stores.';
        readonly fix: 'nothing to do: messages of one second keep the order of the file';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,group,1717200000,One\nm-2,ann,team,group,1717200000,Two\n";
            };
        };
    };
    readonly 'MESSAGE.SENDER_NOT_MEMBER': {
        readonly cause: 'The sender of a group message is not a member of the group.';
        readonly fix: 'add the membership to members, or ignore this: the sender may have left since';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,group,1717200000,Hello\n";
                readonly 'members.csv': 'guid,uid\nteam,ben\n';
            };
        };
    };
    readonly 'MESSAGE.SENDER_REFUSED': {
        readonly cause: 'With api: rest every message is sent by its sender, and the service refuses a group message of a user who is not a member of the group, or is banned from it.';
        readonly fix: 'add the membership to members, or use api: import; ignore this if the service already has the membership';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,group,1717200000,Hello\n";
                readonly 'members.csv': 'guid,uid\nteam,ben\n';
            };
            readonly pipeline: "target: { baseUrl: \"https://chat.example.com/v3\", apiKey: { env: CHATFERRY_API_KEY }, api: rest }";
        };
    };
    readonly 'MESSAGE.MENTION_UNKNOWN': {
        readonly cause: 'The text mentions a user, `<@uid:…>`, who was rejected or is missing from the users. Readers would see the markup.';
        readonly fix: 'add the user to users; otherwise the mention is written as @ and the name, or the id if the name is unknown';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,group,1717200000,Hello <@uid:cid>\n";
                readonly 'users.csv': 'uid,name\nann,Ann\n';
            };
        };
    };
    readonly 'MESSAGE.CONTENT_DOUBTFUL': {
        readonly cause: 'With api: import, the service may refuse this message, as its call that sends messages does: a file without attachments, a custom message without customData, a size that is not a number, or metadata that is null.';
        readonly fix: 'give the message the content of its kind; otherwise the service may reject the row';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text,type\nm-1,ann,team,group,1717200000,See here,image\n";
            };
        };
    };
    readonly 'MESSAGE.PARENT_UNKNOWN': {
        readonly cause: 'The message replies to a message that is not in the files, or that a rule skips.';
        readonly fix: 'add the message that this one replies to; otherwise the reply is imported without it';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text,parentMuid\nm-2,ann,team,group,1717200000,Yes,m-1\n";
            };
        };
    };
    readonly 'MESSAGE.PARENT_UNUSABLE': {
        readonly cause: 'With threads: write, a reply must belong to another message of the same conversation. This one names itself, its own reply, or a message of another conversation.';
        readonly fix: 'correct parentMuid; otherwise the reply is imported as an ordinary message';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text,parentMuid\nm-1,ann,team,group,1717200000,Yes,m-1\n";
            };
            readonly pipeline: 'policies: { threads: write }';
        };
    };
    readonly 'MESSAGE.BEFORE_PARENT': {
        readonly cause: 'The reply was sent before the message that it replies to.';
        readonly fix: 'check the times: the reply was sent before the message that it replies to';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text,parentMuid\nm-1,ann,team,group,1717200060,Question,\nm-2,ann,team,group,1717200000,Answer,m-1\n";
            };
        };
    };
};
/** A code of the table above. */
export type NoticeCode = keyof typeof noticeCodes;
