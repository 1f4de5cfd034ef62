'use no memo';

import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './FieldButton.module.css';

type Props = { icon: LucideIcon; label: string } & Omit<ComponentProps<'button'>, 'children' | 'className'>;

/** A button of the fill page, without styles that the page does not need. */
export function TextButton({ icon: Icon, label, ...rest }: Props) {
  return (
    <button className={styles.words} type="button" {...rest}>
      <Icon aria-hidden size={17} strokeWidth={1.75} />
      <span>{label}</span>
    </button>
  );
}

export function SquareButton({ icon: Icon, label, ...rest }: Props) {
  return (
    <button className={styles.square} type="button" aria-label={label} title={label} {...rest}>
      <Icon aria-hidden size={18} strokeWidth={1.75} />
    </button>
  );
}
