import { useEffect, useState } from 'react';
import { Input } from '#components/ui/control.ts';
import type { ControlProps } from '#components/ui/Field.tsx';

type TypedInputProps = { control: ControlProps; value: string; onType: (value: string) => void };

/** A text input that preserves the text as typed until the value is changed from elsewhere. */
export function TypedInput({ control, value, onType }: TypedInputProps) {
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  useEffect(() => {
    if (value !== told) {
      setTold(value);
      setText(value);
    }
  }, [value, told]);
  return (
    <Input
      {...control}
      spellCheck={false}
      autoCapitalize="none"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const next = target.value
          .split(/[\s,;]+/)
          .filter((one) => one !== '')
          .join(', ');
        setTold(next);
        onType(target.value);
      }}
    />
  );
}
