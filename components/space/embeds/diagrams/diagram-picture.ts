import { drawDiagram } from './draw-diagram.ts';

export type DiagramMessages = {
  /** The name of the picture, for those who can't see it. */
  name: string;
  /** What is said of a text that can't be drawn. */
  problem: (reason: string) => string;
  /** What is said where the drawing could not be loaded. */
  failed: string;
};

const isDarkNow = (): boolean => getComputedStyle(document.documentElement).colorScheme === 'dark';

/** Calls back when the colours of the page change. @returns ends that */
function watchScheme(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(onChange);
  system.addEventListener('change', onChange);
  chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', onChange);
    chosen.disconnect();
  };
}

/** The picture of a diagram, which follows its text and the colours of the page. */
export type DiagramPicture = {
  element: HTMLElement;
  /** Draws this text, once it can be seen. */
  show(text: string): void;
  remove(): void;
};

/** @param onDrawn told whether there is a picture of the current text */
export function createDiagramPicture(
  messages: DiagramMessages,
  onDrawn: (isDrawn: boolean) => void = () => undefined,
): DiagramPicture {
  const element = document.createElement('div');
  element.dataset.diagramPicture = '';
  element.contentEditable = 'false';
  let text = '';
  let isSeen = false;
  let isGone = false;

  const showProblem = (problem: string) => {
    const note = document.createElement('p');
    note.dataset.diagramProblem = '';
    note.textContent = problem;
    // The last picture of a text that is being written stays beside what is wrong with it.
    element.querySelector('p')?.remove();
    element.append(note);
    onDrawn(false);
  };
  const draw = async () => {
    if (!isSeen || isGone || text.trim() === '') return;
    const [wanted, isDark] = [text, isDarkNow()];
    const isCurrent = () => !isGone && wanted === text && isDark === isDarkNow();
    try {
      const drawing = await drawDiagram(wanted, isDark);
      if (!isCurrent()) return;
      if ('problem' in drawing) return showProblem(messages.problem(drawing.problem));
      const picture = document.createElement('img');
      picture.alt = messages.name;
      picture.width = Math.ceil(drawing.width);
      picture.height = Math.ceil(drawing.height);
      picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing.svg)}`;
      element.dataset.diagramPicture = isDark ? 'dark' : 'light';
      element.replaceChildren(picture);
      onDrawn(true);
    } catch {
      if (isCurrent()) showProblem(messages.failed);
    }
  };
  const seen = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      isSeen = true;
      seen.disconnect();
      void draw();
    },
    { rootMargin: '400px' },
  );
  seen.observe(element);
  const unwatch = watchScheme(() => void draw());
  return {
    element,
    show(next) {
      if (next === text) return;
      text = next;
      if (text.trim() === '') element.replaceChildren();
      void draw();
    },
    remove() {
      isGone = true;
      seen.disconnect();
      unwatch();
      element.remove();
    },
  };
}
