import { cardOf, cardPage, moment } from '../parts/card.js';
import { showNumber } from '../parts/clock.js';
import { el, fill, isolated, webLink } from '../parts/dom.js';
import { numberedPages, PagedList } from '../parts/paged-list.js';
import { nameOf, tagList } from '../parts/person.js';
import { part } from '../parts/reader.js';
import { conversationAddress, go, userAddress } from '../parts/route.js';
import { ROW_HEIGHT, userRow } from '../parts/rows.js';

/** @import { App, Group } from '../parts/types.js' */

const SCOPES = ['', 'admin', 'moderator', 'participant'];

/**
 * The members of a group, with a choice of scopes above them.
 * @param {App} app
 * @param {string} guid
 */
function memberList({ read }, guid) {
  const place = el('div', { class: 'members-place' });
  /** @param {string} scopes */
  const list = (scopes) =>
    new PagedList({
      label: 'Members',
      rowHeight: ROW_HEIGHT,
      load: numberedPages(read, `/v3/groups/${part(guid)}/members`, { scopes }),
      render: userRow,
      open: ({ uid }) => go(userAddress(uid)),
      empty: 'No members.',
    }).element;
  const choice = el(
    'select',
    { 'aria-label': 'Scope', onchange: () => fill(place, list(choice.value)) },
    ...SCOPES.map((scope) => el('option', { value: scope }, scope === '' ? 'all scopes' : scope)),
  );
  fill(place, list(''));
  return el(
    'div',
    { class: 'members' },
    el('div', { class: 'section-head' }, el('h3', {}, 'Members'), choice),
    place,
  );
}

/**
 * The members beside a conversation.
 * @param {App} app
 * @param {string} guid
 */
export function showMembers(app, guid) {
  app.panel.show('Group', memberList(app, guid));
}

/**
 * A group: its facts and its members.
 * @param {App} app
 * @param {string} guid
 */
export function groupPage(app, guid) {
  const group = app.read(`/v3/groups/${part(guid)}`);
  return cardPage(group, ({ data }) => groupCard(data), memberList(app, guid));
}

/** @param {Group} group */
function groupCard(group) {
  const { guid: id, membersCount = 0, owner, icon: url } = group;
  const open = { class: 'button', href: conversationAddress(`group_${id}`) };
  const link = el('a', open, 'Open the conversation');
  return cardOf(
    { id, name: nameOf(group, id), isGroup: true, link },
    [
      ['type', group.type],
      ['members', showNumber(membersCount)],
      ['owner', owner === undefined ? undefined : el('a', { href: userAddress(owner) }, isolated(owner))],
      ['description', group.description],
      ['created', moment(group.createdAt)],
      ['updated', moment(group.updatedAt)],
      ['icon', url === undefined ? undefined : webLink(url, url)],
      ['tags', tagList(group.tags)],
    ],
    group.metadata,
  );
}
