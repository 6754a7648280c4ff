/** Codes that an undo can end with, and codes for single rows that stay in the service. */
export declare const undoCodes: {
    readonly 'UNDO.STALE': {
        readonly exit: 'state';
        readonly cause: 'What is to be removed or put back is not what was shown: rows were written, changed or removed since, or the options differ. Nothing was done.';
        readonly fix: 'check the new numbers, then use the id that is printed with them';
        readonly example: 'chatferry undo pipeline.yaml --confirm 1a2b3c4d, after another run';
    };
    readonly 'REMOVAL.UNFOUND': {
        readonly exit: 'rejected';
        readonly cause: 'The service never returned the id of the message, and the conversation cannot be searched for it: its users are deleted or deactivated. The message stays.';
        readonly fix: 'run the same command again; if the users are deactivated, reactivate them first';
        readonly example: 'a message between two users who are both deactivated, whose answer was lost';
    };
    readonly 'REMOVAL.AMBIGUOUS': {
        readonly exit: 'rejected';
        readonly cause: 'The key of the member can be split in more than one way, because an id itself contains _member_. No member is removed on a guess.';
        readonly fix: 'remove this member by hand';
        readonly example: 'a_member_b_member_c, where both a and a_member_b are groups';
    };
};
