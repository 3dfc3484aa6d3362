import { type BoundFunctions, type queries, screen } from '@testing-library/react';
import { expect } from 'vitest';

/** That each label stands before its value and nothing else, in a list of facts or on the whole page. */
export function expectFacts(
  facts: Record<string, string>,
  within: Pick<BoundFunctions<typeof queries>, 'getByText'> = screen,
): void {
  for (const [label, value] of Object.entries(facts))
    expect(within.getByText(label, { selector: 'dt, h4' }).nextElementSibling?.textContent).toBe(value);
}
