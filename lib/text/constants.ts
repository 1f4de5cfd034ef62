/**
 * Fixed names and dimensions (docs/product-rules.md §6 and §7). In pixels and milliseconds unless stated
 * otherwise.
 */

/** Default handle of a hub and default slug of a space. */
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
/** The minimum width of each breakpoint. */
export const BREAKPOINTS = { xs: 480, sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1600 } as const;

/** The distance from the end of a page that counts as its bottom. */
export const BOTTOM_OFFSET = 100;
/** How long a screen may load before a skeleton is shown. */
export const LAZY_LOAD_DELAY = 200;
export const PROGRESS_BAR_SHADOW_BLUR = 5;

/** The maximum length of the name of a hub, a space, an item or a person, in characters. */
export const TITLE_MAX = 255;
/** Of a claim of single sign-on, in the rule of a group, and how many claims such a rule has. */
export const CLAIM_NAME_MAX = 100;
export const CLAIM_VALUE_MAX = 255;
export const CLAIMS_MAX = 20;

/** The element after the last reply, and how long after a reply the page scrolls to it. */
export const REPLY_END_ID = 'post-reply-end';
export const REPLY_SCROLL_DELAY = 100;

/** How many days a hub can configure for its trash. */
export const TRASH_DAYS = { least: 1, most: 365 } as const;
