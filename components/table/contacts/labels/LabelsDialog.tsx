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
  const [question, setQuestion] = useState<Question | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);

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
          <LabelLine
            key={one.id}
            itemId={itemId}
            one={one}
            labels={labels}
            column={column}
            question={question?.id === one.id ? question : null}
            busy={busy}
            attempt={attempt}
            onQuestion={setQuestion}
          />
        ))}
      </Lines>
      <NewLabel onAdd={(label) => void attempt(() => createLabel(itemId, label).then(() => undefined))} />
    </Modal>
  );
}

type LabelLineProps = Pick<LabelsDialogProps, 'itemId' | 'labels' | 'column'> & {
  one: ContactLabel;
  /** What is asked about this label. */
  question: Question | null;
  busy: boolean;
  /** Does what is asked for, and shows why it failed. */
  attempt: (act: () => Promise<unknown>) => Promise<void>;
  onQuestion: (question: Question | null) => void;
};

/** One of the labels, with all that can be done with it. */
function LabelLine({ itemId, one, labels, column, question, busy, attempt, onQuestion }: LabelLineProps) {
  const intl = useIntl();
  const others = labels.filter(({ id }) => id !== one.id);
  const rename = (text: string) => {
    const wanted = text.trim();
    if (wanted === '' || wanted === one.label) return;
    const other = others.find(({ label }) => label.toLowerCase() === wanted.toLowerCase());
    // Two labels of one name are one.
    if (other) return onQuestion({ of: 'merge', id: one.id, into: other.id });
    void attempt(() => changeLabel(itemId, one.id, { label: text }));
  };
  return (
    <Line>
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
        onBlur={({ target }) => rename(target.value)}
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
      {others.length > 0 && (
        <IconButton
          icon={Merge}
          label={intl.formatMessage({ id: 'contacts.label_merge' }, { label: one.label })}
          onClick={() => onQuestion({ of: 'merge', id: one.id, into: others[0]?.id ?? '' })}
        />
      )}
      <IconButton
        icon={Trash2}
        label={intl.formatMessage({ id: 'contacts.label_delete' }, { label: one.label })}
        onClick={() => onQuestion({ of: 'delete', id: one.id, into: '' })}
      />
      {question && column && (
        <LabelQuestion
          one={one}
          others={others}
          question={question}
          busy={busy}
          onQuestion={onQuestion}
          onSubmit={() => void attempt(() => removeLabel(itemId, column, one.id, question.into || null))}
        />
      )}
    </Line>
  );
}

type LabelQuestionProps = Pick<LabelLineProps, 'one' | 'busy' | 'onQuestion'> & {
  others: readonly ContactLabel[];
  question: Question;
  onSubmit: () => void;
};

/** Asks before a label is merged into another one, or deleted. */
function LabelQuestion({ one, others, question, busy, onQuestion, onSubmit }: LabelQuestionProps) {
  const intl = useIntl();
  const isMerge = question.of === 'merge';
  return (
    <div>
      {isMerge ? (
        <Select
          autoFocus
          aria-label={intl.formatMessage({ id: 'contacts.label_merge' }, { label: one.label })}
          value={question.into}
          onChange={({ target }) => onQuestion({ ...question, into: target.value })}
        >
          {others.map(({ id, label }) => (
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
      <Button size="small" onClick={() => onQuestion(null)}>
        <FormattedMessage id="action.cancel" />
      </Button>
      <Button size="small" variant={isMerge ? 'primary' : 'danger'} busy={busy} onClick={onSubmit}>
        <FormattedMessage id={isMerge ? 'contacts.label_merge_submit' : 'contacts.delete'} />
      </Button>
    </div>
  );
}

function NewLabel({ onAdd }: { onAdd: (label: string) => void }) {
  const intl = useIntl();
  const [typed, setTyped] = useState('');
  return (
    <New
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === '') return;
        setTyped('');
        onAdd(typed);
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
  );
}
