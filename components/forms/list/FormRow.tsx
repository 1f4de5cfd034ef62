import NextLink from 'next/link';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { formPath } from '#components/forms/builder/page/form-page.ts';
import { Badge, type Tone } from '#components/ui/Badge.tsx';
import { Button } from '#components/ui/Button.tsx';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { VisibilityIcon } from '#components/ui/VisibilityChip.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { FormEntry } from '#lib/contract/form.ts';
import { below, color, radius, space } from '#styles/tokens.ts';
import { FormMenu } from './FormMenu.tsx';
import type { FormActions } from './use-form-actions.tsx';

export const COLUMNS = 'minmax(0, 1fr) 130px 130px 110px 44px';

/** Submissions are counted up to this number. */
const COUNTED = 10_000;

const Row = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: ${COLUMNS};
  align-items: center;
  gap: ${space(4)};
  min-height: 64px;
  padding: ${space(2)} ${space(3)} ${space(2)} ${space(5)};

  & + & {
    border-top: 1px solid ${color('line')};
  }

  &:last-child {
    border-radius: 0 0 ${radius('card')} ${radius('card')};
  }

  &:hover {
    background: ${color('hover')};
  }

  /* An open menu stands above the rows that follow. */
  &:focus-within {
    z-index: 2;
  }

  ${below('md')} {
    grid-template-columns: minmax(0, 1fr) 44px;
    padding: ${space(3)};
    border: 1px solid ${color('line')};
    border-radius: ${radius('card')};
    background: ${color('surface')};

    & + & {
      border-top: 1px solid ${color('line')};
    }

    &:last-child {
      border-radius: ${radius('card')};
    }
  }
`;

const Name = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-width: 0;
`;

const Details = styled.div`
  display: grid;
  min-width: 0;
`;

const Title = styled(NextLink)`
  overflow: hidden;
  color: ${color('text')};
  font-weight: 500;
  text-overflow: ellipsis;
  white-space: nowrap;

  /* All of the row leads to it. */
  &::after {
    position: absolute;
    inset: 0;
    content: '';
  }
`;

const PlainTitle = styled.span`
  overflow: hidden;
  font-weight: 500;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const Notes = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px ${space(2)};
  min-width: 0;
  color: ${color('quiet')};
  font-size: 13px;
`;

const OnPhone = styled.span`
  display: none;

  ${below('md')} {
    display: inline-flex;
    align-items: center;
    gap: ${space(2)};
  }
`;

const Cell = styled.div`
  min-width: 0;
  color: ${color('quiet')};
  font-size: 13px;
  font-variant-numeric: tabular-nums;

  ${below('md')} {
    display: none;
  }
`;

const Above = styled.span`
  position: relative;
  z-index: 1;
`;

const TONES: Record<NonNullable<FormEntry['state']>, Tone> = {
  open: 'success',
  closed: 'error',
  full: 'warning',
  not_open_yet: 'warning',
};

/** A chip that shows whether a form accepts submissions. */
export function StateBadge({ state }: Pick<FormEntry, 'state'>) {
  return (
    <Badge tone={state ? TONES[state] : 'info'} icon={false}>
      <FormattedMessage id={`forms.state_${state ?? 'draft'}`} />
    </Badge>
  );
}

function SubmissionCount({ count }: { count: number | null }) {
  if (count === null) return null;
  if (count >= COUNTED) return <FormattedMessage id="forms.submission_count_many" />;
  return <FormattedMessage id="forms.submission_count" values={{ count }} />;
}

type FormRowProps = { form: FormEntry; handle: string; actions: FormActions; trashed: boolean };

/** One form: its state, its submissions, and its actions. A card on phones. */
export function FormRow({ form, handle, actions, trashed }: FormRowProps) {
  const { title, allowed, state, is_changed, published_version } = form;
  const path = allowed.includes('form.change') ? formPath(handle, form) : `/f/${form.slug}`;
  return (
    <Row data-form={form.id}>
      <Name>
        <KindIcon kind="form" />
        <Details>
          {trashed ? (
            <PlainTitle dir="auto" title={title}>
              {title}
            </PlainTitle>
          ) : (
            <Title href={path} dir="auto" title={title} prefetch={false}>
              {title}
            </Title>
          )}
          <Notes>
            <VisibilityIcon visibility={form.effective_visibility} size={13} />
            {is_changed && published_version !== null && <FormattedMessage id="forms.unpublished_changes" />}
            <OnPhone>
              <StateBadge state={state} />
              <SubmissionCount count={form.counts.submissions} />
            </OnPhone>
          </Notes>
        </Details>
      </Name>
      <Cell>
        <StateBadge state={state} />
      </Cell>
      <Cell>
        <SubmissionCount count={form.counts.submissions} />
      </Cell>
      <Cell>
        <Above>
          <RelativeTime value={form.updated_at} />
        </Above>
      </Cell>
      <Above>
        {trashed && allowed.includes('form.restore') && !allowed.includes('form.delete') ? (
          <Button size="small" onClick={() => actions.restore(form)}>
            <FormattedMessage id="forms.restore" />
            <VisuallyHidden> {title}</VisuallyHidden>
          </Button>
        ) : (
          <FormMenu form={form} path={path} actions={actions} trashed={trashed} />
        )}
      </Above>
    </Row>
  );
}
