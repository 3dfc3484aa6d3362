import { AppError } from '../../core/errors.ts';
import type { PostingAccount } from './posting-account.ts';
import type { Renewal } from './settlement.rules.ts';

/** After a 401: whether another try with a new token makes sense. */
export async function renewToken(
  account: Pick<PostingAccount, 'refreshAccessToken'>,
  rejected: string,
): Promise<Renewal> {
  try {
    await account.refreshAccessToken(rejected);
    return 'renewed';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === 'youtube_unavailable' ? 'unavailable' : 'refused';
  }
}
