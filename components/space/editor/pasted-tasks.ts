/** What Notion writes in front of a to-do: `[ ] ` or `[x] `. */
const SIGN = /^\s*\[([ xX])\]\s/;

/** Whether a picture is the box of a task of Google Docs. */
export const isTaskBox = (picture: Element): boolean =>
  picture.parentElement?.matches('li[role="checkbox"]') ?? false;

/** Google Docs strikes the text of what is done. */
function removeStrike(item: Element): void {
  for (const element of item.querySelectorAll<HTMLElement>('[style*="line-through"]'))
    element.style.removeProperty('text-decoration');
}

/** Whether an item of a list is a task that is done; null for one that is no task. Its box or sign is taken out. */
function takeState(item: Element): boolean | null {
  const boxes = [...item.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
  const box = boxes.find((one) => one.closest('li') === item);
  if (box) {
    const isDone = box.hasAttribute('checked');
    box.remove();
    return isDone;
  }
  // Google Docs.
  if (item.getAttribute('role') === 'checkbox') {
    for (const picture of item.querySelectorAll('img')) if (picture.closest('li') === item) picture.remove();
    const isDone = item.getAttribute('aria-checked') === 'true';
    if (isDone) removeStrike(item);
    return isDone;
  }
  const walker = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  let text = walker.nextNode();
  while (text && !text.textContent?.trim()) text = walker.nextNode();
  const sign = text?.parentElement?.closest('li') === item ? SIGN.exec(text.textContent ?? '') : null;
  if (!text || !sign) return null;
  text.textContent = (text.textContent ?? '').slice(sign[0].length);
  return sign[1] !== ' ';
}

/** Lists of tasks of other programs as those of documents; a list of tasks and others becomes several. */
export function readPastedTasks(body: Element): void {
  for (const list of body.querySelectorAll('ul:not([data-type="taskList"]), ol')) {
    const states = new Map<Node, boolean>();
    for (const item of list.children) {
      const state = item.tagName === 'LI' ? takeState(item) : null;
      if (state !== null) states.set(item, state);
    }
    if (states.size > 0) splitList(list, states);
  }
}

/** @param states of those items that are tasks: whether they are done */
function splitList(list: Element, states: ReadonlyMap<Node, boolean>): void {
  const parts: { isTask: boolean; element: Element }[] = [];
  for (const node of [...list.childNodes]) {
    const isItem = node instanceof Element && node.tagName === 'LI';
    const last = parts.at(-1);
    if (!isItem) {
      // Google Docs writes the lists of an item behind it.
      (last?.element.lastElementChild ?? last?.element)?.append(node);
      continue;
    }
    const state = states.get(node);
    const isTask = state !== undefined;
    const part =
      last?.isTask === isTask ? last.element : list.ownerDocument.createElement(isTask ? 'ul' : list.tagName);
    if (part !== last?.element) {
      parts.push({ isTask, element: part });
      if (isTask) part.setAttribute('data-type', 'taskList');
    }
    if (isTask) {
      node.setAttribute('data-type', 'taskItem');
      node.setAttribute('data-checked', String(state));
    }
    part.append(node);
  }
  for (const { element } of parts) list.before(element);
  list.remove();
}
