import { choice, numberQuirk, toggle } from './quirk.ts';

/** Switches for what public sources leave open about messages, threads, reactions and conversations. */
export const MESSAGE_QUIRKS = {
  muidOnce: toggle(
    'muidonce',
    'sending accepts a muid that a message has',
    'it answers that message and sends none',
  ),
  eachReceiver: toggle(
    'eachreceiver',
    'with several receivers one refusal refuses all',
    'the others get the message; if all are refused, the first refusal is answered',
  ),
  files: numberQuirk(
    'files=1..1000',
    /^([1-9]\d{0,2}|1000)$/,
    10,
    'a sent message has at most 10 attachments, unless the app has another `file.count.max`',
    'that many',
  ),
  sizes: choice(
    'sizes',
    ['any', 'text', 'number'],
    'the `size` of an attachment is a number or a text of digits',
    'only the one; a message with the other is refused, imported or sent',
  ),
  mentions: choice(
    'mentions',
    ['refuse', 'cut'],
    'a sent message with more than 10 distinct mentions is refused',
    'it is sent, and only the first 10 are mentions',
  ),
  extensions: choice(
    'extensions',
    ['none', 'linkpreview'],
    'no extension adds anything to messages',
    'a text message with a link gets `metadata["@injected"]` with a preview when it is written; an edit whose metadata lacks that removes it',
  ),
  editReplaces: toggle('editreplaces', 'an edit changes the given members of `data`', 'it replaces `data`'),
  deleteKeeps: toggle('deletekeeps', 'a deleted message that stays has no content', 'it keeps its content'),
  deletedNotes: toggle(
    'deletednotes',
    'a permanent delete of a message leaves nothing in the history',
    'its action message `deleted` stays there',
  ),
  fixedActions: toggle(
    'fixedactions',
    'the app can delete action messages, permanently',
    '`ERR_MESSAGE_ACTION_NOT_ALLOWED`',
  ),
  deleteThread: toggle(
    'deletethread',
    'the permanent delete of a message keeps the replies in its thread',
    'it removes them',
  ),
  foldReactions: toggle(
    'foldreactions',
    'reactions are compared exactly',
    'without variation selectors, so ❤ and ❤️ are one',
  ),
  noSubscribe: toggle(
    'nosubscribe',
    'users who reply in a thread or are mentioned there follow it',
    'only a call subscribes',
  ),
  memberPins: toggle('memberpins', 'only moderators and admins pin in groups', 'every member does'),
  repin: choice(
    'repin',
    ['renew', 'keep'],
    'pinning a pinned message gives it a new `pinnedAt`',
    'it keeps the first one',
  ),
  lastMessage: choice(
    'lastmessage',
    ['time', 'id'],
    'the last message of a conversation is the one with the highest `sentAt`, then id',
    'the one that was written last, also by an import',
  ),
  groupActions: choice(
    'groupactions',
    ['unread', 'last', 'none'],
    'a message about members can be the last message, and is unread',
    '`last`: it is not unread. `none`: neither',
  ),
  replies: choice(
    'replies',
    ['last', 'unread', 'none'],
    'a reply in a thread can be the last message, and is not unread in the conversation',
    '`unread`: it is. `none`: neither',
  ),
  messageActions: choice(
    'messageactions',
    ['none', 'last', 'unread'],
    'a message that says that another was edited or deleted is neither the last message nor unread',
    '`last`: it can be the last one. `unread`: both',
  ),
  conversationIds: choice('conversationids', ['specified', 'short'], '`user_<a>_user_<b>`', '`<a>_user_<b>`'),
  resetKeeps: toggle(
    'resetkeeps',
    'a reset conversation loses its tags, its pin and its unread mark',
    'it keeps tags and pin',
  ),
  adminDelete: toggle(
    'admindelete',
    'every participant can use the deprecated delete of a conversation',
    "only admins can delete a group's",
  ),
  markUnread: choice(
    'markunread',
    ['from', 'after'],
    'marking as unread begins with the given message',
    'after it',
  ),
} as const;

/** Switches for moderation. */
export const MODERATION_QUIRKS = {
  moderateImports: toggle(
    'moderateimports',
    'rules of moderation are not applied to imported messages',
    'they are',
  ),
  moderationDecided: toggle(
    'moderationdecided',
    'the answer to sending a message shows `pending`',
    'it shows what moderation has decided',
  ),
  alwaysJudged: toggle(
    'alwaysjudged',
    'a message that no rule is for has no status of moderation',
    'it is approved',
  ),
  wordParts: toggle(
    'wordparts',
    'a condition that looks for a word finds it as a whole word',
    'it finds it inside other words too',
  ),
  patterns: choice(
    'patterns',
    ['newer', 'bounded'],
    'a pattern may not repeat any character without end (`.*`), nor have an open count (`{10,}`)',
    'each repetition needs an upper bound, unless `?` makes it lazy',
  ),
  allConditions: toggle('allconditions', 'one condition suffices to break a rule', 'all of them are needed'),
} as const;
