import { Chat } from './pages/chat.js';
import { groupPage } from './pages/group-page.js';
import { Sidebar } from './pages/sidebar.js';
import { userPage } from './pages/user-page.js';
import { startCounter } from './parts/counter.js';
import { byId, el, fill } from './parts/dom.js';
import { startKeys } from './parts/keys.js';
import { Panel } from './parts/panel.js';
import { openReader } from './parts/reader.js';
import { currentRoute } from './parts/route.js';
import { startTheme } from './parts/theme.js';
import { askForToken, forgetToken, takeToken } from './parts/token.js';
import { Tooltip } from './parts/tooltip.js';

/** @import { App } from './parts/types.js' */

/** Lists are read again this long after something has changed, so at most this often while an import runs. */
const REFRESH_MS = 1500;

const nextTheme = startTheme(byId('theme'));
const token = takeToken();
if (token === undefined) gate();
else start(token);
// A token pasted into the address of an open page.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#token=')) location.reload();
});

/** @param {string} [problem] */
function gate(problem) {
  document.body.classList.add('locked');
  byId('panes').dataset['pane'] = 'detail';
  askForToken(byId('content'), problem);
}

/** @param {string} token */
function start(token) {
  const banner = byId('banner');
  let isRefused = false;
  const read = openReader(token, {
    refused: () => {
      if (isRefused) return;
      isRefused = true;
      forgetToken();
      gate('The sandbox does not take this token. It may be that of another sandbox.');
    },
    reached: (yes) => {
      banner.hidden = yes;
      if (!yes) fill(banner, 'The sandbox does not answer. This page goes on by itself when it does.');
    },
  });
  /** @type {App} */
  const app = { read, panel: new Panel(), tooltip: new Tooltip() };
  const sidebar = new Sidebar(byId('side'), app);
  /** @type {Chat | undefined} */
  let chat;
  const content = byId('content');

  const show = () => {
    if (isRefused) return;
    const route = currentRoute();
    app.panel.close();
    chat = route.view === 'conversation' ? new Chat(app, route) : undefined;
    byId('panes').dataset['pane'] = route.view === 'home' ? 'list' : 'detail';
    if (chat) fill(content, chat.element);
    else if (route.view === 'user') fill(content, userPage(app, route.id));
    else if (route.view === 'group') fill(content, groupPage(app, route.id));
    else fill(content, welcome());
    sidebar.mark();
  };
  addEventListener('hashchange', () => {
    show();
    // Where there is room for one column only, what had the focus may be gone.
    if (byId('side').offsetParent === null) content.focus();
    else if (content.offsetParent === null) sidebar.focus();
  });
  show();

  let isPlanned = false;
  startCounter(byId('counts'), read, () => {
    // Later changes are seen by the refresh that is planned already.
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      if (isRefused) return;
      sidebar.refresh();
      chat?.refresh();
    }, REFRESH_MS);
  });
  read('/view/app').then(
    (answer) => {
      const { appId, region } = /** @type {{ appId: string, region: string }} */ (
        /** @type {unknown} */ (answer)
      );
      fill(byId('app-id'), `${appId} · ${region}`);
    },
    () => {},
  );

  const intoContent = () =>
    chat ? chat.focus() : content.querySelector(/** @type {'div'} */ ('.list'))?.focus();
  startKeys(byId('help'), [
    { keys: ['/'], text: 'Search', act: () => sidebar.focusSearch() },
    { keys: ['j', 'ArrowDown'], text: 'Next entry or message', act: () => sidebar.focus() },
    { keys: ['k', 'ArrowUp'], text: 'Entry or message before', act: () => sidebar.focus() },
    { keys: ['Enter'], text: 'Open the entry, or the details of a message' },
    { keys: ['l'], text: 'From the list into the conversation', act: intoContent },
    { keys: ['h'], text: 'Back to the list', act: () => sidebar.focus() },
    { keys: ['Home'], text: 'First message', act: () => void chat?.toFirst() },
    { keys: ['End'], text: 'Last message', act: () => void chat?.toLast() },
    { keys: ['d'], text: 'Jump to a date', act: () => chat?.askDate() },
    {
      keys: ['1', '2', '3', '4'],
      text: 'Conversations, groups, users, messages',
      act: (key) => sidebar.chooseNumber(Number(key)),
    },
    { keys: ['r'], text: 'Read again', act: () => [sidebar.refresh(), void chat?.reload()] },
    { keys: ['t'], text: 'Light, dark, or as the system', act: nextTheme },
    { keys: ['Escape'], text: 'Close the panel; back to the list', act: () => leave() },
  ]);

  const leave = () => {
    if (app.panel.close()) return;
    if (currentRoute().view !== 'home') location.hash = '#/';
    sidebar.focus();
  };
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
