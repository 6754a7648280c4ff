import { Chat } from './pages/chat.js';
import { groupPage } from './pages/group-page.js';
import { Sidebar } from './pages/sidebar.js';
import { userPage } from './pages/user-page.js';
import { webhooksPage } from './pages/webhooks-page.js';
import { startCounter } from './parts/counter.js';
import { byId, el, fill, icon } from './parts/dom.js';
import { startKeys } from './parts/keys.js';
import { Panel } from './parts/panel.js';
import { openReader } from './parts/reader.js';
import { currentRoute, go, WEBHOOKS } from './parts/route.js';
import { askForToken, forgetToken, takeToken } from './parts/token.js';
import { Tooltip } from './parts/tooltip.js';

// Before the page begins, at the end of this file.
const NAME = 'chatferry theme';
const THEMES = /** @type {const} */ (['auto', 'light', 'dark']);
const ICONS = /** @type {const} */ ({ auto: 'auto', light: 'sun', dark: 'moon' });

/** @typedef {(typeof THEMES)[number]} Theme */

/** @import { App, Read } from './parts/types.js' */
/** @import { Shortcut } from './parts/keys.js' */

/** Lists are read again this long after a change, milliseconds: at most this often while an import runs. */
const REFRESH_MS = 1500;

const nextTheme = startTheme(byId('theme'));

/** The page with a token: the lists at the left, the content that the address names, the counts and the shortcuts. */
class Page {
  #content = byId('content');
  #isRefused = false;
  #isRefreshPlanned = false;
  /** @type {Chat | undefined} */
  #chat;
  /** @type {App} */
  #app;
  #sidebar;

  /** @param {string} token */
  constructor(token) {
    const read = openReader(token, { onRefused: () => this.#refuse(), onReachable: showReachable });
    this.#app = { read, panel: new Panel(), tooltip: new Tooltip() };
    this.#sidebar = new Sidebar(byId('side'), this.#app);
  }

  /** Shows the content and follows the address, the counts and the keys from then on. */
  start() {
    const { read } = this.#app;
    addEventListener('hashchange', () => this.#followAddress());
    this.#show();
    startCounter(byId('counts'), read, () => this.#planRefresh());
    showIdentity(read);
    byId('webhooks').addEventListener('click', () => go(WEBHOOKS));
    startKeys(byId('help'), this.#shortcuts());
  }

  #refuse() {
    if (this.#isRefused) return;
    this.#isRefused = true;
    forgetToken();
    requestToken('The sandbox does not take this token. It may belong to another sandbox.');
  }

  #show() {
    if (this.#isRefused) return;
    const route = currentRoute();
    this.#app.panel.close();
    this.#chat = route.view === 'conversation' ? new Chat(this.#app, route) : undefined;
    byId('panes').dataset['pane'] = route.view === 'home' ? 'list' : 'detail';
    if (this.#chat) fill(this.#content, this.#chat.element);
    else if (route.view === 'user') fill(this.#content, userPage(this.#app, route.id));
    else if (route.view === 'group') fill(this.#content, groupPage(this.#app, route.id));
    else if (route.view === 'webhooks') fill(this.#content, webhooksPage(this.#app));
    else fill(this.#content, welcome());
    this.#sidebar.mark();
  }

  #followAddress() {
    this.#show();
    // In a narrow window only one column is visible, and the element with the focus may be hidden now.
    if (byId('side').offsetParent === null) this.#content.focus();
    else if (this.#content.offsetParent === null) this.#sidebar.focus();
  }

  #planRefresh() {
    // A planned refresh shows later changes too.
    if (this.#isRefreshPlanned) return;
    this.#isRefreshPlanned = true;
    setTimeout(() => {
      this.#isRefreshPlanned = false;
      if (this.#isRefused) return;
      this.#sidebar.refresh();
      this.#chat?.refresh();
    }, REFRESH_MS);
  }

  /** @returns {readonly Shortcut[]} */
  #shortcuts() {
    const sidebar = this.#sidebar;
    return [
      { keys: ['/'], text: 'Search', act: () => sidebar.focusSearch() },
      { keys: ['j', 'ArrowDown'], text: 'Next entry or message', act: () => sidebar.focus() },
      { keys: ['k', 'ArrowUp'], text: 'Previous entry or message', act: () => sidebar.focus() },
      { keys: ['Enter'], text: 'Open the entry, or the details of a message' },
      { keys: ['l'], text: 'From the list into the conversation', act: () => this.#focusContent() },
      { keys: ['h'], text: 'Back to the list', act: () => sidebar.focus() },
      { keys: ['Home'], text: 'First message', act: () => void this.#chat?.toFirst() },
      { keys: ['End'], text: 'Last message', act: () => void this.#chat?.toLast() },
      { keys: ['d'], text: 'Jump to a date', act: () => this.#chat?.askDate() },
      {
        keys: ['1', '2', '3', '4'],
        text: 'Conversations, groups, users, messages',
        act: (key) => sidebar.chooseNumber(Number(key)),
      },
      { keys: ['w'], text: 'Webhooks and their deliveries', act: () => go(WEBHOOKS) },
      { keys: ['r'], text: 'Read again', act: () => [sidebar.refresh(), void this.#chat?.reload()] },
      { keys: ['t'], text: 'Light, dark, or as the system', act: nextTheme },
      { keys: ['Escape'], text: 'Close the panel; back to the list', act: () => this.#leave() },
    ];
  }

  #focusContent() {
    if (this.#chat) this.#chat.focus();
    else this.#content.querySelector(/** @type {'div'} */ ('.list'))?.focus();
  }

  #leave() {
    if (this.#app.panel.close()) return;
    if (currentRoute().view !== 'home') location.hash = '#/';
    this.#sidebar.focus();
  }
}

/** @param {string} [problem] */
function requestToken(problem) {
  document.body.classList.add('locked');
  byId('panes').dataset['pane'] = 'detail';
  askForToken(byId('content'), problem);
}

/** @param {boolean} isReachable */
function showReachable(isReachable) {
  const banner = byId('banner');
  banner.hidden = isReachable;
  if (!isReachable)
    fill(banner, 'The sandbox does not answer. This page continues by itself when it answers again.');
}

/** @param {Read} read */
function showIdentity(read) {
  read('/view/app').then(
    (answer) => {
      const { appId, region } = /** @type {{ appId: string, region: string }} */ (
        /** @type {unknown} */ (answer)
      );
      fill(byId('app-id'), `${appId} · ${region}`);
    },
    () => {},
  );
}

function welcome() {
  return el(
    'div',
    { class: 'welcome' },
    el('h1', {}, 'See what has arrived'),
    el(
      'p',
      {},
      'Choose a conversation, a group or a user from the list. While an import runs, the numbers above go up and the list grows.',
    ),
    el(
      'p',
      { class: 'muted' },
      'Keys: ',
      el('kbd', {}, '/'),
      ' searches, ',
      el('kbd', {}, 'j'),
      ' and ',
      el('kbd', {}, 'k'),
      ' go up and down, ',
      el('kbd', {}, '?'),
      ' shows all of them.',
    ),
  );
}

const token = takeToken();
if (token === undefined) requestToken();
else new Page(token).start();
// Somebody may paste a token into the address of an open page.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) location.reload();
});

/**
 * Makes the button change the theme: system, light, dark. The browser keeps the choice.
 * @param {HTMLElement} button
 * @returns {() => void} changes to the next theme
 */
function startTheme(button) {
  /** @param {Theme} theme */
  const show = (theme) => {
    document.documentElement.dataset['theme'] = theme;
    const label = `Theme: ${theme === 'auto' ? 'as the system' : theme}`;
    button.setAttribute('aria-label', label);
    button.title = `${label} (t)`;
    fill(button, icon(ICONS[theme]));
  };
  const current = () => THEMES.find((theme) => theme === localStorage.getItem(NAME)) ?? 'auto';
  const next = () => {
    const theme = THEMES[(THEMES.indexOf(current()) + 1) % THEMES.length] ?? 'auto';
    localStorage.setItem(NAME, theme);
    show(theme);
  };
  button.addEventListener('click', next);
  show(current());
  return next;
}
