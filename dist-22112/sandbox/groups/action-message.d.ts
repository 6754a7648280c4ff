import type { ActorCall } from '../app/route.ts';
import type { Message } from '../stores/message-store.ts';
import { type GroupAction, type ScopeChange } from './group-events.ts';
/**
 * Writes into a group's history what happened to `uid`, and publishes it; this is then the group's last message.
 * Imports write none. The sender is the actor, or the app system. `scopes` are those of a change of scope.
 */
export declare function writeAction(call: ActorCall, guid: string, uid: string, action: GroupAction, scopes?: ScopeChange): Message;
