/** What there is no room to show on a narrow screen, and screen readers still say; elsewhere `VisuallyHidden` does it. */
export const HIDDEN = `
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
`;
