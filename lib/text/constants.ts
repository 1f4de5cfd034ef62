/** Names and measures that are fixed (docs/product-rules.md §6 and §7). In pixels and milliseconds unless said. */

/** Handle of a hub or a space that nobody named. */
export const DEFAULT_HANDLE = 'general';

/** Value of the `app-type` request header. */
export const APP_TYPE = 'social';
/** Prefix of the token in the `Authorization` header. */
export const AUTH_PREFIX = 'JWT';
export const DEFAULT_CURRENCY = 'INR';

export const SIDEBAR_WIDTH = 270;
export const SIDEBAR_COLLAPSED_WIDTH = 100;
export const HEADER_HEIGHT = 84;
export const CONTENT_WIDTH = 760;
/** The least width of each step. */
export const BREAKPOINTS = { xs: 480, sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1600 } as const;

/** How near the end of a page counts as its bottom. */
export const BOTTOM_OFFSET = 100;
/** How long a screen may load before a placeholder is shown. */
export const LAZY_LOAD_DELAY = 200;
export const PROGRESS_BAR_SHADOW_BLUR = 5;

/** Longest name of a hub, a space, an item or a person, in characters. */
export const TITLE_MAX = 255;

/** The element behind the last reply, and how long after a reply the page scrolls to it. */
export const REPLY_END_ID = 'post-reply-end';
export const REPLY_SCROLL_DELAY = 100;

/** Days that a hub may keep its trash. */
export const TRASH_DAYS = { least: 1, most: 365 } as const;
