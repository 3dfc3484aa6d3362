import { describe, expect, it } from 'vitest';
import { wayBack } from './restore-queue-item.ts';

describe('the way back to an earlier status', () => {
  it('goes directly where the table allows it', () => {
    expect(wayBack('approved', 'pending')).toEqual(['pending']);
    expect(wayBack('rejected', 'pending')).toEqual(['pending']);
    expect(wayBack('pending', 'rejected')).toEqual(['rejected']);
  });

  it('goes over pending where it does not', () => {
    expect(wayBack('approved', 'rejected')).toEqual(['pending', 'rejected']);
    expect(wayBack('rejected', 'approved')).toEqual(['pending', 'approved']);
  });

  it('ends in review where a failure cannot be brought back, and never touches what is posted', () => {
    expect(wayBack('approved', 'failed')).toEqual(['pending']);
    expect(wayBack('posted', 'approved')).toEqual([]);
    expect(wayBack('approved', 'approved')).toEqual([]);
  });
});
