import type { AccountService } from '../auth/account.service.ts';

/** What posting needs of the owner's account. */
export type PostingAccount = Pick<AccountService, 'account' | 'accessToken' | 'refreshAccessToken' | 'block'>;
