import { Merge, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { optionSwatch } from '#components/table/columns/option-look.ts';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { Input, Select } from '#components/ui/control.ts';
import { failureText } from '#components/ui/failure-text.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { ContactLabel } from '#lib/contract/contacts.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import { OPTION_COLORS } from '#lib/fields/option-colors.ts';
import { changeLabel, createLabel, removeLabel } from '#services/labels.ts';
import { color, radius, space } from '#styles/tokens.ts';

const Lines = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(2)};
  padding: 0;
  margin: 0 0 ${space(4)};
  list-style: none;
`;

const Line = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(2)};

  ${optionSwatch('> select[data-swatch]')}

  > input {
    flex: 1 1 120px;
    width: auto;
    min-width: 0;
  }

  > small {
    flex: none;
    min-width: 56px;
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }

  > div {
    display: flex;
    flex: 1 1 100%;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space(2)};
    padding: ${space(2)} ${space(3)};
    border-radius: ${radius('control')};
    background: ${color('hover')};
  }

  > div > select {
    flex: 1 1 100%;
    width: 100%;
    min-width: 0;
  }

  > div > p {
    flex: 1 1 200px;
  }
`;

const New = styled.form`
  display: flex;
  gap: ${space(2)};

  > input {
    flex: 1;
    min-width: 0;
  }
`;

/** What is asked about one of the labels. */
type Question = { of: 'merge' | 'delete'; id: string; into: string };

type LabelsDialogProps = {
  itemId: string;
  labels: readonly ContactLabel[];
  /** Their column; undefined before the first label. */
  column: WireColumn | undefined;
  onChanged: () => void;
  onClose: () => void;
};

/** The labels of a contact list: renamed, coloured, merged, deleted, and new ones. */
export function LabelsDialog({ itemId, labels, column, onChanged, onClose }: LabelsDialogProps) {
  const intl = useIntl();
  const [question, setQuestion] = useState<Question | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [typed, setTyped] = useState('');

  const attempt = async (act: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    try {
      const refused = await act();
      if (typeof refused === 'string') setProblem(refused);
      setQuestion(null);
    } catch (error) {
      setProblem(failureText(error));
    }
    setBusy(false);
    onChanged();
  };
  const rename = (one: ContactLabel, text: string) => {
    if (text.trim() === '' || text.trim() === one.label) return;
    const other = labels.find(
      ({ id, label }) => id !== one.id && label.toLowerCase() === text.trim().toLowerCase(),
    );
    // Two labels of one name are one.
    if (other) return setQuestion({ of: 'merge', id: one.id, into: other.id });
    void attempt(() => changeLabel(itemId, one.id, { label: text }));
  };

  return (
    <Modal
      open
      width={600}
      onClose={onClose}
      title={<FormattedMessage id="contacts.labels_manage" />}
      footer={
        <Button variant="primary" onClick={onClose}>
          <FormattedMessage id="action.close" />
        </Button>
      }
    >
      {problem && <Notice tone="error">{problem}</Notice>}
      <Lines aria-busy={busy}>
        {labels.map((one) => (
          <Line key={one.id}>
            <select
              data-swatch
              aria-label={intl.formatMessage({ id: 'table.option_color' }, { name: one.label })}
              title={intl.formatMessage({ id: 'table.color' })}
              data-color={one.color}
              value={one.color ?? ''}
              onChange={({ target }) => {
                const chosen = OPTION_COLORS.find((name) => name === target.value) ?? null;
                void attempt(() => changeLabel(itemId, one.id, { color: chosen }));
              }}
            >
              <option value="">{intl.formatMessage({ id: 'table.option_no_color' })}</option>
              {OPTION_COLORS.map((name) => (
                <option key={name} value={name}>
                  {intl.formatMessage({ id: `table.color_${name}` })}
                </option>
              ))}
            </select>
            <Input
              key={one.label}
              aria-label={intl.formatMessage({ id: 'contacts.label_name' }, { label: one.label })}
              defaultValue={one.label}
              maxLength={100}
              dir="auto"
              autoComplete="off"
              enterKeyHint="done"
              onBlur={({ target }) => rename(one, target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
                  event.preventDefault();
                  event.currentTarget.blur();
                }
              }}
            />
            <small>
              <FormattedMessage id="contacts.label_people" values={{ count: one.people }} />
            </small>
            {labels.length > 1 && (
              <IconButton
                icon={Merge}
                label={intl.formatMessage({ id: 'contacts.label_merge' }, { label: one.label })}
                onClick={() =>
                  setQuestion({
                    ...{ of: 'merge', id: one.id },
                    into: labels.find(({ id }) => id !== one.id)?.id ?? '',
                  })
                }
              />
            )}
            <IconButton
              icon={Trash2}
              label={intl.formatMessage({ id: 'contacts.label_delete' }, { label: one.label })}
              onClick={() => setQuestion({ of: 'delete', id: one.id, into: '' })}
            />
            {question?.id === one.id && column && (
              <div>
                {question.of === 'merge' ? (
                  <Select
                    autoFocus
                    aria-label={intl.formatMessage({ id: 'contacts.label_merge' }, { label: one.label })}
                    value={question.into}
                    onChange={({ target }) => setQuestion({ ...question, into: target.value })}
                  >
                    {labels
                      .filter(({ id }) => id !== one.id)
                      .map(({ id, label }) => (
                        <option key={id} value={id}>
                          {intl.formatMessage({ id: 'contacts.label_into' }, { label })}
                        </option>
                      ))}
                  </Select>
                ) : (
                  <p>
                    <FormattedMessage id="contacts.label_delete_text" values={{ count: one.people }} />
                  </p>
                )}
                <Button size="small" onClick={() => setQuestion(null)}>
                  <FormattedMessage id="action.cancel" />
                </Button>
                <Button
                  size="small"
                  variant={question.of === 'merge' ? 'primary' : 'danger'}
                  busy={busy}
                  onClick={() =>
                    void attempt(() => removeLabel(itemId, column, one.id, question.into || null))
                  }
                >
                  <FormattedMessage
                    id={question.of === 'merge' ? 'contacts.label_merge_submit' : 'contacts.delete'}
                  />
                </Button>
              </div>
            )}
          </Line>
        ))}
      </Lines>
      <New
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() === '') return;
          setTyped('');
          void attempt(async () => {
            await createLabel(itemId, typed);
          });
        }}
      >
        <Input
          aria-label={intl.formatMessage({ id: 'contacts.label_new' })}
          placeholder={intl.formatMessage({ id: 'contacts.label_new' })}
          value={typed}
          maxLength={100}
          dir="auto"
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit">
          <FormattedMessage id="table.add" />
        </Button>
      </New>
    </Modal>
  );
}
