import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Input } from '#components/ui/control.ts';
import { optionStyle } from '#components/ui/option-list-style.ts';
import { popupLook } from '#components/ui/popup-look.ts';
import { useCombobox } from '#components/ui/use-combobox.ts';
import { below, CONTROL, color, radius, space } from '#styles/tokens.ts';
import { Chip, type Label, LabelChips } from './LabelChips.tsx';

const Parts = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  min-width: 0;
`;

/** Upwards, the list stands above all of its bar, whose labels may fill several lines above the field. */
const Find = styled.div<{ $above: boolean }>`
  position: ${({ $above }) => ($above ? 'static' : 'relative')};
  flex: 0 1 200px;
  min-width: 140px;

  > input {
    height: ${CONTROL.small}px;
    padding-inline: ${space(2)};
    font-size: 13px;
  }

  > ul {
    position: absolute;
    z-index: 1000;
    ${({ $above }) => ($above ? 'bottom' : 'top')}: calc(100% + 4px);
    inset-inline-start: ${({ $above }) => ($above ? 'auto' : 0)};
    width: max-content;
    min-width: ${({ $above }) => ($above ? '200px' : '100%')};
    max-width: min(320px, calc(100vw - 48px));
    max-height: 240px;
    margin: 0;
    list-style: none;
    ${popupLook}

    ${below('md')} {
      ${({ $above }) => ($above ? 'inset-inline: 0; width: auto;' : '')}
    }
  }
`;

const Option = styled.li`
  ${optionStyle}
  font-size: 13px;
`;

const Remove = styled.button`
  display: inline-grid;
  place-items: center;
  width: 20px;
  height: 20px;
  padding: 0;
  border: 0;
  border-radius: ${radius('chip')};
  margin-inline-end: -6px;
  background: none;
  color: inherit;
  cursor: pointer;

  &:hover {
    background: ${color('hover')};
  }
`;

/** A label of the list, or a text that becomes one. */
type Offered = { label: Label; isNew: false } | { text: string; isNew: true };

/** As many labels are listed at once. */
const LISTED_MAX = 50;
const TEXT_MAX = 100;

const folded = (text: string) => text.trim().toLocaleLowerCase();

/** Labels by what is typed: the same one first, then those that begin with it; last, what is typed as a new one. */
export function offeredLabels(
  labels: readonly Label[],
  assigned: ReadonlySet<string>,
  typed: string,
): Offered[] {
  const wanted = folded(typed);
  const rankOf = ({ label }: Label) => {
    const text = folded(label);
    return text === wanted ? 0 : text.startsWith(wanted) ? 1 : text.includes(wanted) ? 2 : 3;
  };
  const found = labels
    .filter((one) => !assigned.has(one.id) && rankOf(one) < 3)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, LISTED_MAX)
    .map((label): Offered => ({ label, isNew: false }));
  const isNew = wanted !== '' && !labels.some(({ label }) => folded(label) === wanted);
  return isNew ? [...found, { text: typed.trim(), isNew: true }] : found;
}

type LabelFieldProps = {
  /** All labels of the list. */
  labels: readonly Label[];
  /** Those that are assigned, each with a button that takes it away. */
  assigned: readonly Label[];
  /** Given to everybody who is meant: they are not offered. */
  complete?: readonly string[];
  /** What a chip says besides: of how many of those who are meant. */
  noteOf?: (label: Label) => string | null;
  /** The list opens upwards. */
  above?: boolean;
  onAdd: (label: Label) => void;
  onCreate: (text: string) => void;
  onRemove: (label: Label) => void;
};

/** Labels as chips, and a field that adds one of the list or a new one. */
export function LabelField(props: LabelFieldProps) {
  const { labels, assigned, noteOf, above = false, onAdd, onCreate, onRemove } = props;
  const complete = new Set(props.complete ?? assigned.map(({ id }) => id));
  const intl = useIntl();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const options = offeredLabels(labels, complete, typed);
  const choose = (one: Offered) => {
    setTyped('');
    if (one.isNew) onCreate(one.text);
    else onAdd(one.label);
  };
  const combobox = useCombobox({
    ...{ open, onOpenChange: setOpen, options, onChoose: choose },
    ...{ takesText: false, opensOnFocus: false },
  });
  const { isListed, active, inputProps, optionProps } = combobox;
  // While somebody types, Enter takes the first one.
  const marked = active < 0 && typed.trim() !== '' ? 0 : active;
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = options;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return inputProps.onKeyDown(event);
    event.preventDefault();
    if (active >= 0 || !first || typed.trim() === '') return inputProps.onKeyDown(event);
    choose(first);
  };
  return (
    <Parts>
      <LabelChips
        labels={assigned}
        after={(one) => (
          <>
            {noteOf?.(one)}
            <Remove
              type="button"
              aria-label={intl.formatMessage({ id: 'contacts.label_remove' }, { label: one.label })}
              onClick={() => {
                onRemove(one);
                field.current?.focus();
              }}
            >
              <X aria-hidden size={14} strokeWidth={2} />
            </Remove>
          </>
        )}
      />
      <Find {...combobox.wrapProps} $above={above}>
        <Input
          {...inputProps}
          ref={field}
          aria-label={intl.formatMessage({ id: 'contacts.label_add' })}
          aria-activedescendant={isListed && marked >= 0 ? optionProps(marked).id : undefined}
          placeholder={intl.formatMessage({ id: 'contacts.label_add' })}
          value={typed}
          maxLength={TEXT_MAX}
          enterKeyHint="done"
          onChange={({ target }) => {
            setTyped(target.value);
            combobox.onTyped();
          }}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        <ul {...combobox.listProps} aria-label={intl.formatMessage({ id: 'contacts.labels' })}>
          {isListed &&
            options.map((one, at) => (
              <Option key={one.isNew ? '+' : one.label.id} {...optionProps(at)} aria-selected={at === marked}>
                {one.isNew ? (
                  <>
                    <Plus aria-hidden size={14} strokeWidth={2} />
                    <span>
                      <FormattedMessage
                        id="contacts.label_create"
                        values={{ label: <bdi>{one.text}</bdi> }}
                      />
                    </span>
                  </>
                ) : (
                  <Chip data-color={one.label.color}>
                    <bdi>{one.label.label}</bdi>
                  </Chip>
                )}
              </Option>
            ))}
        </ul>
      </Find>
    </Parts>
  );
}
