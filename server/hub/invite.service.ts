import type { Account } from '../account/account.repo.ts';
import type { Transaction } from '../database/database.ts';

export async function acceptInviteAtRegistration(_trx: Transaction, _account: Account, _token: string) {}
