/**
 * Checks the order in which the service lists messages. Within a conversation, it must be by time, and within one second
 * by position in the sources.
 */
export declare class ConversationOrder {
    #private;
    /** @param ties whether the order within one second is checked */
    constructor(ties: boolean);
    /**
     * Checks the next message of the list.
     * @param at when it was sent, epoch seconds
     * @param id its number in the order of the sources
     * @returns false if the list had a message before it that must come after it
     */
    follows(conversation: string, at: number, id: number): boolean;
}
/**
 * Checks that ids and times of messages run in the same direction. The service gives ids in the order of arrival, and apps
 * page by them, so where they run against the times, a user sees the messages in another order.
 */
export declare class IdOrder {
    #private;
    /**
     * Checks the next message of a list.
     * @param at when it was sent, epoch seconds
     * @param id the service's id
     * @returns false if its id runs against its time, compared with the message before it
     */
    follows(conversation: string, at: number, id: number): boolean;
}
