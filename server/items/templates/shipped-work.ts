import type { ShippedTemplate } from './shipped-template.ts';

/** Templates for what people work on. */
export const WORK_TEMPLATES: readonly ShippedTemplate[] = [
  {
    id: 'project-plan',
    title: 'Project plan',
    description: 'Goal, scope, people, milestones and risks of a project on one page.',
    content: `**Owner:**\\
**From – to:**

## Goal

What is different once this is done, and for whom?

## Scope

- In:
- Out:

## People

| Who | Does what |
| --- | --------- |
|     |           |

## Milestones

| Milestone | By when | State |
| --------- | ------- | ----- |
|           |         | Open  |

## Risks

| Risk | How likely | What we do about it |
| ---- | ---------- | ------------------- |
|      |            |                     |

## Open questions

- [ ] 
`,
  },
  {
    id: 'how-to',
    title: 'How-to',
    description: 'Step by step to one result, for somebody who does it for the first time.',
    content: `What this is good for, in one sentence.

## Before you begin

- You need:
- It takes about:

## Steps

1. 
2. 
3. 

## Check that it worked

How does one see that the result is right?

## If something goes wrong

| What you see | What to do |
| ------------ | ---------- |
|              |            |

## See also

- 
`,
  },
  {
    id: 'onboarding',
    title: 'Onboarding',
    description: 'The first day, week and month of somebody new.',
    content: `Welcome! This is your plan for the first weeks. Tick off what is done.

**Your contact for everything:**\\
**Your team:**

## Before the first day

- [ ] Accounts and devices are ready
- [ ] The first week is in the calendar

## First day

- [ ] Meet the team
- [ ] Set up your workplace
- [ ] Read how we work

## First week

- [ ] Meet whom you will work with
- [ ] Finish a first small task

## First month

- [ ] 

## Who knows what

| Subject | Who |
| ------- | --- |
|         |     |
`,
  },
  {
    id: 'incident-report',
    title: 'Incident report',
    description: 'What happened, why, and what keeps it from happening again. Without blame.',
    content: `**Severity:**\\
**From – to:**\\
**Written by:**

## Summary

What happened, in three sentences.

## Impact

Who noticed what, and for how long?

## Timeline

| Time | What happened |
| ---- | ------------- |
|      |               |

## Causes

Why did it happen, and why was it not noticed earlier?

## What went well

- 

## Actions

| Action | Who | By when |
| ------ | --- | ------- |
|        |     |         |
`,
  },
];
