/*
 * Draws the diagrams of a page from their text, in a frame of its own: what a text may bring about in the library
 * reaches neither the page nor its server. A message has a text and a port; the drawing, or what is wrong with
 * the text, is sent to the port.
 */
const { mermaid } = globalThis;
let count = 0;

/** The drawing with a size of its own, as a picture needs it. */
function asPicture(html) {
  const svg = new DOMParser().parseFromString(html, 'text/html').querySelector('svg');
  if (!svg) throw new Error('There is no drawing.');
  const [, , width, height] = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  if (!(width > 0 && height > 0)) throw new Error('The drawing is empty.');
  svg.setAttribute('width', width);
  svg.setAttribute('height', height);
  svg.style.maxWidth = '';
  return { svg: new XMLSerializer().serializeToString(svg), width, height };
}

async function draw(text, isDark) {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    // A text can't change these.
    secure: [
      ...['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'suppressErrorRendering', 'maxEdges'],
      ...['htmlLabels', 'themeCSS', 'fontFamily'],
    ],
    suppressErrorRendering: true,
    logLevel: 'fatal',
    theme: isDark ? 'dark' : 'default',
    fontFamily: 'system-ui, sans-serif',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    maxTextSize: 50_000,
    maxEdges: 500,
  });
  count += 1;
  const { svg } = await mermaid.render(`diagram-${count}`, text);
  return asPicture(svg);
}

let last = Promise.resolve();

addEventListener('message', ({ data, ports: [port] }) => {
  if (!port || typeof data?.text !== 'string') return;
  // One after the other: they share their settings.
  last = last.then(() =>
    draw(data.text, data.isDark === true).then(
      (picture) => port.postMessage(picture),
      (error) => {
        document.body.replaceChildren();
        port.postMessage({ problem: String(error?.message ?? error).slice(0, 500) });
      },
    ),
  );
});
