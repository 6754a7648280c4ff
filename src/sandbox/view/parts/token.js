import { el, fill } from './dom.js';

const NAME = 'chatferry view token';
const TOKEN = /^[0-9a-f]{40}$/;

/** The token of this tab: from the address, which it is removed from at once, or from before a reload. */
export function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) {
    history.replaceState(null, '', `${location.pathname}${location.search}`);
    if (TOKEN.test(given)) sessionStorage.setItem(NAME, given);
  }
  return sessionStorage.getItem(NAME) ?? undefined;
}

/** Removes the token, because the sandbox does not accept it any more. */
export function forgetToken() {
  sessionStorage.removeItem(NAME);
}

/**
 * Asks for the token. The page starts again once it has one.
 * @param {HTMLElement} place
 * @param {string} [problem] why the last token was refused
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
  const problemText = el('p', { id: 'token-problem', class: 'problem', role: 'alert' }, problem);
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    submitToken(field, problemText);
  };
  fill(place, tokenForm(field, problemText, submit));
  field.focus();
}

/**
 * @param {HTMLInputElement} field
 * @param {HTMLElement} problemText
 */
function submitToken(field, problemText) {
  // People may paste the whole address as well.
  const token = (field.value.match(/[0-9a-f]{40}/i)?.[0] ?? '').toLowerCase();
  if (!TOKEN.test(token)) {
    fill(problemText, 'This is not a view token: it has 40 characters, digits and the letters a to f.');
    field.focus();
    return;
  }
  sessionStorage.setItem(NAME, token);
  location.reload();
}

/**
 * @param {HTMLInputElement} field
 * @param {HTMLElement} problemText
 * @param {(event: SubmitEvent) => void} submit
 */
function tokenForm(field, problemText, submit) {
  return el(
    'form',
    { class: 'gate', onsubmit: submit },
    el('h1', {}, 'View token'),
    el('p', {}, 'Only people with the view token can see the messages in this sandbox.'),
    el('label', { for: 'token' }, 'View token, or the whole address'),
    el('div', { class: 'gate-row' }, field, el('button', { type: 'submit', class: 'button' }, 'Open')),
    problemText,
    el(
      'p',
      { id: 'token-where', class: 'muted' },
      'It stands in the line ',
      el('code', {}, 'web view'),
      ' that the sandbox prints when it starts, and in the file ',
      el('code', {}, 'view-token'),
      ' in the folder of keys beside the data file.',
    ),
  );
}
