/**
 * Notices: what to check in a row that is imported anyway. A notice never changes a row's outcome; with `--strict` it
 * fails the validation. Codes are as stable as those of `row-codes.ts`.
 */
export declare const noticeCodes: {
    readonly 'ROW.REPEATED': {
        readonly cause: 'The same row appears twice in the files, cell for cell.';
        readonly fix: 'nothing to do: the row appears twice with the same cells and is imported once';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name\nann,Ann\nann,Ann\n';
            };
        };
    };
    readonly 'ROW.DIGITS_LOST': {
        readonly cause: 'A fraction in metadata, or in other data of a message, has more digits than a double holds, some 17. It is sent rounded; whole numbers keep all their digits.';
        readonly fix: 'write the number as a text if each digit counts; else it is sent rounded';
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
        readonly cause: 'The ids of two rows were made of texts that differ only in capital letters, such as two spellings of an e-mail address. They are two users, or two groups, with two histories; most often it is one person.';
        readonly fix: 'if it is one, make the text lower case before the id is made, wherever such ids stand: as: [lower, slug]; an idMap can also give both one id';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'mail,name\nAnn@x.example,Ann\nann@x.example,Ann L.\n';
            };
            readonly map: 'uid: { from: mail, as: slug }';
        };
    };
    readonly 'TEXT.CONTROL_CHARACTER': {
        readonly cause: 'The text contains a control character, such as the bell or an escape sequence of a terminal.';
        readonly fix: 'remove the character if nobody needs it; the service stores it and most apps show it badly';
        readonly example: {
            readonly files: {
                readonly 'users.ndjson': '{"uid":"ann","name":"Ann\\u0007"}\n';
            };
        };
    };
    readonly 'TIME.AMBIGUOUS': {
        readonly cause: 'The clocks of the declared zone show this time twice, before and after they go back.';
        readonly fix: 'write the time with its offset from UTC: when the clocks go back, this time of day comes twice, and the first is used. Messages keep the order of the file, which order: byTime would change';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name,createdAt\nann,Ann,2024-10-27 02:30:00\n';
            };
            readonly map: 'createdAt: { from: createdAt, time: iso, zone: Europe/Berlin }';
        };
    };
    readonly 'TIME.FRACTION_CUT': {
        readonly cause: 'The time is finer than a second. The service stores whole seconds.';
        readonly fix: 'nothing to do: the service stores whole seconds, and rows of one second keep the order of the file';
        readonly example: {
            readonly files: {
                readonly 'users.csv': 'uid,name,createdAt\nann,Ann,2024-02-28T10:00:00.250Z\n';
            };
        };
    };
    readonly 'MEMBER.GROUP_TOO_LARGE': {
        readonly cause: 'The group has more members than the service allows in one group.';
        readonly fix: 'split the group: the service allows at most 100 000 members in one group';
        readonly example: {
            readonly files: {
                readonly 'members.csv': 'guid,uid\n⟨team,u-# × 100001 lines⟩';
            };
        };
    };
    readonly 'MESSAGE.IN_FUTURE': {
        readonly cause: 'The message was sent in the future. Usually the unit or the zone of the time is wrong.';
        readonly fix: 'check the unit and the zone of the time: the message was sent in the future';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,group,4102444800,Hello\n";
            };
        };
    };
    readonly 'MESSAGE.OUT_OF_ORDER': {
        readonly cause: 'The message is older than the one before it in the same conversation.';
        readonly fix: 'declare the order of the files (order: newestFirst or order: byTime), or sort them: messages of a conversation get their ids in the order in which they are read';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-2,ann,team,group,1717200060,Second\nm-1,ann,team,group,1717200000,First\n";
            };
        };
    };
    readonly 'MESSAGE.SAME_SECOND': {
        readonly cause: 'Two messages of a conversation were sent within the same second, the finest that the service stores.';
        readonly fix: 'nothing to do: messages of one second keep the order of the file';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,group,1717200000,One\nm-2,ann,team,group,1717200000,Two\n";
            };
        };
    };
    readonly 'MESSAGE.SENDER_NOT_MEMBER': {
        readonly cause: 'The sender of a group message is not among the members of the group.';
        readonly fix: 'add the membership to members, or leave it: the sender may have left the group later';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,group,1717200000,Hello\n";
                readonly 'members.csv': 'guid,uid\nteam,ben\n';
            };
        };
    };
    readonly 'MESSAGE.SENDER_REFUSED': {
        readonly cause: 'With api: rest every message is sent by its sender. The service refuses a group message of a user who is not a member of the group, or is banned from it.';
        readonly fix: 'add the membership to members, or write with api: import; leave it if the service has the membership already';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,group,1717200000,Hello\n";
                readonly 'members.csv': 'guid,uid\nteam,ben\n';
            };
            readonly pipeline: "target: { baseUrl: \"https://chat.example.com/v3\", apiKey: { env: CHATFERRY_API_KEY }, api: rest }";
        };
    };
    readonly 'MESSAGE.MENTION_UNKNOWN': {
        readonly cause: 'The text mentions a user, `<@uid:…>`, whose row is rejected or who is in no source though all users are. Nobody could be mentioned, and readers would see the markup.';
        readonly fix: 'add the user to users; else the message is written with @ and their name, or their id where nobody knows the name';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,team,group,1717200000,Hello <@uid:cid>\n";
                readonly 'users.csv': 'uid,name\nann,Ann\n';
            };
        };
    };
    readonly 'MESSAGE.CONTENT_DOUBTFUL': {
        readonly cause: 'With api: import. The call that sends messages refuses such a message: a file without attachments, a custom message without customData, a size that is not a number, metadata that is null. An older document of the service says that imports are restricted alike.';
        readonly fix: 'give the message the content of its kind; else the service may refuse the row, which is then rejected';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text,type\nm-1,ann,team,group,1717200000,See here,image\n";
            };
        };
    };
    readonly 'MESSAGE.PARENT_UNKNOWN': {
        readonly cause: 'The message replies to one that is not in the files, or that a rule leaves out.';
        readonly fix: 'add the message that this one replies to; the reply is imported without it';
        readonly example: {
            readonly files: {
                readonly 'messages.csv': "muid,sender,receiver,receiverType,sentAt,text,parentMuid\nm-2,ann,team,group,1717200000,Yes,m-1\n";
            };
        };
    };
    readonly 'MESSAGE.PARENT_UNUSABLE': {
        readonly cause: 'With threads: write, the service takes a reply only to another message of the same conversation. This one names itself, a message that answers it in turn, or a message of another conversation.';
        readonly fix: 'correct parentMuid; the reply is imported without it, as an ordinary message';
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
