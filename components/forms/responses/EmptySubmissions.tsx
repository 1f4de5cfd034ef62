import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { CopyLink } from '#components/ui/CopyLink.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { useShell } from '#context/ShellContext.tsx';
import type { Form } from '#lib/contract/form.ts';
import { DEFAULT_VIEW, isFiltered } from './submissions-view.ts';
import type { ViewControl } from './use-submissions-view.ts';

/** Explains why there are no submissions, and how to get the first one. */
export function EmptySubmissions({ form, control: { view, show } }: { form: Form; control: ViewControl }) {
  const intl = useIntl();
  const { config } = useShell();
  if (isFiltered(view)) {
    return (
      <EmptyState
        title={<FormattedMessage id="submissions.none_match" />}
        text={<FormattedMessage id="submissions.none_match_text" />}
        action={
          <Button onClick={() => show({ ...DEFAULT_VIEW, mode: view.mode }, { replace: true })}>
            <FormattedMessage id="submissions.clear" />
          </Button>
        }
      />
    );
  }
  const isPublished = form.published_version !== null;
  return (
    <EmptyState
      title={<FormattedMessage id="submissions.none" />}
      text={
        isPublished ? (
          <>
            <FormattedMessage id="submissions.none_text" />{' '}
            <FormattedMessage id={`form_share.link_${form.visibility}`} />
          </>
        ) : (
          <FormattedMessage id="submissions.none_unpublished" />
        )
      }
      action={
        isPublished && (
          <CopyLink
            link={`${config.publicUrl}/f/${form.slug}`}
            label={intl.formatMessage({ id: 'submissions.link' })}
          />
        )
      }
    />
  );
}
