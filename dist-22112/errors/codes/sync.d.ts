/** Codes for rows that contradict the row in the service. Only a sync run finds them. */
export declare const syncCodes: {
    readonly 'SYNC.FIXED_FIELD': {
        readonly cause: 'The row was imported before, and a field has changed that the service cannot change: the sender, time, kind or attachments of a message, or the time when a user, group or membership began.';
        readonly fix: 'restore the old value; if only the id of a user or group has changed at the source, name it in idMap (chatferry plan prints the line); if the new value is right, give the row another id and remove the old row';
        readonly example: 'last sync run:  m-1,ann,team,group,1717200000,Hello\nthis sync run:  m-1,bob,team,group,1717200000,Hello';
    };
    readonly 'SYNC.MESSAGE_NOT_FOUND': {
        readonly cause: 'The message has changed, but the service does not return it. It was deleted there, or the conversation cannot be read.';
        readonly fix: 'chatferry verify <pipeline>  shows what the service has; to import a deleted message again, give it another muid';
        readonly example: 'a message that was deleted in the app and corrected in the old system a day later';
    };
    readonly 'REFERENCE.MESSAGE': {
        readonly cause: 'The row belongs to a message, such as a reply or a reaction, and that message was not imported: it was rejected, or is in no file.';
        readonly fix: 'correct the row of that message, or add it to its file, then retry the rejects';
        readonly example: 'a reaction to a message that is in no file';
    };
    readonly 'REFERENCE.CONVERSATION': {
        readonly cause: 'The user of the receipt cannot see the conversation: the user is not a member of the group, or is banned from it.';
        readonly fix: 'add the row of the membership, or remove the receipt, then retry the rejects';
        readonly example: 'a receipt of a user who had left the group before the export';
    };
};
