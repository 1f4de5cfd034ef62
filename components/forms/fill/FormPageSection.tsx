'use no memo';

import type { RefObject } from 'react';
import type { FormRecord } from '#components/fields/form-record.ts';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { FormLayout, FormPage } from '#lib/forms/layout.ts';
import styles from './FillForm.module.css';
import { FormattedMessage } from './fill-messages.ts';
import { PageBlocks, WrittenText } from './PageBlocks.tsx';

type Props = {
  page: FormPage;
  layout: FormLayout;
  /** The form has several pages, each with a heading, which may be visually hidden. */
  isHeaded: boolean;
  /** Hidden until it is opened, as long as scripts may still be loading. */
  isLater: boolean;
  /** Focused when the page is opened. */
  heading: RefObject<HTMLHeadingElement | null> | undefined;
  record: FormRecord;
  currentRecord: FormRecord;
  html: Record<string, string>;
  picture(id: string): string;
};

/** A page of the form: its heading, its text, and its blocks. */
export function FormPageSection({ page, layout, isHeaded, isLater, heading, ...blocks }: Props) {
  return (
    <section className={styles.page} data-later={isLater || undefined}>
      {(page.title || page.text || isHeaded) && (
        <header>
          <h2 ref={heading} tabIndex={-1} dir="auto">
            {page.title || (
              <VisuallyHidden>
                <FormattedMessage
                  id="fill.progress"
                  values={{ page: layout.pages.indexOf(page) + 1, pages: layout.pages.length }}
                />
              </VisuallyHidden>
            )}
          </h2>
          {page.text && <WrittenText html={blocks.html[page.id]} text={page.text} />}
        </header>
      )}
      <PageBlocks page={page} {...blocks} />
    </section>
  );
}
