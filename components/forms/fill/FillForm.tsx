'use no memo';

import dynamic from 'next/dynamic';
import { lazyPart } from '#components/fields/lazy-code.ts';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { FillActions } from './FillActions.tsx';
import styles from './FillForm.module.css';
import { FormPageSection } from './FormPageSection.tsx';
import { FormattedMessage, useIntl } from './fill-messages.ts';
import { Honeypot, NoScriptInputs } from './NoScriptParts.tsx';
import parts from './parts.module.css';
import { type FillFormOptions, useFillForm } from './use-fill-form.ts';

// Only needed after a mistake.
const ErrorSummary = dynamic(
  lazyPart('summary', () =>
    import('#components/fields/ErrorSummary.tsx').then(
      (loaded) => loaded.ErrorSummary,
      // If it can't be loaded offline, each field still shows its problem.
      () => () => null,
    ),
  ),
);
// A form with one page has none.
const Progress = dynamic(() => import('./Progress.tsx').then((loaded) => loaded.Progress));

type Props = FillFormOptions & { sendLabel: string; picture(id: string): string };

/** The form: pages, fields, their problems, and submitting. Without a script all pages are shown at once. */
export function FillForm({ sendLabel, picture, ...options }: Props) {
  const intl = useIntl();
  const { data, beginning } = options;
  const { definition } = beginning;
  const {
    isHydrated,
    box,
    submit,
    isBusy,
    shownRecord,
    record,
    pages,
    at,
    opened,
    isLast,
    pageNavigation,
    problems,
  } = useFillForm(options);
  const back = pages[at - 1];
  const hasFiles = JSON.stringify(definition.fields).includes('"type":"file"');
  const isDependent = JSON.stringify(definition).includes('"visible_if"');
  const shown = isHydrated ? [opened] : definition.layout.pages;
  // For another version there is only the source of the texts, no HTML.
  const html = definition.version === data.definition.version ? data.html : {};
  return (
    <form
      className={styles.form}
      ref={box}
      method="post"
      action={`/f/${data.slug}`}
      encType={hasFiles ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}
      noValidate
      onSubmit={submit}
      aria-busy={isBusy || undefined}
    >
      {pages.length > 1 && (
        <div data-script>
          <Progress at={isHydrated ? at : 0} pages={pages.length} />
        </div>
      )}
      {(!isHydrated || problems.tries > 0) && problems.listed.length + problems.others.length > 0 && (
        <ErrorSummary
          problems={problems.listed}
          others={problems.others}
          tries={problems.tries}
          onGo={problems.show}
        />
      )}
      {!isHydrated && isDependent && (
        <div className={parts.note} data-noscript>
          <FormattedMessage id="fill.all_shown" />
        </div>
      )}
      {shown.map((page) => (
        <FormPageSection
          key={page.id}
          page={page}
          layout={definition.layout}
          isHeaded={pages.length > 1}
          isLater={!isHydrated && page.id !== opened.id}
          heading={isHydrated ? pageNavigation.heading : undefined}
          record={shownRecord}
          currentRecord={record}
          html={html}
          picture={picture}
        />
      ))}
      <Honeypot />
      {!isHydrated && <NoScriptInputs data={data} />}
      <FillActions
        isBusy={isBusy}
        onBack={isHydrated && back ? () => pageNavigation.goTo(back.id) : null}
        sendLabel={isHydrated && !isLast ? null : sendLabel}
      />
      {isHydrated && (
        <VisuallyHidden role="status">
          {pageNavigation.made > 0 &&
            pages.length > 1 &&
            intl.formatMessage({ id: 'fill.progress' }, { page: at + 1, pages: pages.length })}
        </VisuallyHidden>
      )}
    </form>
  );
}
