import { use } from 'react';

/** Code that is there already must not be noticed here before `next/dynamic` has noticed it: it would show this. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * For `loading` of a layout that comes as code of its own: the page before stays as it is until that code is there, where
 * `next/dynamic` would show nothing at all. Where it can't be had, the address is asked for as a whole, as Next does for
 * the code of a page.
 * @param load imports the layout; written out again, since `next/dynamic` must see its own import
 */
export function holdPage(load: () => Promise<unknown>): () => null {
  let loading: Promise<unknown> | null = null;
  return function Hold() {
    // Pages are rendered in a transition: what waits in it leaves what is shown alone.
    loading ??= load().then(nextTask, () => {
      window.location.reload();
      return new Promise<never>(() => undefined);
    });
    use(loading);
    return null;
  };
}
