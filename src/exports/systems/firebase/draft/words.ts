import { isCalledClosed } from '../marks.ts';
import type { Place, TreeField } from './places.ts';

/** Names of fields as apps call them, without case and signs, the most likely first. */
const FIELD_WORDS = {
  text: 'text message msg body content messagetext messagebody chatmessage textmessage messagecontent caption',
  sender:
    'senderid senderuid sender fromid fromuid idfrom fromuserid from authorid author userid uid user sentby createdby userkey username email name',
  receiver: 'receiverid receiveruid receiver toid touid idto touserid to recipientid recipient',
  time: 'timestamp createdat time date sentat datetime senttime messagetime sendtime created ts timesent msgtime',
  conversation:
    'conversationid chatid roomid groupid channelid threadid chatroomid convid conversation chat room group channel thread roomkey chatkey',
  file: 'fileurl imageurl img image photourl photo picture pictures videourl audiourl mediaurl media file attachment attachments attachmenturl uri url video audio images',
  type: 'type messagetype msgtype kind',
  editedAt: 'editedat updatedat modifiedat lastedited',
  deleted: 'deleted isdeleted deletedat removed isremoved deletedforeveryone unsent isunsent',
  internal: 'internal isinternal private isprivate note isnote internalnote whisper',
  parent: 'replyto replytoid replytomessageid parentid parent inreplyto quotedmessageid repliedto',
  reactions: 'reactions reaction',
  senderName: 'sendername displayname authorname fromname username name',
  id: 'id messageid msgid uid userid key uuid',
  userName: 'name displayname fullname username nickname nick firstname login',
  avatar: 'avatar avatarurl photourl profilepicture profileimage imageurl profilepic photo image picture img',
  title: 'name title groupname roomname chatname subject',
  members: 'members participants users userids memberids participantids people uids',
  owner: 'owner ownerid createdby creator admin adminid',
  roomType: 'type kind chattype roomtype visibility',
  lastActive: 'lastseen lastactive lastactiveat lastseenat',
} as const;
type FieldRole = keyof typeof FIELD_WORDS;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Tells how likely a field is called by a role: 0 is the most; undefined if it is not. */
export function rankOf(role: FieldRole, name: string): number | undefined {
  const at = FIELD_WORDS[role].split(' ').indexOf(plain(name));
  return at < 0 ? undefined : at;
}

/** All fields that are called so. */
export const allCalledBy = (role: FieldRole, fields: readonly TreeField[]): readonly TreeField[] =>
  fields.filter(({ name }) => rankOf(role, name) !== undefined);

/** The field that is called so, of some; undefined if none is. */
export function calledBy(
  role: FieldRole,
  fields: readonly TreeField[],
  isMeant: (field: TreeField) => unknown = () => true,
): TreeField | undefined {
  const rank = ({ name }: TreeField): number => rankOf(role, name) ?? 0;
  return allCalledBy(role, fields)
    .filter(isMeant)
    .toSorted((a, b) => rank(a) - rank(b))[0];
}

const namesIn = ({ steps }: Place): readonly string[] =>
  steps.flatMap((step) => ('name' in step ? step.name : []));

const MESSAGES = /messages?|msgs?|chat|conversation|room|inbox|thread|talk|dms?\b/i;
const USERS = /user|people|person|profile|account|member|contact|customer|agent|client|student|driver/i;

/** True if a place is called as one of messages, or in one of conversations. */
export const isCalledMessages = (place: Place): boolean => namesIn(place).some((name) => MESSAGES.test(name));
export const isCalledUsers = (place: Place): boolean => USERS.test(namesIn(place).at(-1) ?? '');

/** Marks that say nothing about who may read a message. */
export const isHarmlessMark = (name: string): boolean =>
  !isCalledClosed(name) &&
  /seen|read|deliver|sent|send|edited|star|pin|forward|mine|isme|status|typing|notif|liked|encrypt|sync|upload|own/i.test(
    name,
  );
