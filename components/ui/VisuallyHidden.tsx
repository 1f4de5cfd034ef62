'use no memo';

import type { HTMLAttributes } from 'react';

type Props = { as?: 'span' | 'div' | 'label' | 'h1'; htmlFor?: string } & HTMLAttributes<HTMLElement>;

/** For screen readers only. */
export function VisuallyHidden({ as: Tag = 'span', ...rest }: Props) {
  return <Tag {...rest} className="hk-visually-hidden" />;
}
