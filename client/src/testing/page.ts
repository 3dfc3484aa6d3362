import {
  type BoundFunctions,
  fireEvent,
  type queries,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import type { FakeServer } from './fake-server.ts';
import { withoutLayout } from './render.tsx';

const BAD_NEWS = /Failed|^Error$|Already Exists/;

/**
 * Waits for a toast with this title and text. Failures must have the role alert, others
 * the role status.
 */
export async function expectNotice(
  title: string,
  words?: string | RegExp,
  { urgent = BAD_NEWS.test(title) } = {},
): Promise<void> {
  const region = await screen.findByRole('region', { name: title });
  if (words) expect(await within(region).findByText(words)).toBeInTheDocument();
  expect(region.closest('[role]:not(section)')).toHaveAttribute(
    'role',
    urgent ? 'alert' : 'status',
  );
}

/** Expects each label to be directly followed by its value. */
export function expectFacts(
  facts: Record<string, string>,
  within: Pick<BoundFunctions<typeof queries>, 'getByText'> = screen,
): void {
  for (const [label, value] of Object.entries(facts))
    expect(
      within.getByText(label, { selector: 'dt, h3, h4' }).nextElementSibling?.textContent,
    ).toBe(value);
}

type Place = Pick<BoundFunctions<typeof queries>, 'getByRole'>;

export const expectLink = (name: string | RegExp, href: string, place: Place = screen) =>
  expect(place.getByRole('link', { name })).toHaveAttribute('href', href);

/**
 * Expects the links that YouTube's terms require. External links must open in a new tab
 * without a referrer.
 */
export function expectPolicyLinks(): void {
  for (const [name, href] of [
    ['YouTube’s Terms of Service', 'https://www.youtube.com/t/terms'],
    ['Google’s Privacy Policy', 'https://policies.google.com/privacy'],
    ['take its access back at Google', 'https://myaccount.google.com/permissions'],
  ] as const) {
    const link = screen.getByRole('link', { name });
    expect(link).toHaveAttribute('href', href);
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noreferrer');
  }
  const own = screen.getByRole('link', {
    name: 'What Chime In stores, and how to delete it',
  });
  expect(own).toHaveAttribute('href', '/privacy');
}

/** Returns the time and the words of each step in the open row of a comment. */
export const commentSteps = () =>
  within(screen.getByRole('list', { name: 'What became of it' }))
    .getAllByRole('listitem')
    .map((step) => [
      within(step).getByRole('time').textContent,
      within(step).getByRole('paragraph').textContent,
    ]);

/** Runs the action and waits until the page has requested this path again. */
export async function expectAsksAgain(
  server: FakeServer,
  path: string,
  act: () => Promise<void>,
): Promise<void> {
  const reads = () =>
    server.calls.filter((call) => call.method === 'GET' && call.path === path).length;
  const before = reads();
  await act();
  await waitFor(() => expect(reads()).toBeGreaterThan(before));
}

/**
 * Waits until loaded data is rendered, before checking that
 * something does not appear. Lists render in a later task.
 */
export const drawn = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 20));

export const cardOf = async (title: string) =>
  within(await screen.findByRole('article', { name: title }));

/** Waits for the dialog with this name. */
export const findDialog = async (name: string) =>
  within(await screen.findByRole('dialog', { name }));

/** Waits for the dialog that asks this question. */
export const findQuestion = async (name: string) =>
  within(await screen.findByRole('alertdialog', { name }));

type Container = Pick<BoundFunctions<typeof queries>, 'findByRole'>;

/** Clicks the element with this role and name, once there is one. */
export async function click(
  role: string,
  name: string | RegExp,
  container: Container = screen,
): Promise<void> {
  await userEvent.click(await container.findByRole(role, { name }), withoutLayout);
}

export const press = (button: string | RegExp, container?: Container) =>
  click('button', button, container);

/** Chooses an option of the select with this label. */
export async function select(label: string, option: string): Promise<void> {
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: label }),
    option,
    withoutLayout,
  );
}

/** Replaces the text of the field with this label. */
export async function fill(label: string, text: string): Promise<void> {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text, withoutLayout);
}

export function expectNoDialog(): void {
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
}

/** Posts the comment on this video with both presses of Post Now. */
export async function postNow(title: string): Promise<void> {
  await press('Post Now', await cardOf(title));
  await press(/^Post (as|to) /, await cardOf(title));
}

/** Collects the files that the page downloads from now on. */
export function catchDownloads(): File[] {
  const files: File[] = [];
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) made.push(file);
    return 'blob:test';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    const [content] = made.splice(0);
    if (content) files.push(new File([content], this.download, { type: content.type }));
  });
  return files;
}

/** Scrolls the window to a row. Call `giveRowsHeight` first. */
export function scrollToRow(index: number): void {
  vi.stubGlobal('scrollY', index * ROW);
  fireEvent.scroll(window);
}

const ROW = 62;

/** Gives all rows a height. jsdom has no layout, so all rows would be in view at once. */
export function giveRowsHeight(): void {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW);
}
