import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { useAddress, useAddressDialog } from './address.ts';

const contract = z.object({ sort: z.enum(['match', 'date']), q: z.string() });

beforeEach(() =>
  window.history.replaceState(null, '', '/discover?sort=date&q=helm&video=3'),
);

it('reads the address and ignores values that do not parse', () => {
  window.history.replaceState(null, '', '/discover?sort=luck&q=helm');
  const { result } = renderHook(() => useAddress(contract));
  expect(result.current[0]).toEqual({ q: 'helm' });
});

it('changes one parameter in place and keeps the others', async () => {
  const entries = window.history.length;
  const { result } = renderHook(() => useAddress(contract));
  act(() => result.current[1]({ sort: 'match', q: undefined }));
  await waitFor(() => expect(result.current[0]).toEqual({ sort: 'match' }));
  expect(window.location.search).toBe('?sort=match&video=3');
  expect(window.history.length).toBe(entries);
});

it('goes Back to close only a dialog that it opened itself', async () => {
  window.history.replaceState(null, '', '/discover?q=helm');
  const { result } = renderHook(() => useAddressDialog('video'));
  act(() => result.current.open('7'));
  expect(result.current.value).toBe('7');
  act(() => result.current.close());
  await waitFor(() => expect(result.current.value).toBeNull());
  expect(window.location.search).toBe('?q=helm');
});

it('stays on the page when a dialog from a shared address closes', async () => {
  const { result } = renderHook(() => useAddressDialog('video'));
  expect(result.current.value).toBe('3');
  act(() => result.current.close());
  await waitFor(() => expect(result.current.value).toBeNull());
  expect(window.location.search).toBe('?sort=date&q=helm');
});

it('replaces the dialog from which it was opened, so that Back leads to the page', async () => {
  window.history.replaceState(null, '', '/discover?q=helm');
  const { result } = renderHook(
    () => [useAddressDialog('video'), useAddressDialog('generate')] as const,
  );
  act(() => result.current[0].open('7'));
  act(() => result.current[1].open('7', 'video'));
  expect(window.location.search).toBe('?q=helm&generate=7');
  act(() => result.current[1].open('8', 'generate'));
  expect(window.location.search).toBe('?q=helm&generate=8');
  act(() => {
    result.current[1].close();
    result.current[1].close();
  });
  await waitFor(() => expect(result.current[1].value).toBeNull());
  expect(window.location.search).toBe('?q=helm');
});

it('opens a dialog only once when its button is pressed several times (rule 12.9)', async () => {
  window.history.replaceState(null, '', '/discover?q=helm');
  const { result } = renderHook(() => useAddressDialog('video'));
  act(() => {
    result.current.open('7');
    result.current.open('7');
  });
  act(() => result.current.close());
  await waitFor(() => expect(result.current.value).toBeNull());
  expect(window.location.search).toBe('?q=helm');
});

it('shows another item in the open dialog, which still closes with one press (rule 12.9)', async () => {
  window.history.replaceState(null, '', '/discover?q=helm');
  const { result } = renderHook(() => useAddressDialog('video'));
  act(() => {
    result.current.open('7');
    result.current.open('8');
  });
  expect(result.current.value).toBe('8');
  act(() => result.current.close());
  await waitFor(() => expect(result.current.value).toBeNull());
  expect(window.location.search).toBe('?q=helm');
});

it('closes a dialog that was reopened by Forward (rule 12.9)', async () => {
  window.history.replaceState(null, '', '/discover?q=helm');
  const { result } = renderHook(() => useAddressDialog('video'));
  act(() => result.current.open('7'));
  act(() => result.current.close());
  await waitFor(() => expect(result.current.value).toBeNull());
  act(() => window.history.forward());
  await waitFor(() => expect(result.current.value).toBe('7'));
  act(() => result.current.close());
  await waitFor(() => expect(result.current.value).toBeNull());
});
