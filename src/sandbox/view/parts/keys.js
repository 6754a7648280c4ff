import { el } from './dom.js';

/**
 * @typedef {object} Shortcut
 * @property {readonly string[]} keys as the browser names them
 * @property {string} text what it does
 * @property {(key: string) => void} [act] absent where the focused list does it itself
 */

/**
 * Listens for shortcuts, except while somebody types, and shows their list.
 * @param {HTMLElement} button opens the list
 * @param {readonly Shortcut[]} shortcuts
 */
export function startKeys(button, shortcuts) {
  const list = dialog([...shortcuts, { keys: ['?'], text: 'This list' }]);
  document.body.append(list);
  const help = () => {
    if (!list.open) list.showModal();
  };
  button.addEventListener('click', help);
  const acts = new Map(shortcuts.flatMap(({ keys, act }) => (act ? keys.map((key) => [key, act]) : [])));
  acts.set('?', help);
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || list.open) return;
    if (isTyping(event.target)) {
      if (event.key === 'Escape') event.target.blur();
      return;
    }
    const act = acts.get(event.key);
    if (!act) return;
    event.preventDefault();
    act(event.key);
  });
}

/**
 * @param {EventTarget | null} target
 * @returns {target is HTMLElement}
 */
const isTyping = (target) => target instanceof HTMLElement && target.matches('input, select, textarea');

const SHOWN = /** @type {Readonly<Record<string, string>>} */ ({
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
});

/** @param {readonly Shortcut[]} shortcuts */
function dialog(shortcuts) {
  const rows = shortcuts.flatMap(({ keys, text }) => [
    el('dt', {}, ...keys.map((key) => el('kbd', {}, SHOWN[key] ?? key))),
    el('dd', {}, text),
  ]);
  const close = el('button', { type: 'button', class: 'button', onclick: () => box.close() }, 'Close');
  const box = el(
    'dialog',
    { class: 'help', 'aria-labelledby': 'help-title' },
    el('h2', { id: 'help-title' }, 'Keyboard shortcuts'),
    el('dl', { class: 'shortcuts' }, ...rows),
    close,
  );
  return box;
}
