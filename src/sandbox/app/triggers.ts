/** A JSON text for each of the named members. */
type Members<Name extends string> = Readonly<Record<Name, string>>;

/** Events of an app, by their documented names: the members of `data` in an envelope, each as JSON text. */
export type TriggerData = {
  readonly message_sent: Members<'message'>;
  readonly user_mentioned: Members<'message'>;
  readonly message_edited: Members<'message'>;
  readonly message_deleted: Members<'message'>;
  readonly message_delivery_receipt: ReceiptMembers;
  readonly message_read_receipt: ReceiptMembers;
  readonly message_reaction_added: Members<'reaction'>;
  readonly message_reaction_removed: Members<'reaction'>;
  readonly user_blocked: Members<'users' | 'by'>;
  readonly user_unblocked: Members<'users' | 'by'>;
  readonly group_created: Members<'group' | 'members'>;
  readonly group_updated: Members<'group'>;
  readonly group_deleted: Members<'group'>;
  readonly group_owner_transferred: Members<'group'>;
  readonly group_member_added: Members<'group' | 'members' | 'by'>;
  readonly group_member_kicked: Members<'group' | 'members' | 'by'>;
  readonly group_member_banned: Members<'group' | 'members' | 'by'>;
  readonly group_member_unbanned: Members<'group' | 'members' | 'by'>;
  readonly group_member_scope_changed: Members<'group' | 'members' | 'by'>;
  readonly group_member_joined: Members<'group' | 'members'>;
  readonly moderation_engine_approved: Members<'message'>;
  readonly moderation_engine_blocked: Members<'message'>;
  readonly moderation_manual_approved: Members<'message' | 'moderation' | 'reviewed'>;
};

type ReceiptMembers = Members<'receiver' | 'receiverType' | 'type' | 'sender' | 'messageSender' | 'body'>;

/** The name of something that happens in an app. */
export type Trigger = keyof TriggerData;
