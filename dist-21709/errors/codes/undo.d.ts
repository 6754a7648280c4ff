/** Codes that an undo can end with, and codes for single rows that stay in the service. */
export declare const undoCodes: {
    readonly 'UNDO.STALE': {
        readonly exit: 'state';
        readonly cause: 'The rows to remove are not the rows that were shown: rows were written, changed or removed since then, or the options differ. Nothing was done.';
        readonly fix: 'check the new numbers, then use the id that is printed with them';
        readonly example: 'chatferry undo pipeline.yaml --confirm 1a2b3c4d, after another run';
    };
    readonly 'REMOVAL.UNFOUND': {
        readonly exit: 'rejected';
        readonly cause: 'The service never returned the id of the message, and its conversation cannot be searched, because its users are deleted or deactivated. The message stays.';
        readonly fix: 'run the same command again; if the users are deactivated, reactivate them first';
        readonly example: 'a message between two users who are both deactivated, whose answer was lost';
    };
    readonly 'REMOVAL.AMBIGUOUS': {
        readonly exit: 'rejected';
        readonly cause: 'The key of the member can be split in several ways, because an id contains _member_. The member is not removed.';
        readonly fix: 'remove this member by hand';
        readonly example: 'a_member_b_member_c, where both a and a_member_b are groups';
    };
};
