import type { ComponentProps } from 'react';
import { SelectField } from './Field.tsx';

type ChoiceFieldProps<Choice extends string> = Omit<
  ComponentProps<typeof SelectField>,
  'value' | 'onChange' | 'children'
> & {
  choices: readonly Choice[];
  value: Choice;
  textOf: (choice: Choice) => string;
  onChoose: (choice: Choice) => void;
};

/** A native select of one of several choices that the code knows. */
export function ChoiceField<Choice extends string>(props: ChoiceFieldProps<Choice>) {
  const { choices, value, textOf, onChoose, ...rest } = props;
  return (
    <SelectField
      {...rest}
      value={value}
      onChange={({ target }) => {
        const chosen = choices.find((one) => one === target.value);
        if (chosen !== undefined) onChoose(chosen);
      }}
    >
      {choices.map((one) => (
        <option key={one} value={one}>
          {textOf(one)}
        </option>
      ))}
    </SelectField>
  );
}
