'use no memo';

import { FormattedMessage } from './fill-messages.ts';
import styles from './Progress.module.css';

/** Progress through the pages; hidden ones don't count. */
export function Progress({ at, pages }: { at: number; pages: number }) {
  return (
    <div className={styles.box}>
      <span>
        <FormattedMessage id="fill.progress" values={{ page: at + 1, pages }} />
      </span>
      <div className={styles.track} aria-hidden>
        <div style={{ width: `${Math.round(((at + 1) / pages) * 100)}%` }} />
      </div>
    </div>
  );
}
