import { el, fill } from '../parts/dom.js';
import { PagedList } from '../parts/paged-list.js';
import { conversationAddress, currentRoute, go, groupAddress, userAddress } from '../parts/route.js';
import { conversationRow, groupRow, messageRow, ROW_HEIGHT, userRow } from '../parts/rows.js';
import { searchConversations, searchMessages } from '../parts/search.js';

/** @import { ListOptions } from '../parts/paged-list.js' */
/** @import { App, Conversation, Group, Message, User } from '../parts/types.js' */

/** A search begins when the keys rest for this long. */
const REST_MS = 200;

const TABS = /** @type {const} */ ([
  ['conversations', 'Conversations', 'Search people and groups'],
  ['groups', 'Groups', 'Search by name or guid'],
  ['users', 'Users', 'Search by name or uid'],
  ['messages', 'Messages', 'Search in the text of messages'],
]);

/** @typedef {(typeof TABS)[number][0]} Tab */

/** The lists of everything, with a search. */
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
    const tabs = el('div', {
      class: 'tabs',
      role: 'tablist',
      'aria-label': 'Lists',
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#tabKey(event),
    });
    for (const [name, label] of TABS) {
      const button = el(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `tab-${name}`,
          'aria-controls': 'side-list',
          onclick: () => this.choose(name),
        },
        label,
      );
      this.#buttons.set(name, button);
      tabs.append(button);
    }
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
        tabs,
      ),
      this.#place,
    );
    this.choose('conversations');
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

  /** Reads what is shown again, because there may be more. */
  refresh() {
    if (this.#field.value === '') this.#list?.refresh();
  }

  /** Shows which entry is open. */
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
    /**
     * @param {string} path
     * @returns {ListOptions<any>['load']}
     */
    const numbered = (path) => async (page, perPage, signal) => {
      const query = { page, perPage, searchKey: search, withTags: 'true', withDeactivated: 'true' };
      const { data, meta } = await read(path, query, { signal });
      return { items: data, total: meta?.pagination?.total ?? data.length };
    };
    const empty =
      search === '' ? 'Nothing yet. It appears here as it is imported.' : `Nothing begins with “${search}”.`;
    const label = TABS.find(([name]) => name === this.#tab)?.[1] ?? '';
    const common = { label, rowHeight: ROW_HEIGHT, empty };
    const isShown = (/** @type {string} */ view, /** @type {string} */ id) => {
      const route = currentRoute();
      return route.view === view && 'id' in route && route.id === id;
    };
    switch (this.#tab) {
      case 'users':
        return new PagedList({
          ...common,
          load: numbered('/v3/users'),
          render: (/** @type {User} */ user) => userRow(user),
          open: ({ uid }) => go(userAddress(uid)),
          isOpen: ({ uid }) => isShown('user', uid),
        });
      case 'groups':
        return new PagedList({
          ...common,
          load: numbered('/v3/groups'),
          render: (/** @type {Group} */ group) => groupRow(group),
          open: ({ guid }) => go(groupAddress(guid)),
          isOpen: ({ guid }) => isShown('group', guid),
        });
      case 'messages':
        return new PagedList({
          ...common,
          empty:
            search === '' ? 'Type a word to look for it in all messages.' : `No message with “${search}”.`,
          load: searchMessages(read, search),
          render: (/** @type {Message} */ message) => messageRow(message),
          open: ({ conversationId, id }) => go(conversationAddress(conversationId, { message: id })),
        });
      default:
        return new PagedList({
          ...common,
          load: search === '' ? numbered('/v3/conversations') : searchConversations(read, search),
          render: (/** @type {Conversation} */ conversation) => conversationRow(conversation),
          open: ({ conversationId }) => go(conversationAddress(conversationId)),
          isOpen: ({ conversationId }) => isShown('conversation', conversationId),
        });
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
