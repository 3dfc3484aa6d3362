import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Waits for the card or row of this title. */
export const cardOf = async (title: string) => within(await screen.findByRole('article', { name: title }));

/** Posts the comment on this video in two steps. */
export async function postNow(user: UserEvent, title: string): Promise<void> {
  await user.click((await cardOf(title)).getByRole('button', { name: 'Post Now' }));
  await user.click((await cardOf(title)).getByRole('button', { name: /^Post (as|to) / }));
}
