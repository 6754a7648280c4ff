/**
 * The shapes of the API that the view reads. Types only: this module has no code.
 *
 * @typedef {{ uid: string, name?: string, avatar?: string, link?: string, role?: string, status?: string,
 *   statusMessage?: string, metadata?: unknown, tags?: string[], createdAt?: number, updatedAt?: number,
 *   lastActiveAt?: number, deactivatedAt?: number, scope?: string, joinedAt?: number }} User
 * @typedef {{ guid: string, name?: string, type?: string, icon?: string, description?: string, owner?: string,
 *   membersCount?: number, metadata?: unknown, tags?: string[], createdAt?: number, updatedAt?: number }} Group
 * @typedef {{ url?: unknown, name?: unknown, mimeType?: unknown, size?: unknown }} Attachment
 * @typedef {{ reaction: string, count: number, reactedByMe?: boolean }} Reaction
 * @typedef {{ entity?: Record<string, unknown>, entityType?: string }} Entity
 * @typedef {{ text?: unknown, attachments?: unknown, customData?: unknown, metadata?: unknown, mentions?: unknown,
 *   reactions?: unknown, entities?: Record<string, Entity>, action?: unknown, url?: unknown,
 *   moderation?: { status?: unknown, rule?: { id?: string, name?: string } }, [name: string]: unknown }} MessageData
 * @typedef {{ id: string, muid?: string, conversationId: string, sender: string, receiver: string,
 *   receiverType: 'user' | 'group', category: string, type: string, data?: MessageData, sentAt: number,
 *   deliveredAt?: number, readAt?: number, editedAt?: number, editedBy?: string, deletedAt?: number,
 *   deletedBy?: string, updatedAt?: number, parentId?: string | number, replyCount?: number,
 *   tags?: string[] }} Message
 * @typedef {{ conversationId: string, conversationType: 'user' | 'group', createdAt?: number, updatedAt?: number,
 *   lastMessage?: Message, conversationWith?: Partial<User & Group>, tags?: string[] }} Conversation
 * @typedef {{ id: string, name: string, to: string, enabled: boolean, triggers: number }} WebhookSeen
 * @typedef {{ at: number, trigger: string, webhook: string, state: string, tries: number, status?: number,
 *   durationMs?: number, error?: string }} Delivery
 * @typedef {{ webhooks: WebhookSeen[], deliveries: Delivery[] }} Deliveries
 * @typedef {{ pagination?: { total: number }, next?: unknown }} Meta
 * @typedef {{ data: any, meta?: Meta }} Answer
 * @typedef {(path: string, query?: Record<string, string | number | undefined>,
 *   options?: { as?: string | undefined, signal?: AbortSignal | undefined }) => Promise<Answer>} Read
 * @typedef {{ read: Read, panel: import('./panel.js').Panel, tooltip: import('./tooltip.js').Tooltip }} App
 */

export {};
