import { Plus } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#components/common/Button.tsx';
import { Menu } from '#components/common/Menu.tsx';
import type { FieldDefinition, Rule } from '#lib/fields/definition.ts';
import { type RuleName, rulesFor } from '#lib/fields/field-types.ts';
import { firstRule } from './first-rule.ts';
import { PanelSection, Wrong } from './panel.tsx';
import { RuleLine } from './RuleLine.tsx';
import { useFieldChange } from './use-field-change.ts';
import { useProblem } from './use-problem.ts';

/** What a value must keep to beside its type. */
export function RulesEditor({ field }: { field: FieldDefinition }) {
  const set = useFieldChange(field);
  const problem = useProblem('field', field.id);
  const rules = field.rules ?? [];
  const left = rulesFor(field).filter((name) => !rules.some(({ rule }) => rule === name));
  const change = (how: (rules: Rule[]) => Rule[], part?: string) =>
    set((one) => {
      const { rules: before = [], ...rest } = one;
      const next = how(before);
      return next.length > 0 ? { ...rest, rules: next } : rest;
    }, part);
  const add = (name: RuleName) => change((all) => [...all, firstRule(name, field)]);
  if (rulesFor(field).length === 0) return null;
  return (
    <PanelSection data-part="rules">
      <h3>
        <FormattedMessage id="builder.rules" />
      </h3>
      {rules.map((rule, at) => (
        <RuleLine
          key={rule.rule}
          field={field}
          rule={rule}
          at={at}
          problem={problem(`rules[${at}]`)}
          onChange={(next, part) =>
            change((all) => all.map((one) => (one.rule === rule.rule ? next : one)), `${rule.rule}.${part}`)
          }
          onRemove={() => change((all) => all.filter((one) => one.rule !== rule.rule))}
        />
      ))}
      {!rules.some((_, at) => problem(`rules[${at}]`)) && problem('rules') && (
        <Wrong>{problem('rules')}</Wrong>
      )}
      {left.length > 0 && (
        <div>
          <Menu
            entries={left.map((name) => ({
              label: <FormattedMessage id={`builder.rule_${name}`} />,
              onSelect: () => add(name),
            }))}
          >
            {(trigger) => (
              <Button size="small" icon={Plus} {...trigger}>
                <FormattedMessage id="builder.add_rule" />
              </Button>
            )}
          </Menu>
        </div>
      )}
    </PanelSection>
  );
}
