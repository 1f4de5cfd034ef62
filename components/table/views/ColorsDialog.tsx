import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { draftOf, type GroupDraft, newGroup } from '#components/fields/condition-draft.ts';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { Select } from '#components/ui/control.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import { COLOR_RULES_MAX } from '#lib/contract/table-limits.ts';
import type { ColorRule, RowColor } from '#lib/contract/table-views.ts';
import type { RowCondition } from '#lib/fields/definition.ts';
import { keysOf } from '#lib/text/keys-of.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { ROW_COLORS } from '../colors/color-rules.ts';
import { ConditionsDialog } from './conditions/ConditionsDialog.tsx';
import { RowConditionEditor } from './conditions/RowConditionEditor.tsx';

const Rule = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(2)};
  margin-bottom: ${space(4)};
  padding-bottom: ${space(4)};
  border-bottom: 1px solid ${color('line')};

  > header {
    display: flex;
    align-items: center;
    gap: ${space(2)};
  }

  > header > span {
    flex: none;
    width: 28px;
    height: 28px;
    border: 1px solid ${color('frameLine')};
    border-radius: ${radius('chip')};
  }

  > header > select {
    width: auto;
  }

  > header > :last-child {
    margin-inline-start: auto;
  }
`;

const COLOR_NAMES = keysOf(ROW_COLORS);

type RuleDraft = { key: number; color: RowColor; group: GroupDraft };

type ColorsDialogProps = {
  columns: readonly WireColumn[];
  rules: readonly ColorRule[];
  onSave: (rules: ColorRule[]) => void;
  onClose: () => void;
};

/** Edits which rows of a view are coloured: conditions as of a filter, each with a colour. */
export function ColorsDialog({ columns, rules, onSave, onClose }: ColorsDialogProps) {
  const intl = useIntl();
  const newRule = (key: number): RuleDraft => ({
    key,
    color: COLOR_NAMES[key % COLOR_NAMES.length] ?? 'red',
    group: newGroup(),
  });
  const [drafts, setDrafts] = useState<RuleDraft[]>(() =>
    rules.length === 0
      ? [newRule(0)]
      : rules.map((rule, key) => ({ key, color: rule.color, group: draftOf(rule.filter) })),
  );
  const [lastKey, setLastKey] = useState(drafts.length);
  const change = (key: number, changed: Partial<RuleDraft>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...changed } : draft)));

  const save = (conditions: RowCondition[]) =>
    onSave(
      conditions.flatMap((filter, at) => {
        const draft = drafts[at];
        return draft ? [{ color: draft.color, filter }] : [];
      }),
    );

  return (
    <ConditionsDialog
      title={<FormattedMessage id="table.colors" />}
      columns={columns}
      groups={drafts.map(({ group }) => group)}
      none={<FormattedMessage id="table.colors_none" />}
      onNone={rules.length > 0 ? () => onSave([]) : undefined}
      onSave={save}
      onClose={onClose}
    >
      {drafts.map((draft, at) => (
        <Rule key={draft.key} aria-label={intl.formatMessage({ id: 'table.color_rule' }, { number: at + 1 })}>
          <header>
            <span style={{ background: color(ROW_COLORS[draft.color]) }} />
            <Select
              aria-label={intl.formatMessage({ id: 'table.color' })}
              value={draft.color}
              onChange={({ target }) =>
                change(draft.key, { color: COLOR_NAMES.find((one) => one === target.value) ?? draft.color })
              }
            >
              {COLOR_NAMES.map((name) => (
                <option key={name} value={name}>
                  {intl.formatMessage({ id: `table.color_${name}` })}
                </option>
              ))}
            </Select>
            <IconButton
              icon={Trash2}
              label={intl.formatMessage({ id: 'table.color_remove' }, { number: at + 1 })}
              onClick={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
            />
          </header>
          <RowConditionEditor
            columns={columns}
            group={draft.group}
            onChange={(group) => change(draft.key, { group })}
          />
        </Rule>
      ))}
      {drafts.length < COLOR_RULES_MAX && (
        <Button
          size="small"
          icon={Plus}
          onClick={() => {
            setDrafts([...drafts, newRule(lastKey)]);
            setLastKey(lastKey + 1);
          }}
        >
          <FormattedMessage id="table.color_add" />
        </Button>
      )}
    </ConditionsDialog>
  );
}
