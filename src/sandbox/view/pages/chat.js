import { backLink } from '../parts/card.js';
import { localDay, startOfDay } from '../parts/clock.js';
import { el, fill, icon, iconButton, isolated } from '../parts/dom.js';
import { avatar, hueClass, nameOf, peersOf, receiverName } from '../parts/person.js';
import { conversationAddress, groupAddress, userAddress } from '../parts/route.js';
import { Feed } from './feed.js';
import { showMembers } from './group-page.js';
import { History } from './history.js';
import { showDetails, showReactorNames, showReactors, showThread } from './message-panels.js';

/** @import { App, Message } from '../parts/types.js' */
/** @import { Actions } from './message.js' */

/** A conversation: its participants, controls to move in it, and its messages. */
export class Chat {
  #app;
  #id;
  #as;
  #history;
  #feed;
  #title = el('div', { class: 'chat-title' });
  #sides = el('div', { class: 'sides' });
  #date = el('input', {
    type: 'date',
    class: 'date',
    'aria-label': 'Jump to a date',
    title: 'Jump to a date (d)',
  });
  #note = el('p', { class: 'list-note', role: 'status' }, 'Loading …');

  /**
   * @param {App} app
   * @param {{ id: string, as?: string | undefined, message?: string | undefined }} route
   */
  constructor(app, { id, as, message }) {
    this.#app = app;
    this.#id = id;
    this.#as = as;
    this.#history = new History(app.read, id);
    /** @type {Actions} */
    const actions = {
      details: (one) => showDetails(app, one),
      thread: (one) => this.#thread(one),
      reaction: (one, reaction) => showReactors(app, one, reaction),
      who: (one, chip, reaction) => showReactorNames(app, one, chip, reaction),
      jump: (to) => this.jumpTo(to),
    };
    this.#feed = new Feed(this.#history, {
      own: as,
      actions,
      onMove: (sentAt) => this.#shows(sentAt),
      onFail: (error) => this.#fail(error),
    });
    this.#date.addEventListener('change', () => this.#toDate());
    this.element = el('div', { class: 'chat' }, this.#head(), this.#note, this.#feed.element);
    this.#start(message);
  }

  /** Goes to the first message. */
  toFirst() {
    return this.#jump(() => this.#feed.first());
  }

  /** Goes to the last message. */
  toLast() {
    return this.#jump(() => this.#feed.last());
  }

  /** @param {string} id */
  jumpTo(id) {
    return this.#jump(() => this.#feed.around(id));
  }

  /** Moves the focus to the date field. */
  askDate() {
    this.#date.focus();
    // Not every browser lets a script open the date picker.
    if ('showPicker' in this.#date && navigator.userActivation?.isActive) this.#date.showPicker();
  }

  /** Shows new messages, if the end is in sight. */
  refresh() {
    return this.#jump(() => this.#feed.follow());
  }

  /** Reads the shown messages again. */
  reload() {
    return this.#jump(() => this.#feed.reload());
  }

  focus() {
    this.#feed.focus();
  }

  #head() {
    return el(
      'header',
      { class: 'chat-head' },
      backLink(),
      this.#title,
      this.#sides,
      el(
        'div',
        { class: 'jumps', role: 'group', 'aria-label': 'Jump' },
        iconButton('first', 'First message (Home)', () => this.toFirst()),
        this.#date,
        iconButton('last', 'Last message (End)', () => this.toLast()),
      ),
    );
  }

  /** @param {string | undefined} message */
  async #start(message) {
    await (message === undefined ? this.toLast() : this.jumpTo(message));
    const first = this.#history.items.find(({ category }) => category !== 'action') ?? this.#history.items[0];
    if (first) this.#name(first);
    else if (this.#note.textContent === '') fill(this.#note, 'No messages.');
  }

  /** @param {Message} message any message of the conversation; it names the participants */
  #name(message) {
    const peers = peersOf(message);
    if (!peers) return this.#nameGroup(message);
    const [left, right] = this.#as === peers[0].uid ? [peers[1], peers[0]] : peers;
    this.#feed.setOwn(right.uid);
    const and = el('span', { class: 'muted between' }, 'and');
    fill(this.#title, el('h2', { class: 'peers' }, peerLink(left), and, peerLink(right)));
    const label = `Change sides: ${left.name} to the right`;
    const href = conversationAddress(this.#id, { as: left.uid });
    fill(
      this.#sides,
      el('a', { class: 'icon-button', href, 'aria-label': label, title: label }, icon('swap')),
    );
  }

  /** @param {Message} message */
  #nameGroup(message) {
    const guid = message.receiver;
    const name = receiverName(message);
    fill(this.#title, groupTitle(guid, name));
    fill(
      this.#sides,
      iconButton('people', 'Members', () => showMembers(this.#app, guid)),
    );
    if (name !== guid) return;
    this.#app.read(`/v3/groups/${encodeURIComponent(guid)}`).then(
      ({ data }) => fill(this.#title, groupTitle(guid, nameOf(data, guid))),
      () => {},
    );
  }

  /** @param {Message} message */
  #thread(message) {
    showThread(this.#app, message, this.#feed.look);
  }

  /** @param {number} sentAt of the first message in sight */
  #shows(sentAt) {
    if (document.activeElement !== this.#date) this.#date.value = localDay(sentAt);
  }

  #toDate() {
    const from = startOfDay(this.#date.value);
    if (from !== undefined && from > 0) this.#jump(() => this.#feed.at(from));
  }

  /** @param {() => Promise<void>} act */
  async #jump(act) {
    try {
      await act();
      fill(this.#note);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    fill(this.#note, error instanceof Error ? error.message : String(error));
  }
}

/** @param {{ uid: string, name?: string }} user */
const peerLink = ({ uid, name = uid }) =>
  el(
    'a',
    { class: `peer ${hueClass(uid)}`, href: userAddress(uid) },
    avatar(uid, name),
    isolated(name, 'peer-name'),
  );

/**
 * @param {string} guid
 * @param {string} name
 */
const groupTitle = (guid, name) =>
  el(
    'h2',
    {},
    el(
      'a',
      { class: 'peer', href: groupAddress(guid) },
      avatar(guid, name, true),
      isolated(name, 'peer-name'),
    ),
  );
