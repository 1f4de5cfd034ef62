import type { ShippedTemplate } from './shipped-template.ts';

/** Templates for what people talk about. */
export const MEETING_TEMPLATES: readonly ShippedTemplate[] = [
  {
    id: 'meeting-notes',
    title: 'Meeting notes',
    description: 'Who was there, what was decided, and who does what by when.',
    content: `**Date:**\\
**Present:**\\
**Absent:**

## Agenda

1. 

## Notes

- 

## Decisions

- 

## Next steps

| What | Who | By when |
| ---- | --- | ------- |
|      |     |         |
`,
  },
  {
    id: 'one-on-one',
    title: '1:1',
    description: 'A running record of the talks between two people.',
    content: `## How are things?

- What went well since last time
- What was hard

## Topics

- [ ] 

## Feedback

- For you:
- For me:

## Goals

| Goal | Where it stands |
| ---- | --------------- |
|      |                 |

## Until next time

- [ ] 
`,
  },
  {
    id: 'retrospective',
    title: 'Retrospective',
    description: 'What a team learned from the last weeks, and what it will try.',
    content: `**Period:**\\
**Team:**

## What went well

- 

## What did not

- 

## What surprised us

- 

## What we will try

| Experiment | Who looks after it | How we know that it works |
| ---------- | ------------------ | ------------------------- |
|            |                    |                           |

## From last time

- [ ] 
`,
  },
  {
    id: 'decision',
    title: 'Decision',
    description: 'A choice with its reasons, so that nobody has to guess them later.',
    content: `**Status:** proposed\\
**Decided by:**\\
**Date:**

## Context

What makes a decision necessary now? What is known, and what is not?

## Options

### Option A

- For:
- Against:

### Option B

- For:
- Against:

## Decision

We will

## Consequences

What becomes easier, what becomes harder, and when do we look at it again?
`,
  },
];
