import type { GroupType } from '../groups/groups.ts';
import type { MemberScope } from '../groups/members.ts';
import type { MessageData } from '../messages/message.ts';

type Json = Readonly<Record<string, unknown>>;

/** A user to import. Times are seconds since 1970. The role must exist. */
export type ImportedUser = {
  readonly uid: string;
  readonly name: string;
  readonly avatar?: string;
  readonly link?: string;
  readonly role?: string;
  readonly createdAt?: number;
  readonly lastActiveAt?: number;
  readonly deactivatedAt?: number;
  readonly metadata?: Json;
  readonly tags?: readonly string[];
};

/** A group to import. The import API has no field for its description. */
export type ImportedGroup = {
  readonly guid: string;
  readonly name: string;
  readonly type: GroupType;
  readonly password?: string;
  readonly icon?: string;
  readonly owner?: string;
  readonly createdAt?: number;
  readonly metadata?: Json;
  readonly tags?: readonly string[];
};

/** A member to import. `joinedAt` is required and must be in the past. */
export type ImportedMember = {
  readonly guid: string;
  readonly uid: string;
  readonly joinedAt: number;
  readonly scope?: MemberScope;
  readonly isBanned?: boolean;
  readonly groupDetails?: Json;
  readonly userDetails?: Json;
};

/** A message to import, oldest first. The service may refuse messages that are older than about six months. */
export type ImportedMessage = {
  readonly muid: string;
  readonly sender: string;
  readonly receiver: string;
  readonly receiverType: 'user' | 'group';
  readonly sentAt: number;
  readonly category?: 'message' | 'custom' | 'interactive';
  readonly type?: string;
  readonly data?: MessageData;
  readonly tags?: readonly string[];
  readonly deliveredAt?: number;
  readonly readAt?: number;
  readonly senderUserDetails?: Json;
  readonly receiverUserDetails?: Json;
  readonly receiverGroupDetails?: Json;
  readonly receiverGroupOwnerDetails?: Json;
  readonly mentionedUserDetails?: Json;
};
