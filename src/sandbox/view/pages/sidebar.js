import { el, fill } from '../parts/dom.js';
import { PagedList } from '../parts/paged-list.js';
import { conversationAddress, currentRoute, go, groupAddress, userAddress } from '../parts/route.js';
import { conversationRow, groupRow, messageRow, ROW_HEIGHT, userRow } from '../parts/rows.js';
import { searchConversations, searchMessages } from '../parts/search.js';

/** @import { ListOptions } from '../parts/paged-list.js' */
/** @import { App, Conversation, Group, Message, Read, User } from '../parts/types.js' */

/** A search begins this long after the last key, milliseconds. */
const REST_MS = 200;

const TABS = /** @type {const} */ ([
  ['conversations', 'Conversations', 'Search people and groups'],
  ['groups', 'Groups', 'Search by name or guid'],
  ['users', 'Users', 'Search by name or uid'],
  ['messages', 'Messages', 'Search in the text of messages'],
]);

/** @typedef {(typeof TABS)[number][0]} Tab */

/** The lists of conversations, groups, users and messages, with a search. */
export class Sidebar {
  #app;
  /** @type {Tab} */
  #tab = 'conversations';
  /** @type {PagedList<any> | undefined} */
  #list;
  #place = el('div', { class: 'side-list', id: 'side-list', role: 'tabpanel' });
  #field = el('input', {
    type: 'search',
    class: 'search',
    id: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
    dir: 'auto',
  });
  /** @type {Map<Tab, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {HTMLElement} place
   * @param {App} app
   */
  constructor(place, app) {
    this.#app = app;
    this.#field.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#show(), REST_MS);
    });
    this.#field.addEventListener('keydown', (event) => this.#fieldKey(event));
    fill(
      place,
      el(
        'div',
        { class: 'side-head' },
        el('div', { class: 'search-box' }, this.#field, el('kbd', { 'aria-hidden': 'true' }, '/')),
        this.#tabList(),
      ),
      this.#place,
    );
    this.choose('conversations');
  }

  #tabList() {
    for (const [name, label] of TABS) {
      const props = {
        type: 'button',
        role: 'tab',
        id: `tab-${name}`,
        'aria-controls': 'side-list',
        onclick: () => this.choose(name),
      };
      this.#buttons.set(name, el('button', props, label));
    }
    return el(
      'div',
      {
        class: 'tabs',
        role: 'tablist',
        'aria-label': 'Lists',
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#tabKey(event),
      },
      ...this.#buttons.values(),
    );
  }

  /** @param {Tab} tab */
  choose(tab) {
    this.#tab = tab;
    for (const [name, button] of this.#buttons) {
      button.setAttribute('aria-selected', String(name === tab));
      button.tabIndex = name === tab ? 0 : -1;
    }
    const hint = TABS.find(([name]) => name === tab)?.[2] ?? '';
    this.#field.placeholder = hint;
    this.#field.setAttribute('aria-label', hint);
    this.#place.setAttribute('aria-labelledby', `tab-${tab}`);
    this.#show();
  }

  /** @param {number} number of the tab, from 1 */
  chooseNumber(number) {
    const tab = TABS[number - 1];
    if (!tab) return;
    this.choose(tab[0]);
    this.focus();
  }

  focusSearch() {
    this.#field.focus();
    this.#field.select();
  }

  focus() {
    this.#list?.scroller.focus();
  }

  /** Reads the shown list again, because there may be more rows. */
  refresh() {
    if (this.#field.value === '') this.#list?.refresh();
  }

  /** Highlights the open entry. */
  mark() {
    this.#list?.redraw();
  }

  #show() {
    this.#list = this.#make(this.#field.value.trim());
    fill(this.#place, this.#list.element);
  }

  /**
   * @param {string} search
   * @returns {PagedList<any>}
   */
  #make(search) {
    const { read } = this.#app;
    const empty =
      search === '' ? 'Nothing yet. It appears here as it is imported.' : `Nothing begins with “${search}”.`;
    const label = TABS.find(([name]) => name === this.#tab)?.[1] ?? '';
    const common = { label, rowHeight: ROW_HEIGHT, empty };
    switch (this.#tab) {
      case 'users':
        return new PagedList({ ...common, ...userList(read, search) });
      case 'groups':
        return new PagedList({ ...common, ...groupList(read, search) });
      case 'messages':
        return new PagedList({ ...common, ...messageList(read, search) });
      default:
        return new PagedList({ ...common, ...conversationList(read, search) });
    }
  }

  /** @param {KeyboardEvent} event */
  #fieldKey(event) {
    if (event.key === 'Escape' && this.#field.value !== '') {
      this.#field.value = '';
      this.#show();
      event.stopPropagation();
    } else if (event.key === 'ArrowDown' || event.key === 'Enter' || event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      this.focus();
    }
  }

  /** @param {KeyboardEvent} event */
  #tabKey(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = TABS.findIndex(([name]) => name === this.#tab);
    const next = TABS[(at + step + TABS.length) % TABS.length] ?? TABS[0];
    this.choose(next[0]);
    this.#buttons.get(next[0])?.focus();
  }
}

/**
 * The options of one kind of list, besides those of all lists.
 * @template T
 * @typedef {Omit<ListOptions<T>, 'label' | 'rowHeight' | 'empty'> & { empty?: string }} KindOptions
 */

/**
 * Loads a list whose pages the API numbers.
 * @param {Read} read
 * @param {string} path
 * @param {string} search
 * @returns {ListOptions<any>['load']}
 */
const numberedPages = (read, path, search) => async (page, perPage, signal) => {
  const query = { page, perPage, searchKey: search, withTags: 'true', withDeactivated: 'true' };
  const { data, meta } = await read(path, query, { signal });
  return { items: data, total: meta?.pagination?.total ?? data.length };
};

/**
 * True if the page shows this entry now.
 * @param {string} view
 * @param {string} id
 */
function isShown(view, id) {
  const route = currentRoute();
  return route.view === view && 'id' in route && route.id === id;
}

/**
 * @param {Read} read
 * @param {string} search
 * @returns {KindOptions<User>}
 */
const userList = (read, search) => ({
  load: numberedPages(read, '/v3/users', search),
  render: (user) => userRow(user),
  open: ({ uid }) => go(userAddress(uid)),
  isOpen: ({ uid }) => isShown('user', uid),
});

/**
 * @param {Read} read
 * @param {string} search
 * @returns {KindOptions<Group>}
 */
const groupList = (read, search) => ({
  load: numberedPages(read, '/v3/groups', search),
  render: (group) => groupRow(group),
  open: ({ guid }) => go(groupAddress(guid)),
  isOpen: ({ guid }) => isShown('group', guid),
});

/**
 * @param {Read} read
 * @param {string} search
 * @returns {KindOptions<Message>}
 */
const messageList = (read, search) => ({
  empty: search === '' ? 'Type a word to look for it in all messages.' : `No message with “${search}”.`,
  load: searchMessages(read, search),
  render: (message) => messageRow(message),
  open: ({ conversationId, id }) => go(conversationAddress(conversationId, { message: id })),
});

/**
 * @param {Read} read
 * @param {string} search
 * @returns {KindOptions<Conversation>}
 */
const conversationList = (read, search) => ({
  load: search === '' ? numberedPages(read, '/v3/conversations', search) : searchConversations(read, search),
  render: (conversation) => conversationRow(conversation),
  open: ({ conversationId }) => go(conversationAddress(conversationId)),
  isOpen: ({ conversationId }) => isShown('conversation', conversationId),
});
