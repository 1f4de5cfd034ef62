/** Height of the bar with the tabs, under the header, in pixels. */
export const BAR_HEIGHT = 48;
