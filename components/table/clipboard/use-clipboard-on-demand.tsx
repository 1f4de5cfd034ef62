import { type ClipboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { failureText } from '#components/ui/failure-text.tsx';
import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import { useToast } from '#components/ui/Toaster.tsx';
import type { ClipboardKeeper } from './ClipboardKeeper.tsx';
import type { Clipboard, ClipboardOptions } from './use-clipboard.tsx';

type Act = (clipboard: Clipboard) => void;
/** What was done before the code was there, on what was selected then. */
type Waiting = { act: Act; options: ClipboardOptions };

const load = () => import('./ClipboardKeeper.tsx').then((file) => file.ClipboardKeeper);

/** Writes what a late copy put together: its event is over. */
async function writeTexts(texts: ReadonlyMap<string, string>): Promise<void> {
  const blobs = [...texts].map(([type, text]) => [type, new Blob([text], { type })]);
  await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
}

/**
 * The clipboard of a grid, whose code is loaded while the browser is idle. What is copied, pasted or emptied earlier is
 * done as soon as the code is there.
 */
export function useClipboardOnDemand(options: ClipboardOptions) {
  const toast = useToast();
  const [Keeper, setKeeper] = useState<typeof ClipboardKeeper | null>(null);
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const ready = useRef<Clipboard | null>(null);
  const done = useRef(new Set<Waiting>());
  const [next] = waiting;

  useEffect(() => fetchWhenIdle(() => load().then((loaded) => setKeeper(() => loaded))), []);

  const run = (act: Act) => {
    if (ready.current) return act(ready.current);
    setWaiting((before) => [...before, { act, options }]);
    load().then(
      (loaded) => setKeeper(() => loaded),
      (error) => {
        setWaiting([]);
        toast({ tone: 'error', text: failureText(error) });
      },
    );
  };
  const copyLate = (isCut: boolean) =>
    run((clipboard) => {
      const texts = new Map<string, string>();
      clipboard.onCopy({
        preventDefault: () => undefined,
        clipboardData: { setData: (type, text) => void texts.set(type, text) },
      });
      if (texts.size === 0) return;
      writeTexts(texts).then(
        () => isCut && void clipboard.clear(),
        (error) => toast({ tone: 'error', text: failureText(error) }),
      );
    });
  const onReady = (clipboard: Clipboard) => {
    if (!next) {
      ready.current = clipboard;
    } else if (!done.current.has(next)) {
      done.current.add(next);
      next.act(clipboard);
      setWaiting((before) => before.filter((one) => one !== next));
    }
  };
  const element: ReactNode = Keeper && <Keeper options={next?.options ?? options} onReady={onReady} />;

  return {
    element,
    clear: () => run((clipboard) => void clipboard.clear()),
    fill: (...what: Parameters<Clipboard['fill']>) => run((clipboard) => void clipboard.fill(...what)),
    onCopy: (event: ClipboardEvent) => (ready.current ? ready.current.onCopy(event) : copyLate(false)),
    onCut: (event: ClipboardEvent) => (ready.current ? ready.current.onCut(event) : copyLate(true)),
    onPaste: (event: ClipboardEvent) => {
      event.preventDefault();
      // The data can only be read during the event.
      const { clipboardData } = event;
      const texts = new Map(['text/html', 'text/plain'].map((type) => [type, clipboardData.getData(type)]));
      run((clipboard) =>
        clipboard.onPaste({
          preventDefault: () => undefined,
          clipboardData: { getData: (type) => texts.get(type) ?? '' },
        }),
      );
    },
  };
}

export type ClipboardOnDemand = ReturnType<typeof useClipboardOnDemand>;
