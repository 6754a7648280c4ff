/** Codes for rows that contradict the row in the service. Only a sync run finds them. */
export declare const syncCodes: {
    readonly 'SYNC.FIXED_FIELD': {
        readonly cause: 'The row was imported before, and a field has changed that the service cannot change: the sender, time, kind or attachments of a message, or the time when a user, a group or a membership began.';
        readonly fix: 'put the old value back; if only the id of a person or group is another one at the source, name it in idMap (chatferry plan names the line); if the new value is right, give the row another id and leave out the old row';
        readonly example: 'last sync run:  m-1,ann,team,group,1717200000,Hello\nthis sync run:  m-1,bob,team,group,1717200000,Hello';
    };
    readonly 'SYNC.MESSAGE_NOT_FOUND': {
        readonly cause: 'The message has changed, but the service does not show it where it was sent: it was deleted there, or the conversation cannot be read.';
        readonly fix: 'chatferry verify PIPELINE shows what the service has; to import a deleted message again, give it another muid';
        readonly example: 'a message that somebody deleted in the app and that was corrected in the legacy system a day later';
    };
    readonly 'REFERENCE.MESSAGE': {
        readonly cause: 'The row is written after its message, such as a reply after the root of its thread, and that message has not landed: it was rejected, or is in no file.';
        readonly fix: 'correct the row of that message, or add it to its file, then retry the rejects';
        readonly example: 'a reaction to a message that is in no file';
    };
    readonly 'REFERENCE.CONVERSATION': {
        readonly cause: 'A receipt is written in the name of its user, and the service does not show the user the conversation: the user is not a member of the group, or banned from it.';
        readonly fix: 'add the row of the membership, or leave the receipt out, then retry the rejects';
        readonly example: 'a receipt of a user who had left the group before the export';
    };
};
