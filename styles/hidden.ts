/** Hides text visually on narrow screens but not from screen readers; elsewhere use `VisuallyHidden`. */
export const HIDDEN = `
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
`;
