/*
 * Puts a form into somebody's page: <script src="https://hub.example/embed.js" data-form="<slug>" async></script>
 * in the place where it is to stand. The frame grows with the form. `data-prefill="name=Ada&city=Turin"` fills fields
 * in, `data-language="de"` asks for a language, `data-title` names the frame for screen readers.
 */
(() => {
  const script = document.currentScript;
  const { form, prefill = '', language = '', title = 'Form' } = script?.dataset ?? {};
  if (!form) return;
  const home = new URL(script.src).origin;
  const query = new URLSearchParams(prefill);
  query.set('embed', '1');
  if (language) query.set('lang', language);

  const frame = document.createElement('iframe');
  frame.src = `${home}/f/${encodeURIComponent(form)}?${query}`;
  frame.title = title;
  frame.style.cssText = 'display:block;width:100%;height:480px;border:0;color-scheme:auto';
  script.after(frame);

  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== home || source !== frame.contentWindow || data?.form !== form) return;
    if (data.type === 'hubkeep:height' && Number.isFinite(data.height)) {
      frame.style.height = `${Math.max(120, Math.min(data.height, 100_000))}px`;
    } else if (data.type === 'hubkeep:sent') {
      frame.scrollIntoView({ block: 'nearest' });
      script.dispatchEvent(new CustomEvent('hubkeep:sent', { bubbles: true }));
    }
  });
})();
