import nprogress from 'nprogress';
import { LAZY_LOAD_DELAY, PROGRESS_BAR_SHADOW_BLUR } from '#lib/text/constants.ts';

/** The bar at the top of the page while another one is on its way. */
export type RouteProgress = { start(): void; done(): void };

/** Loaded with the first change of route: pages that are never left by a link don't need it. */
export function createRouteProgress(): RouteProgress {
  document.documentElement.style.setProperty('--hk-progress-blur', `${PROGRESS_BAR_SHADOW_BLUR}px`);
  nprogress.configure({
    showSpinner: false,
    trickleSpeed: LAZY_LOAD_DELAY,
    // The library's own template has a role that ARIA doesn't define.
    template: '<div class="bar"><div class="peg"></div></div>',
    barSelector: '.bar',
  });
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return {
    start() {
      clearTimeout(waiting);
      // Short navigations must not flicker.
      waiting = setTimeout(() => nprogress.start(), LAZY_LOAD_DELAY / 2);
    },
    done() {
      clearTimeout(waiting);
      nprogress.done();
    },
  };
}
