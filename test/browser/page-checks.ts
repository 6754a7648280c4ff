/** Expressions for a page: each gives what is wrong with it, a line each. */

/**
 * Headings in order, names of charts, regions and controls, heads of tables, what lists hold, ids that are referred to, and
 * contrast (WCAG AA) of all text that is shown.
 */
export const accessibility = `(() => {
  const wrong = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const short = (node) => node.tagName + ' ' + (node.textContent || '').trim().slice(0, 40);
  if (all('h1').length !== 1) wrong.push('not one h1');
  if (all('main').length !== 1 || !document.documentElement.lang || !document.title) wrong.push('no main, language or title');
  let level = 0;
  for (const heading of all('h1, h2, h3, h4')) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) wrong.push('skips a level: ' + short(heading));
    level = next;
  }
  const ids = all('[id]').map(({ id }) => id);
  if (new Set(ids).size < ids.length) wrong.push('an id stands twice');
  for (const link of all('a[href^="#"]')) if (!document.getElementById(link.hash.slice(1))) wrong.push('leads nowhere: ' + link.hash);
  for (const node of all('[role=img], [role=region], nav')) if (!node.getAttribute('aria-label')) wrong.push('has no name: ' + short(node));
  for (const node of all('a, button, input, select, summary')) if (node.checkVisibility() && !(node.ariaLabel || node.title || node.labels?.length || node.textContent.trim())) wrong.push('has no name: ' + node.outerHTML.slice(0, 60));
  for (const node of all('ul > :not(li), ol > :not(li), dl > :not(dt, dd, div)')) wrong.push('no part of a list: ' + node.outerHTML.slice(0, 60));
  for (const node of all('[tabindex]')) if (node.tabIndex > 0) wrong.push('has its own place in the order: ' + short(node));
  for (const name of ['aria-labelledby', 'aria-describedby', 'aria-controls']) for (const node of all('[' + name + ']')) for (const id of node.getAttribute(name).split(' ')) if (!document.getElementById(id)) wrong.push(name + ' leads nowhere: ' + id);
  for (const node of all('svg')) if (!node.matches('[role=img], [aria-hidden=true]')) wrong.push('neither named nor hidden: ' + node.outerHTML.slice(0, 60));
  for (const table of all('table')) {
    if (!table.caption?.textContent) wrong.push('a table without a caption');
    for (const head of table.querySelectorAll('thead th')) if (head.scope !== 'col' || !head.textContent) wrong.push('a column without a name: ' + short(table));
    for (const row of table.querySelectorAll('tbody tr')) if (row.cells[0].scope !== 'row' || row.cells.length !== table.tHead.rows[0].cells.length) wrong.push('a row without a name: ' + short(row));
  }
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = (colour) => { const [r, g, b] = colour.map((part) => { const share = part / 255; return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ground = (node) => { for (let at = node; at; at = at.parentElement) { const colour = rgba(getComputedStyle(at).backgroundColor); if (colour[3] > 0) return colour; } return [255, 255, 255, 255]; };
  const seen = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (seen.has(node) || !walker.currentNode.data.trim() || node.closest('svg') || !node.checkVisibility()) continue;
    seen.add(node);
    const style = getComputedStyle(node);
    const [a, b] = [light(rgba(style.color)), light(ground(node))].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < needed) wrong.push('contrast ' + ratio.toFixed(2) + ': ' + node.className + ' ' + short(node));
  }
  return [...new Set(wrong)];
})()`;

/**
 * Nothing wider than the page but what scrolls by itself, which no table does on a phone; sections with a height, below
 * each other; no text on other text.
 */
export const layout = `(() => {
  const wrong = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) wrong.push('the page scrolls sideways: ' + document.documentElement.scrollWidth);
  if (width <= 640) for (const node of document.querySelectorAll('.scroll')) if (node.checkVisibility() && node.scrollWidth > node.clientWidth + 1) wrong.push('a table is cut: ' + node.ariaLabel + ' by ' + (node.scrollWidth - node.clientWidth));
  const boxOf = (node) => node.getBoundingClientRect();
  for (const node of document.querySelectorAll('.page *')) {
    if (!node.checkVisibility() || node.closest('svg, caption, .unseen')) continue;
    const box = boxOf(node);
    if (!node.closest('.scroll > *') && (box.right > width + 1 || box.left < -1)) wrong.push('sticks out: ' + node.outerHTML.slice(0, 80));
    if (!node.closest('.scroll') && node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0 && getComputedStyle(node).overflowX !== 'visible' ) wrong.push('is cut: ' + node.outerHTML.slice(0, 80));
  }
  let bottom = 0;
  for (const part of document.querySelectorAll('header, nav, main > section')) {
    const box = boxOf(part);
    if (box.height < 24) wrong.push('has no height: ' + part.id);
    if (box.top < bottom - 1) wrong.push('stands on the part before: ' + part.id);
    bottom = box.bottom;
  }
  for (const list of document.querySelectorAll('.bars li, .figures > div, .samples > li, .facts > div, .axis')) {
    const boxes = [...list.children].filter((child) => child.checkVisibility()).map(boxOf);
    boxes.forEach((one, index) => boxes.slice(index + 1).forEach((other) => {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across > 1 && down > 1) wrong.push('stands on its neighbour: ' + list.outerHTML.slice(0, 80));
    }));
  }
  for (const chart of document.querySelectorAll('svg')) {
    if (!chart.checkVisibility()) continue;
    const box = boxOf(chart);
    if (box.width < 8 || box.height < 8) wrong.push('a chart without a size: ' + chart.outerHTML.slice(0, 80));
  }
  return wrong;
})()`;
