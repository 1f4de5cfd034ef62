// The commit-msg hook: checks the length of the subject, and the empty line below it.
import { readFileSync } from 'node:fs';
import { messageProblems } from './staged-problems.mjs';

const problems = messageProblems(readFileSync(process.argv[2], 'utf8'));
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
