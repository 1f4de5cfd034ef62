/** A drawn diagram as a picture, or what is wrong with its text. */
export type Drawing = { svg: string; width: number; height: number } | { problem: string };

const FRAME = '/static/diagrams/frame';
/** How long a drawing may take, with the loading of the library before the first, in milliseconds. */
const TIME_MS = 20_000;
/** The frame goes when nothing was drawn for so long. */
const IDLE_MS = 30_000;
const CACHED = 100;

const drawn = new Map<string, Promise<Drawing>>();
let last: Promise<unknown> = Promise.resolve();
let frame: Promise<HTMLIFrameElement> | null = null;
let idle: ReturnType<typeof setTimeout> | undefined;

/** Without the page's origin: it can reach nothing of it. Out of sight, but with a size that texts are measured in. */
function openFrame(): Promise<HTMLIFrameElement> {
  const element = document.createElement('iframe');
  element.setAttribute('sandbox', 'allow-scripts');
  element.setAttribute('aria-hidden', 'true');
  element.tabIndex = -1;
  element.src = FRAME;
  element.style.cssText =
    'position:fixed;inset:0 auto auto -2000px;width:1200px;height:800px;border:0;visibility:hidden';
  const loaded = new Promise<HTMLIFrameElement>((resolve) => {
    element.addEventListener('load', () => resolve(element), { once: true });
  });
  document.body.append(element);
  return loaded;
}

function closeFrame(): void {
  frame = null;
  for (const element of document.querySelectorAll(`iframe[src="${FRAME}"]`)) element.remove();
}

/** Draws in the frame. @throws Error where that takes too long */
async function requestDrawing(text: string, isDark: boolean): Promise<Drawing> {
  clearTimeout(idle);
  frame ??= openFrame();
  const { port1, port2 } = new MessageChannel();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<Drawing>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('the drawing takes too long')), TIME_MS);
      port1.onmessage = ({ data }: MessageEvent<Drawing>) => resolve(data);
      void frame?.then((element) => element.contentWindow?.postMessage({ text, isDark }, '*', [port2]));
    });
  } catch (error) {
    // What hangs in it goes with it.
    closeFrame();
    throw error;
  } finally {
    clearTimeout(timer);
    port1.close();
    clearTimeout(idle);
    idle = setTimeout(closeFrame, IDLE_MS);
  }
}

/** The picture of a diagram's text, in the colours of a scheme. @throws Error where there is none in time */
export function drawDiagram(text: string, isDark: boolean): Promise<Drawing> {
  const key = `${isDark ? 'dark' : 'light'} ${text}`;
  const known = drawn.get(key);
  if (known) return known;
  // One after the other, so that the time of each is its own.
  const drawing = last.then(() => requestDrawing(text, isDark));
  last = drawing.catch(() => drawn.delete(key));
  drawn.set(key, drawing);
  for (const [oldest] of drawn) {
    if (drawn.size <= CACHED) break;
    drawn.delete(oldest);
  }
  return drawing;
}
