import { isoTime, showFull, showNumber } from '../parts/clock.js';
import { el, fill, icon, isolated, webLink } from '../parts/dom.js';
import { PagedList } from '../parts/paged-list.js';
import { avatar, nameOf, tagList } from '../parts/person.js';
import { part } from '../parts/reader.js';
import { conversationAddress, go, userAddress } from '../parts/route.js';
import { ROW_HEIGHT, userRow } from '../parts/rows.js';
import { factList, onDemand, structure } from '../parts/structure.js';

/** @import { App, Group, User } from '../parts/types.js' */

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
      load: async (page, perPage, signal) => {
        const query = { page, perPage, scopes };
        const { data, meta } = await read(`/v3/groups/${part(guid)}/members`, query, { signal });
        return { items: /** @type {User[]} */ (data), total: meta?.pagination?.total ?? data.length };
      },
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
  const card = el('div', { class: 'card' }, el('p', { class: 'muted' }, 'Loading …'));
  app.read(`/v3/groups/${part(guid)}`).then(
    ({ data }) => fill(card, ...groupCard(data)),
    (error) => fill(card, el('p', { class: 'problem' }, error.message)),
  );
  return el('div', { class: 'page' }, backLink(), card, memberList(app, guid));
}

/** The link back to the list, for windows with room for only one column. */
export const backLink = () =>
  el('a', { class: 'icon-button back', href: '#/', 'aria-label': 'Back to the list' }, icon('back'));

/** @param {Group} group */
function groupCard(group) {
  const name = nameOf(group, group.guid);
  const open = { class: 'button', href: conversationAddress(`group_${group.guid}`) };
  const { metadata } = group;
  return [
    el(
      'div',
      { class: 'card-head' },
      avatar(group.guid, name, true),
      el(
        'div',
        { class: 'card-title' },
        el('h2', { dir: 'auto' }, isolated(name)),
        isolated(group.guid, 'id'),
      ),
      el('a', open, 'Open the conversation'),
    ),
    groupFacts(group),
    metadata === undefined ? null : onDemand('Metadata', () => structure(metadata)),
  ];
}

/** @param {Group} group */
const groupFacts = ({ type, membersCount = 0, owner, description, createdAt, updatedAt, icon: url, tags }) =>
  factList([
    ['type', type],
    ['members', showNumber(membersCount)],
    ['owner', owner === undefined ? undefined : el('a', { href: userAddress(owner) }, isolated(owner))],
    ['description', description],
    ['created', moment(createdAt)],
    ['updated', moment(updatedAt)],
    ['icon', url === undefined ? undefined : webLink(url, url)],
    ['tags', tagList(tags)],
  ]);

/** @param {number | undefined} seconds */
export const moment = (seconds) =>
  seconds === undefined
    ? undefined
    : el('time', { datetime: isoTime(seconds), title: isoTime(seconds) }, showFull(seconds));
