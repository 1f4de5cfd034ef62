import { ListFilterPlus, SlidersHorizontal, X } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { useNavigationState } from '#context/navigation-state.ts';
import { below, CONTROL, color, radius, space } from '#styles/tokens.ts';
import { FieldFilter } from './FieldFilter.tsx';
import { hasPlainFilter, PlainFilters } from './PlainFilters.tsx';
import type { SubmissionColumns } from './submission-columns.ts';
import { DEFAULT_VIEW, isFiltered } from './submissions-view.ts';
import { useConditionText } from './use-condition-text.ts';
import type { ViewControl } from './use-submissions-view.ts';

/** Delay of the search after the last keystroke, in milliseconds. */
const PAUSE = 300;

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(180px, 2fr) repeat(5, minmax(0, 1fr));
  gap: ${space(3)};
  align-items: end;

  input,
  select {
    min-width: 0;
    min-height: ${CONTROL.medium}px;
    background-color: ${color('surface')};
  }

  ${below('lg')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));

    > :first-child {
      grid-column: 1 / -1;
    }
  }

  /* On a phone the answers come first. */
  ${below('sm')} {
    &:not([data-open]) > label {
      display: none;
    }
  }
`;

const Opener = styled.li`
  display: none;

  ${below('sm')} {
    display: block;
  }
`;

const Chips = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  align-items: center;
  margin: ${space(3)} 0 0;
  padding: 0;
  list-style: none;

  > li {
    min-width: 0;
  }
`;

const Chip = styled.button`
  display: inline-flex;
  gap: ${space(2)};
  align-items: center;
  max-width: 100%;
  min-height: ${CONTROL.small}px;
  padding: ${space(1)} ${space(3)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('chip')};
  background: ${color('primaryTint')};
  color: ${color('primaryText')};
  font: inherit;
  font-size: 13px;
  text-align: start;
  overflow-wrap: anywhere;
  cursor: pointer;

  > svg {
    flex: none;
  }
`;

const Box = styled.search`
  @media print {
    display: none;
  }
`;

type SubmissionFiltersProps = { formId: string; columns: SubmissionColumns; control: ViewControl };

/** The filters of the list of submissions. */
export function SubmissionFilters({ formId, columns, control: { view, show } }: SubmissionFiltersProps) {
  const intl = useIntl();
  const conditionText = useConditionText(columns);
  const [typed, setTyped] = useState(view.q);
  const [adding, setAdding] = useState(false);
  const [open, setOpen] = useState(() => hasPlainFilter(view));

  useEffect(() => setTyped(view.q), [view.q]);

  const narrow = (change: Parameters<typeof show>[0]) =>
    show({ ...change, ...(view.mode === 'one' ? { submission: null } : {}) }, { replace: true });
  const wanted = typed.trim();
  const { isLeavingPage } = useNavigationState();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause begins with what is typed
  useEffect(() => {
    if (wanted === view.q) return;
    const timer = setTimeout(() => !isLeavingPage() && narrow({ q: wanted }), PAUSE);
    return () => clearTimeout(timer);
  }, [wanted, view.q]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    narrow({ q: wanted });
  };
  return (
    <Box aria-label={intl.formatMessage({ id: 'submissions.filters' })}>
      <Form onSubmit={submit} data-open={open || undefined}>
        <SearchField
          label={intl.formatMessage({ id: 'submissions.search' })}
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.target.value)}
        />
        <PlainFilters formId={formId} versions={columns.versions} view={view} onChange={narrow} />
      </Form>
      <Chips>
        {view.where.map((condition, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same condition may stand there twice
          <li key={at}>
            <Chip
              type="button"
              aria-label={intl.formatMessage(
                { id: 'submissions.filter_remove' },
                { filter: conditionText(condition) },
              )}
              onClick={() => narrow({ where: view.where.filter((_, other) => other !== at) })}
            >
              <bdi>{conditionText(condition)}</bdi>
              <X aria-hidden size={14} strokeWidth={2} />
            </Chip>
          </li>
        ))}
        <Opener>
          <Button
            variant="quiet"
            size="small"
            icon={SlidersHorizontal}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <FormattedMessage id="submissions.more_filters" />
          </Button>
        </Opener>
        <li>
          <Button variant="quiet" size="small" icon={ListFilterPlus} onClick={() => setAdding(true)}>
            <FormattedMessage id="submissions.add_filter" />
          </Button>
        </li>
        {isFiltered(view) && (
          <li>
            <Button
              variant="quiet"
              size="small"
              onClick={() => narrow({ ...DEFAULT_VIEW, mode: view.mode, sort: view.sort })}
            >
              <FormattedMessage id="submissions.clear" />
            </Button>
          </li>
        )}
      </Chips>
      {adding && (
        <FieldFilter
          columns={columns}
          onClose={() => setAdding(false)}
          onAdd={(condition) => {
            setAdding(false);
            narrow({ where: [...view.where, condition] });
          }}
        />
      )}
    </Box>
  );
}
