import { el, fill } from './dom.js';

const NAME = 'chatferry view token';
const TOKEN = /^[0-9a-f]{40}$/;

/** The token of this tab: from the address, from which it is taken away at once, or from before a reload. */
export function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) {
    history.replaceState(null, '', `${location.pathname}${location.search}`);
    if (TOKEN.test(given)) sessionStorage.setItem(NAME, given);
  }
  return sessionStorage.getItem(NAME) ?? undefined;
}

/** Forgets the token, because the sandbox no longer takes it. */
export function forgetToken() {
  sessionStorage.removeItem(NAME);
}

/**
 * Asks for the token; the page starts again once it has one.
 * @param {HTMLElement} place
 * @param {string} [problem] why the one before was not good
 */
export function askForToken(place, problem) {
  const field = el('input', {
    id: 'token',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    'aria-describedby': 'token-where token-problem',
    placeholder: '40 letters and digits',
  });
  const trouble = el('p', { id: 'token-problem', class: 'problem', role: 'alert' }, problem);
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    // A whole address may be pasted as well.
    const token = (field.value.match(/[0-9a-f]{40}/i)?.[0] ?? '').toLowerCase();
    if (!TOKEN.test(token)) {
      fill(trouble, 'This is not a view token: it has 40 characters, digits and the letters a to f.');
      field.focus();
      return;
    }
    sessionStorage.setItem(NAME, token);
    location.reload();
  };
  fill(
    place,
    el(
      'form',
      { class: 'gate', onsubmit: submit },
      el('h1', {}, 'View token'),
      el(
        'p',
        {},
        'The messages in this sandbox are shown to whoever has its view token, and to nobody else.',
      ),
      el('label', { for: 'token' }, 'View token, or the whole address'),
      el('div', { class: 'gate-row' }, field, el('button', { type: 'submit', class: 'button' }, 'Open')),
      trouble,
      el(
        'p',
        { id: 'token-where', class: 'muted' },
        'It stands in the line ',
        el('code', {}, 'web view'),
        ' that the sandbox prints when it starts, and in the file ',
        el('code', {}, 'view-token'),
        ' in the folder of keys beside the data file.',
      ),
    ),
  );
  field.focus();
}
