import { accountByEmail, setEmailVerified } from '#server/access/identity/account.repo.ts';
import { revokeSessions } from '#server/access/sessions/session.repo.ts';
import { deleteEmailProof } from '#server/accounts/email-proof.repo.ts';
import { createResetLink } from '#server/accounts/password.service.ts';
import { deleteSecondFactor } from '#server/accounts/second-factor.repo.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { ConfigurationError } from '#server/platform/config/configuration-error.ts';
import type { Database } from '#server/platform/database/database.ts';
import { publishFromCommand } from '#server/platform/realtime/change-events.ts';
import { withDatabase } from './open-database.ts';

const USAGE = `What the administrator does with accounts. It works beside a running Hubkeep, with the same environment.

  npm run user -- list                  every account
  npm run user -- reset-link <email>    a link to set a new password: works once, for 24 hours
  npm run user -- verify <email>        note that the address is this person's
  npm run user -- reset-second-factor <email>
                                        turn the second factor of a person off who lost it
  npm run user -- sign-out <email>      sign somebody out everywhere, at once
`;

/** Ends the command with a message for the administrator. */
class CommandError extends Error {}

async function accountOf(database: Database, email: string) {
  const account = await accountByEmail(database, email);
  if (!account) throw new CommandError(`No account has the email ${email}.`);
  return account;
}

/** What is written to standard output; messages for people go to standard error. */
type Output = string;

async function list(database: Database): Promise<Output> {
  const accounts = await database
    .selectFrom('app_user')
    .select(['email', 'first_name', 'last_name', 'is_email_verified', 'created_at'])
    .where('password_hash', 'is not', null)
    .orderBy('email_key')
    .execute();
  const lines = accounts.map((one) =>
    [
      one.email,
      `${one.first_name} ${one.last_name}`.trim(),
      one.is_email_verified ? 'verified' : 'not verified',
      one.created_at.toISOString().slice(0, 10),
    ].join('\t'),
  );
  return lines.map((line) => `${line}\n`).join('');
}

async function run([command, email, ...rest]: string[]): Promise<Output> {
  const config = readConfig(process.env);
  if (rest.length > 0) throw new CommandError(USAGE);
  if (command === 'list' && email === undefined) return withDatabase(config, list);
  if (email === undefined) throw new CommandError(USAGE);
  switch (command) {
    case 'reset-link':
      return withDatabase(config, async (database) => {
        const account = await accountOf(database, email);
        return `${await createResetLink({ database }, config.publicUrl, account.id)}\n`;
      });
    case 'verify':
      return withDatabase(config, async (database) => {
        const account = await accountOf(database, email);
        await setEmailVerified(database, account.id);
        await deleteEmailProof(database, account.id);
        process.stderr.write(`${account.email} is noted as verified.\n`);
        return '';
      });
    case 'reset-second-factor':
      return withDatabase(config, async (database) => {
        const account = await accountOf(database, email);
        const ended = await database.transaction().execute((trx) => deleteSecondFactor(trx, account.id));
        if (!ended) throw new CommandError(`${account.email} has no second factor.`);
        process.stderr.write(`The second factor of ${account.email} is off. Their password still counts.\n`);
        return '';
      });
    case 'sign-out':
      return withDatabase(config, async (database) => {
        const account = await accountOf(database, email);
        await revokeSessions(database, { userId: account.id, reason: 'signed_out_by_administrator' });
        await publishFromCommand(database, [{ about: 'account', userId: account.id }]);
        process.stderr.write(`${account.email} is signed out everywhere.\n`);
        return '';
      });
    default:
      throw new CommandError(USAGE);
  }
}

try {
  process.stdout.write(await run(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof CommandError || error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message.trimEnd()}\n`);
  process.exitCode = 1;
}
