import { useEffect, useState } from 'react';
import { Input } from '#components/ui/control.ts';
import type { ControlProps } from '#components/ui/Field.tsx';

type TypedInputProps = { control: ControlProps; value: string; onType: (value: string) => void };

/** A text input that preserves the text as typed until the value is changed from elsewhere. */
export function TypedInput({ control, value, onType }: TypedInputProps) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  useEffect(() => {
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }, [value, sent]);
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
        setSent(next);
        onType(target.value);
      }}
    />
  );
}
