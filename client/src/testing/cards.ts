import { screen, within } from '@testing-library/react';

/** What is inside the card or row of this name, once it is there. */
export const cardOf = async (title: string) => within(await screen.findByRole('article', { name: title }));
