import { createDiagramPicture, type DiagramMessages } from './diagram-picture.ts';

/**
 * Puts pictures of the diagrams that a text has as code above that code, which is then folded away. What can't be
 * drawn stays code.
 * @returns takes the pictures away
 */
export function showDiagrams(text: HTMLElement, messages: DiagramMessages & { source: string }): () => void {
  const pictures = [...text.querySelectorAll<HTMLElement>('figure[data-diagram]')].map((figure) => {
    const code = figure.querySelector('pre');
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    summary.setAttribute('aria-label', messages.source);
    // Not text of the document: by a style, so that comments on the text find their places.
    summary.dataset.label = messages.source;
    const picture = createDiagramPicture(messages, (isDrawn) => {
      if (!code) return;
      if (isDrawn) {
        details.append(summary, code);
        figure.append(details);
      } else {
        figure.append(code);
        details.remove();
      }
    });
    figure.prepend(picture.element);
    picture.show(code?.textContent ?? '');
    return { picture, restore: () => code && figure.replaceChildren(code) };
  });
  return () => {
    for (const { picture, restore } of pictures) {
      picture.remove();
      restore();
    }
  };
}
