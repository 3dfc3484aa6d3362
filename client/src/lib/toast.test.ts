import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { dismissToast, toast, useToast } from './toast.ts';

it('drops a toast 1,000,000 ms after its dismissal, unless another one came (rule 9.3)', () => {
  vi.useFakeTimers();
  const { result } = renderHook(useToast);
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const dismissed = (title: string) =>
    act(() => {
      toast({ title });
      dismissToast();
    });
  dismissed('First');
  wait(999_999);
  expect(result.current).toMatchObject({ title: 'First', open: false });
  dismissed('Second');
  wait(999_999);
  expect(result.current).toMatchObject({ title: 'Second', open: false });
  wait(1);
  expect(result.current).toBeNull();
});
