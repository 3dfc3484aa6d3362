import { type BoundFunctions, type queries, screen } from '@testing-library/react';
import { expect } from 'vitest';

/** Expects each label directly before its value. */
export function expectFacts(
  facts: Record<string, string>,
  within: Pick<BoundFunctions<typeof queries>, 'getByText'> = screen,
): void {
  for (const [label, value] of Object.entries(facts))
    expect(within.getByText(label, { selector: 'dt, h4' }).nextElementSibling?.textContent).toBe(value);
}
