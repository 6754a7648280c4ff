import type { App } from '../app/app.ts';
import type { ActorCall } from '../app/route.ts';
import type { Peers } from '../stores/conversation-store.ts';
import type { Group } from '../stores/group-store.ts';
import { type Member, type Scope } from '../stores/member-store.ts';
/** True if a user is one of the two users of a conversation, or in its group. */
export declare const isParticipant: ({ members }: App, { kind, peerA, peerB }: Peers, uid: string) => boolean;
/** Refuses an actor that is not an admin of the group. Documented: admins add members and delete the group. */
export declare function checkAdmin(call: ActorCall, guid: string): void;
/** Refuses an actor that is neither admin nor moderator. Documented: both update the group. */
export declare function checkModerator(call: ActorCall, guid: string): void;
/**
 * Refuses an actor that may not kick, ban or change `target`: nobody may act on itself or on the owner, and a
 * moderator only on participants. `granted` is the new scope of the target.
 */
export declare function checkPowerOver(call: ActorCall, group: Group, target: Pick<Member, 'uid' | 'scope'>, granted?: Scope): void;
/** Refuses an actor that may not read the members of a group: a non-member, unless the group is public. */
export declare function checkMayListMembers(call: ActorCall, group: Group): void;
/** Refuses an actor that may not read a group: a non-member, unless the group is public. */
export declare function checkMayRead(call: ActorCall, group: Group): void;
