import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { ValueView } from '#components/fields/ValueView.tsx';
import { AsyncContent } from '#components/ui/AsyncContent.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import type { SubmissionRevision } from '#lib/contract/own-submission.ts';
import type { SubmissionDetail } from '#lib/contract/submissions.ts';
import { getSubmissionHistory, submissionFileUrl } from '#services/submissions.ts';
import { color, space } from '#styles/tokens.ts';
import { PanelSection } from './panel-section-style.ts';
import { type SubmissionChange, submissionChanges } from './submission-changes.ts';
import type { SubmissionColumns } from './submission-columns.ts';

const Changes = styled.ol`
  font-size: 13px;

  p {
    margin: 0 0 ${space(2)};
    color: ${color('quiet')};
  }
`;

const Fields = styled.dl`
  display: grid;
  gap: ${space(2)};
  margin: 0;

  dt {
    color: ${color('quiet')};
    overflow-wrap: anywhere;
  }

  dd {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 2px ${space(2)};
    margin: 0;
    overflow-wrap: anywhere;
  }

  dd > span {
    color: ${color('quiet')};
  }

  del,
  ins {
    text-decoration: none;
  }

  del {
    color: ${color('quiet')};
  }
`;

type SubmissionHistoryProps = { formId: string; columns: SubmissionColumns; submission: SubmissionDetail };

/** The corrections of a submission, by whom and when, the latest first; each with the previous values. */
export function SubmissionHistory({ formId, columns, submission }: SubmissionHistoryProps) {
  const intl = useIntl();
  return (
    <PanelSection aria-label={intl.formatMessage({ id: 'submissions.history' })}>
      <h3>
        <FormattedMessage id="submissions.history" />
      </h3>
      <AsyncContent
        of={JSON.stringify([submission.id, submission.revision])}
        load={() => getSubmissionHistory(formId, submission.id)}
        rows={2}
      >
        {(states) => (
          <Changes>
            {submissionChanges(columns, submission, states).map((change) => (
              <Change key={change.state.revision} formId={formId} submission={submission} change={change} />
            ))}
          </Changes>
        )}
      </AsyncContent>
    </PanelSection>
  );
}

const nameOf = ({ corrected_by }: SubmissionRevision): string => corrected_by?.name ?? '';

type ChangeProps = { formId: string; submission: SubmissionDetail; change: SubmissionChange };

function Change({ formId, submission, change: { state, fields } }: ChangeProps) {
  const time = <RelativeTime value={state.replaced_at} />;
  const fileOf = (id: string) => {
    const file = submission.files[id];
    return file && { name: file.name, href: submissionFileUrl(formId, id) };
  };
  return (
    <li>
      <p>
        {state.is_correction ? (
          <FormattedMessage
            id="submissions.corrected_by"
            values={{
              time,
              person: nameOf(state) ? (
                <bdi>{nameOf(state)}</bdi>
              ) : (
                <FormattedMessage id="submissions.someone" />
              ),
            }}
          />
        ) : (
          <FormattedMessage id="submissions.changed_by_giver" values={{ time }} />
        )}
      </p>
      <Fields>
        {fields.map(({ field, before, after }) => (
          <div key={field.id}>
            <dt>
              <bdi>{field.label}</bdi>
            </dt>
            <dd>
              <span>
                <FormattedMessage id="submissions.change_from" />
              </span>
              <del>
                <ValueView field={field} value={before} fileOf={fileOf} />
              </del>
              <span>
                <FormattedMessage id="submissions.change_to" />
              </span>
              <ins>
                <ValueView field={field} value={after} fileOf={fileOf} />
              </ins>
            </dd>
          </div>
        ))}
      </Fields>
    </li>
  );
}
