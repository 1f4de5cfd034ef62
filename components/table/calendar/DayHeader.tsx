import type { ReactNode } from 'react';
import type { Day } from './month-days.ts';

type DayHeaderProps = {
  day: Day;
  /** The day as it is read out. */
  name: string;
  /** What stands beside it. */
  children?: ReactNode;
};

/** The head of a day in a month: its number, or its name where a narrow screen has the days below each other. */
export function DayHeader({ day, name, children }: DayHeaderProps) {
  return (
    <header>
      <time dateTime={day}>
        <b aria-hidden style={{ fontWeight: 'inherit' }}>
          {Number(day.slice(8))}
        </b>
        <span>{name}</span>
      </time>
      {children}
    </header>
  );
}
