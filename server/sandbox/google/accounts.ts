import { idFrom } from '../deterministic.ts';

export interface Account {
  /** Short name used on the consent page and by the admin routes. */
  id: string;
  sub: string;
  name: string;
  givenName: string;
  familyName: string;
  email: string;
  note: string;
  colour: string;
  channel: { id: string; title: string; handle: string } | null;
}

const sub = (id: string) =>
  `1${BigInt(`0x${Buffer.from(idFrom(`sub/${id}`, 10)).toString('hex')}`)
    .toString()
    .slice(0, 20)}`;
const channelId = (id: string) => `UC${idFrom(`account/${id}`, 22)}`;

export const accounts: readonly Account[] = [
  {
    id: 'ada',
    sub: sub('ada'),
    name: 'Ada Example',
    givenName: 'Ada',
    familyName: 'Example',
    email: 'ada@example.com',
    note: 'A personal account with a channel',
    colour: '#2f5d8a',
    channel: { id: channelId('ada'), title: 'Ada Example', handle: '@ada-example' },
  },
  {
    id: 'brand',
    sub: sub('brand'),
    name: 'Example Cloud Notes',
    givenName: 'Example Cloud Notes',
    familyName: '',
    email: 'example-cloud-notes-4821@pages.plusgoogle.com',
    note: 'A brand channel with an address of its own',
    colour: '#7a5230',
    channel: { id: channelId('brand'), title: 'Example Cloud Notes', handle: '@examplecloudnotes' },
  },
  {
    id: 'noor',
    sub: sub('noor'),
    name: 'Noor Example',
    givenName: 'Noor',
    familyName: 'Example',
    email: 'noor@example.com',
    note: 'An account without a YouTube channel',
    colour: '#4d6b45',
    channel: null,
  },
];

export const findAccount = (id: string): Account | undefined => accounts.find((account) => account.id === id);
