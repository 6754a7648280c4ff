import { isoTime, showFull } from './clock.js';
import { el, fill, icon, isolated } from './dom.js';
import { avatar } from './person.js';
import { factList, onDemand, structure } from './structure.js';

/** @import { Facts } from './structure.js' */

/** The link back to the list, for windows with room for only one column. */
export const backLink = () =>
  el('a', { class: 'icon-button back', href: '#/', 'aria-label': 'Back to the list' }, icon('back'));

/**
 * A page about one thing: its card, once it is read, and what stands below.
 * @template T
 * @param {Promise<T>} thing
 * @param {(thing: T) => readonly Node[]} content of the card
 * @param {Node} below
 */
export function cardPage(thing, content, below) {
  const card = el('div', { class: 'card' }, el('p', { class: 'muted' }, 'Loading …'));
  thing.then(
    (known) => fill(card, ...content(known)),
    (error) => fill(card, el('p', { class: 'problem' }, error.message)),
  );
  return el('div', { class: 'page' }, backLink(), card, below);
}

/**
 * The content of the card of a user or group.
 * @param {{ id: string, name: string, isGroup?: boolean, mark?: Node | null, link?: Node }} head
 * @param {Facts} facts
 * @param {unknown} metadata
 */
export function cardOf({ id, name, isGroup = false, mark, link }, facts, metadata) {
  const title = el('h2', { dir: 'auto' }, isolated(name));
  return [
    el(
      'div',
      { class: 'card-head' },
      avatar(id, name, isGroup),
      el('div', { class: 'card-title' }, title, isolated(id, 'id'), ' ', mark),
      link,
    ),
    factList(facts),
    ...metadataOf(metadata),
  ];
}

/**
 * Metadata as a section to open. Nothing without metadata.
 * @param {unknown} metadata
 * @param {boolean} [open]
 */
export const metadataOf = (metadata, open) =>
  metadata === undefined ? [] : [onDemand('Metadata', () => structure(metadata), open)];

/** @param {number | undefined} seconds */
export const moment = (seconds) =>
  seconds === undefined
    ? undefined
    : el('time', { datetime: isoTime(seconds), title: isoTime(seconds) }, showFull(seconds));
