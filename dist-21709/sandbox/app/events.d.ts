import type { Database } from '../storage/database.ts';
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
/** Something that has happened in an app and is stored. `data` is a JSON object, as it was at that moment. */
export type AppEvent = {
    readonly trigger: Trigger;
    readonly data: string;
};
/** Listener that is told what happens. */
export type EventListener = {
    /** True if it wants events of this trigger. Called for every event, so it must be fast. */
    readonly wants: (trigger: Trigger) => boolean;
    /** Takes an event. It must return at once and must not throw. */
    readonly take: (event: AppEvent) => void;
};
/**
 * The one place that knows what happens in an app. Calls publish while they write; the listener gets the events
 * once they are stored, in their order. What is undone is never told.
 */
export declare class Events {
    #private;
    /** `db` is the data file in whose transactions events are published. */
    constructor(db: Database);
    /** Tells `listener` everything from now on, instead of the one before. */
    listen(listener: EventListener): void;
    /**
     * Publishes an event within a transaction. `data` is only called if somebody wants the event; without data
     * nothing is published.
     */
    publish<T extends Trigger>(trigger: T, data: () => TriggerData[T] | undefined): void;
}
export {};
