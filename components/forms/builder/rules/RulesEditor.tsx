import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { useProblem } from '#components/forms/builder/context/use-problem.ts';
import { ErrorText, PanelSection } from '#components/forms/builder/panel/panel.tsx';
import { useFieldChange } from '#components/forms/builder/panel/use-field-change.ts';
import { Button } from '#components/ui/Button.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import type { FieldDefinition, Rule } from '#lib/fields/definition.ts';
import { type RuleName, rulesFor } from '#lib/fields/field-types.ts';
import { newRule } from './new-rule.ts';
import { RuleRow } from './RuleRow.tsx';

/** The rules of a value besides its type. */
export function RulesEditor({ field }: { field: FieldDefinition }) {
  const set = useFieldChange(field);
  const box = useRef<HTMLElement>(null);
  const problem = useProblem('field', field.id);
  const rules = field.rules ?? [];
  const left = rulesFor(field).filter((name) => !rules.some(({ rule }) => rule === name));
  const change = (how: (rules: Rule[]) => Rule[], part?: string) =>
    set((one) => {
      const { rules: before = [], ...rest } = one;
      const next = how(before);
      return next.length > 0 ? { ...rest, rules: next } : rest;
    }, part);
  /** Focuses an element once it is rendered: after a closing menu has restored the focus. */
  const focusIn = (find: (box: HTMLElement) => HTMLElement | null | undefined) =>
    requestAnimationFrame(() => box.current && find(box.current)?.focus());
  const add = (name: RuleName) => {
    const at = rules.length;
    change((all) => [...all, newRule(name, field)]);
    focusIn((all) => {
      const control = all.querySelector<HTMLElement>(`[data-part="rules[${at}]"] :is(input, textarea)`);
      if (control instanceof HTMLInputElement) control.select();
      return control;
    });
  };
  const remove = (rule: Rule, at: number) => {
    change((all) => all.filter((one) => one.rule !== rule.rule));
    focusIn((all) => {
      const buttons = [...all.querySelectorAll<HTMLElement>('[data-part^="rules["] button')];
      return buttons[at] ?? buttons.at(-1) ?? all.querySelector('button');
    });
  };
  if (rulesFor(field).length === 0) return null;
  return (
    <PanelSection ref={box} data-part="rules">
      <h3>
        <FormattedMessage id="builder.rules" />
      </h3>
      {rules.map((rule, at) => (
        <RuleRow
          key={rule.rule}
          field={field}
          rule={rule}
          at={at}
          problem={problem(`rules[${at}]`)}
          onChange={(next, part) =>
            change((all) => all.map((one) => (one.rule === rule.rule ? next : one)), `${rule.rule}.${part}`)
          }
          onRemove={() => remove(rule, at)}
        />
      ))}
      {!rules.some((_, at) => problem(`rules[${at}]`)) && problem('rules') && (
        <ErrorText>{problem('rules')}</ErrorText>
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
