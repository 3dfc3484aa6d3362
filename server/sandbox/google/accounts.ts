import { idFrom } from '../random.ts';

export interface Account {
  id: string;
  sub: string;
  name: string;
  email: string;
  note: string;
  colour: string;
  channel: { id: string; title: string; handle: string } | null;
}

const account = (
  id: string,
  handle: string | null,
  rest: Omit<Account, 'id' | 'sub' | 'channel'>,
): Account => ({
  id,
  sub: BigInt(`0x1${Buffer.from(idFrom(`sub/${id}`, 8)).toString('hex')}`).toString(),
  ...rest,
  channel: handle === null ? null : { id: `UC${idFrom(`account/${id}`, 22)}`, title: rest.name, handle },
});

export const accounts: readonly Account[] = [
  account('ada', '@ada-example', {
    name: 'Ada Example',
    email: 'ada@example.com',
    note: 'A personal account with a channel',
    colour: '#2f5d8a',
  }),
  account('brand', '@examplecloudnotes', {
    name: 'Example Cloud Notes',
    email: 'example-cloud-notes-4821@pages.plusgoogle.com',
    note: 'A brand channel with an address of its own',
    colour: '#7a5230',
  }),
  account('noor', null, {
    name: 'Noor Example',
    email: 'noor@example.com',
    note: 'An account without a YouTube channel',
    colour: '#4d6b45',
  }),
];

export const findAccount = (id: string): Account | undefined => accounts.find((account) => account.id === id);
