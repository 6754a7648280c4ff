import { fill, icon } from './dom.js';

const NAME = 'chatferry theme';
const THEMES = /** @type {const} */ (['auto', 'light', 'dark']);
const ICONS = /** @type {const} */ ({ auto: 'auto', light: 'sun', dark: 'moon' });

/** @typedef {(typeof THEMES)[number]} Theme */

/**
 * Makes the button change the theme: system, light, dark. The browser keeps the choice.
 * @param {HTMLElement} button
 * @returns {() => void} changes to the next theme
 */
export function startTheme(button) {
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
