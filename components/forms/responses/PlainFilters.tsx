import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Input, Select } from '#components/ui/control.ts';
import { SUBMISSION_STATES } from '#lib/contract/submission-limits.ts';
import { color, space } from '#styles/tokens.ts';
import type { SubmissionColumns } from './submission-columns.ts';
import type { SubmissionsView } from './submissions-view.ts';
import { useSubmissionReaders } from './use-submission-readers.ts';

const Labelled = styled.label`
  display: grid;
  gap: ${space(1)};
  min-width: 0;
  color: ${color('quiet')};
  font-size: 13px;
`;

/** Whether one of the filters with its own control is set. */
export const hasPlainFilter = ({ state, assignee, version, from, to }: SubmissionsView): boolean =>
  state !== null || [assignee, version, from, to].some((value) => value !== '');

type PlainFiltersProps = {
  formId: string;
  versions: SubmissionColumns['versions'];
  view: SubmissionsView;
  onChange: (change: Partial<SubmissionsView>) => void;
};

/** The filters that have a control of their own: state, assignee, version and time. */
export function PlainFilters({ formId, versions, view, onChange }: PlainFiltersProps) {
  const intl = useIntl();
  const readers = useSubmissionReaders(formId);
  return (
    <>
      <Labelled>
        <FormattedMessage id="submissions.state" />
        <Select
          value={view.state ?? ''}
          onChange={({ target }) =>
            onChange({ state: SUBMISSION_STATES.find((state) => state === target.value) ?? null })
          }
        >
          <option value="">{intl.formatMessage({ id: 'submissions.any_state' })}</option>
          {SUBMISSION_STATES.map((state) => (
            <option key={state} value={state}>
              {intl.formatMessage({ id: `submissions.state_${state}` })}
            </option>
          ))}
        </Select>
      </Labelled>
      <Labelled>
        <FormattedMessage id="submissions.assignee" />
        <Select value={view.assignee} onChange={({ target }) => onChange({ assignee: target.value })}>
          <option value="">{intl.formatMessage({ id: 'submissions.anyone' })}</option>
          <option value="me">{intl.formatMessage({ id: 'submissions.me' })}</option>
          <option value="none">{intl.formatMessage({ id: 'submissions.nobody' })}</option>
          {readers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Labelled>
      <Labelled>
        <FormattedMessage id="submissions.version" />
        <Select value={view.version} onChange={({ target }) => onChange({ version: target.value })}>
          <option value="">{intl.formatMessage({ id: 'submissions.any_version' })}</option>
          {versions.map((version) => (
            <option key={version} value={version}>
              {intl.formatMessage({ id: 'submissions.version_n' }, { version })}
            </option>
          ))}
        </Select>
      </Labelled>
      <Labelled>
        <FormattedMessage id="submissions.from" />
        <Input type="date" value={view.from} onChange={({ target }) => onChange({ from: target.value })} />
      </Labelled>
      <Labelled>
        <FormattedMessage id="submissions.to" />
        <Input type="date" value={view.to} onChange={({ target }) => onChange({ to: target.value })} />
      </Labelled>
    </>
  );
}
