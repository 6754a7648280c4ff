import type { App } from '../app/app.ts';
import { type ActorPathCall, type ApiRoute, type PathCall, type RouteAnswer, routeOf } from '../app/route.ts';
import {
  addReaction,
  distinctReactions,
  REACTION_COLUMNS,
  type Reaction,
  removeReaction,
} from '../stores/reaction-store.ts';
import { cursored, one } from '../wire/answer-schema.ts';
import { invalid } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { Filter } from '../wire/filter.ts';
import { jsonArray, jsonObject } from '../wire/json-text.ts';
import { cursorAnswer, edgeOf } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
import { LIMITS } from '../wire/validation.ts';
import { isLive, messageInPath, notAllowed } from './message-access.ts';
import { viewedJson } from './message-views.ts';

const route = routeOf({ tag: 'Messages' });

/** The reaction in the path: an emoji or another short text. */
function reactionInPath({ app, params }: PathCall): string {
  return checkReaction(app, params['reaction'] ?? '');
}

/** Variation selectors choose how a character looks; with a switch they make no difference between reactions. */
const SELECTORS = /[\uFE00-\uFE0F]/g;

/** Documented: a reaction that is too long is refused, not cut. */
function checkReaction({ quirks }: App, given: string): string {
  const reaction = quirks.foldReactions ? given.replaceAll(SELECTORS, '') : given;
  if ([...reaction].length > LIMITS.reaction) {
    throw invalid({ reaction: [`The reaction may not be greater than ${LIMITS.reaction} characters.`] });
  }
  // Control characters are refused; joiners and variation selectors inside an emoji are not.
  if (reaction.trim() === '' || /\p{Cc}/u.test(reaction)) {
    throw invalid({ reaction: ['The reaction format is invalid.'] });
  }
  return reaction;
}

function react(call: ActorPathCall, reaction: string): RouteAnswer {
  const { app, actor } = call;
  const message = messageInPath(call);
  if (!isLive(message)) throw notAllowed(message.id, 'reacted to');
  const known = distinctReactions(app.db, message.id);
  if (!known.includes(reaction) && known.length >= LIMITS.reactions) {
    throw invalid({ reaction: [`A message may not have more than ${LIMITS.reactions} distinct reactions.`] });
  }
  const uid = actor?.uid ?? '';
  const added = addReaction(app.db, { message: message.id, reaction, uid, reactedAt: app.now() });
  if (added) publishReaction(app, 'message_reaction_added', added);
  return { data: viewedJson(app, message, actor) };
}

function reactionJson(app: App, { seq, message, reaction, uid, reactedAt }: Reaction): string {
  return jsonObject(
    `"id":"${seq}","messageId":"${message}","reaction":${JSON.stringify(reaction)},"uid":"${uid}"`,
    `"reactedAt":${reactedAt},"reactedBy":${app.users.entityJson(uid)}`,
  );
}

function publishReaction(
  app: App,
  trigger: 'message_reaction_added' | 'message_reaction_removed',
  reaction: Reaction,
): void {
  app.events.publish(trigger, () => ({ reaction: reactionJson(app, reaction) }));
}

/** A page of reactions in the order of their creation. */
function listReactions(
  call: ActorPathCall & { readonly query: param.ParamValues<typeof param.CURSOR> },
  reaction?: string,
): RouteAnswer {
  const { app, query } = call;
  const message = messageInPath(call);
  const { quirks } = app;
  const limit = query.limit ?? quirks.messageLimit;
  const older = query.affix === 'prepend';
  const filter = new Filter('message = ?', message.id);
  if (reaction !== undefined) filter.where('reaction = ?', reaction);
  if (query.id !== undefined) {
    filter.where(`seq ${older ? '<' : '>'}${quirks.inclusive ? '=' : ''} ?`, query.id);
  }
  const reactions = app.db.all<Reaction>(
    `SELECT ${REACTION_COLUMNS} FROM reactions${filter.sql} ORDER BY seq ${older ? 'DESC' : 'ASC'} LIMIT ?`,
    ...filter.params,
    limit,
  );
  if (older) reactions.reverse();
  const edge = edgeOf(reactions, limit, older, quirks.nextAtEnd);
  return cursorAnswer(
    jsonArray(reactions.map((one) => reactionJson(app, one))),
    { limit, count: reactions.length },
    edge && { affix: query.affix ?? 'append', id: String(edge.seq) },
  );
}

/** The calls about reactions. */
export const reactionRoutes: readonly ApiRoute[] = [
  route('POST /messages/{id}/reactions/{reaction}', {
    summary: 'React to a message. The same reaction again changes nothing',
    behalf: 'required',
    answers: one('Message'),
    answer: (call) => react(call, reactionInPath(call)),
  }),
  route('POST /messages/{id}/reactions', {
    summary: 'React to a message with the reaction in the body, as on one page of the documentation',
    behalf: 'required',
    body: field.shape({ reaction: field.requiredText(LIMITS.reaction) }),
    answers: one('Message'),
    answer: (call) => react(call, checkReaction(call.app, call.body.reaction)),
  }),
  route('DELETE /messages/{id}/reactions/{reaction}', {
    summary: 'Remove a reaction. Without a reaction nothing changes',
    behalf: 'required',
    answers: one('Message'),
    answer: (call) => {
      const { app, actor } = call;
      const reaction = reactionInPath(call);
      const message = messageInPath(call);
      const removed = removeReaction(app.db, message.id, reaction, actor?.uid ?? '');
      if (removed) publishReaction(app, 'message_reaction_removed', removed);
      return { data: viewedJson(app, message, actor) };
    },
  }),
  route('GET /messages/{id}/reactions', {
    summary: 'List the reactions to a message in the order of their creation',
    behalf: 'optional',
    query: param.CURSOR,
    answers: cursored('Reaction'),
    answer: (call) => listReactions(call),
  }),
  route('GET /messages/{id}/reactions/{reaction}', {
    summary: 'List the users who gave a reaction',
    behalf: 'optional',
    query: param.CURSOR,
    answers: cursored('Reaction'),
    answer: (call) => listReactions(call, reactionInPath(call)),
  }),
];
