import { el, fill } from '../parts/dom.js';
import { numberedPages, PagedList } from '../parts/paged-list.js';
import { conversationAddress, currentRoute, go, groupAddress, userAddress } from '../parts/route.js';
import { conversationRow, groupRow, messageRow, ROW_HEIGHT, userRow } from '../parts/rows.js';
import { searchConversations, searchMessages } from '../parts/search.js';

/** @import { ListOptions } from '../parts/paged-list.js' */
/** @import { App, Read } from '../parts/types.js' */

/** A search begins this long after the last key, milliseconds. */
const REST_MS = 200;

/**
 * @typedef {object} Tab a list of the sidebar
 * @property {string} name
 * @property {string} label
 * @property {string} hint in the field of the search
 * @property {(read: Read, search: string) => Omit<ListOptions<any>, 'label' | 'rowHeight' | 'empty'>} list
 * @property {(search: string) => string} [empty] the text of an empty list, in place of that of other lists
 */

/** @type {readonly [Tab, ...Tab[]]} */
const TABS = [
  {
    name: 'conversations',
    label: 'Conversations',
    hint: 'Search people and groups',
    list: (read, search) => ({
      load:
        search === '' ? numberedPages(read, '/view/conversations', {}) : searchConversations(read, search),
      render: (conversation) => conversationRow(conversation),
      open: ({ conversationId }) => go(conversationAddress(conversationId)),
      isOpen: ({ conversationId }) => isShown('conversation', conversationId),
    }),
  },
  {
    name: 'groups',
    label: 'Groups',
    hint: 'Search by name or guid',
    list: (read, search) => ({
      load: allOf(read, '/v3/groups', search),
      render: groupRow,
      open: ({ guid }) => go(groupAddress(guid)),
      isOpen: ({ guid }) => isShown('group', guid),
    }),
  },
  {
    name: 'users',
    label: 'Users',
    hint: 'Search by name or uid',
    list: (read, search) => ({
      load: allOf(read, '/v3/users', search),
      render: userRow,
      open: ({ uid }) => go(userAddress(uid)),
      isOpen: ({ uid }) => isShown('user', uid),
    }),
  },
  {
    name: 'messages',
    label: 'Messages',
    hint: 'Search in the text of messages',
    list: (read, search) => ({
      load: searchMessages(read, search),
      render: messageRow,
      open: ({ conversationId, id }) => go(conversationAddress(conversationId, { message: id })),
    }),
    empty: (search) =>
      search === '' ? 'Type a word to look for it in all messages.' : `No message with “${search}”.`,
  },
];

/** The lists of conversations, groups, users and messages, with a search. */
export class Sidebar {
  #app;
  #tab = TABS[0];
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
    this.choose(TABS[0]);
  }

  #tabList() {
    for (const tab of TABS) {
      const props = {
        type: 'button',
        role: 'tab',
        id: `tab-${tab.name}`,
        'aria-controls': 'side-list',
        onclick: () => this.choose(tab),
      };
      this.#buttons.set(tab, el('button', props, tab.label));
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
    for (const [one, button] of this.#buttons) {
      button.setAttribute('aria-selected', String(one === tab));
      button.tabIndex = one === tab ? 0 : -1;
    }
    this.#field.placeholder = tab.hint;
    this.#field.setAttribute('aria-label', tab.hint);
    this.#place.setAttribute('aria-labelledby', `tab-${tab.name}`);
    this.#show();
  }

  /** @param {number} number of the tab, from 1 */
  chooseNumber(number) {
    const tab = TABS[number - 1];
    if (!tab) return;
    this.choose(tab);
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
    const { label, list, empty = emptyText } = this.#tab;
    const search = this.#field.value.trim();
    const options = list(this.#app.read, search);
    this.#list = new PagedList({ label, rowHeight: ROW_HEIGHT, empty: empty(search), ...options });
    fill(this.#place, this.#list.element);
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
    const at = TABS.indexOf(this.#tab);
    const next = TABS[(at + step + TABS.length) % TABS.length] ?? TABS[0];
    this.choose(next);
    this.#buttons.get(next)?.focus();
  }
}

/** @param {string} search */
const emptyText = (search) =>
  search === '' ? 'Nothing yet. It appears here as it is imported.' : `Nothing begins with “${search}”.`;

/**
 * Loads the whole list at a path, or what a search finds in it.
 * @param {Read} read
 * @param {string} path
 * @param {string} searchKey
 */
const allOf = (read, path, searchKey) =>
  numberedPages(read, path, { searchKey, withTags: 'true', withDeactivated: 'true' });

/**
 * True if the page shows this entry now.
 * @param {string} view
 * @param {string} id
 */
function isShown(view, id) {
  const route = currentRoute();
  return route.view === view && 'id' in route && route.id === id;
}
