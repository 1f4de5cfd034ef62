import { type ComponentProps, createElement } from 'react';

/** Adds a class of `styles/control.css` to the one given by a component built on it (`styled(Input)`). */
const look = (own: string, className: string | undefined) => (className ? `${own} ${className}` : own);

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return createElement('input', { ...rest, className: look('hk-control', className) });
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return createElement('textarea', { ...rest, className: look('hk-control hk-text-area', className) });
}

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return createElement('select', { ...rest, className: look('hk-control hk-select', className) });
}
