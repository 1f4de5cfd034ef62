'use no memo';

import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './FieldButton.module.css';

type Props = { icon: LucideIcon; label: string } & Omit<ComponentProps<'button'>, 'children' | 'className'>;

/** The buttons of a page that is filled, which carries no more than it needs. */
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
