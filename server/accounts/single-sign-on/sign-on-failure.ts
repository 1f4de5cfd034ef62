import type { SignOnProblem } from '#lib/browser/sign-on-problem.ts';

/** A sign-in at the provider that ends on the sign-in page, which says why. */
export class SignOnFailure extends Error {
  override name = 'SignOnFailure';
  readonly problem: SignOnProblem;

  constructor(problem: SignOnProblem, options?: ErrorOptions) {
    super(`Single sign-on failed: ${problem}`, options);
    this.problem = problem;
  }
}
