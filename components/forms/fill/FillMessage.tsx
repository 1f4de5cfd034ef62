'use no memo';

import { CircleCheck, CloudOff, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './FillMessage.module.css';
import parts from './parts.module.css';

type Tone = 'success' | 'warning' | 'info';
const ICONS: Record<Tone, LucideIcon> = { success: CircleCheck, warning: TriangleAlert, info: CloudOff };

type Props = { tone: Tone; title: ReactNode; text: ReactNode; takesFocus?: boolean; children?: ReactNode };

/** Message in place of the form: sent, pending, closed. */
export function FillMessage({ tone, title, text, takesFocus = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [takesFocus]);
  const Icon = ICONS[tone];
  return (
    <section role={takesFocus ? 'status' : undefined}>
      <div className={styles.mark} data-tone={tone}>
        <Icon aria-hidden size={28} strokeWidth={1.75} />
      </div>
      <h1 className={parts.title} ref={heading} tabIndex={-1} dir="auto">
        {title}
      </h1>
      <div className={parts.lead} dir="auto">
        {text}
      </div>
      {children}
    </section>
  );
}
