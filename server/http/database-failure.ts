/** PostgreSQL is away: classes 08, 53 and 57P, a database that takes nobody (55000) or is being replaced (3D000). */
const lostStates = /^(08...|53...|57P0.|55000|3D000)$/;
const lostSockets = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'];
const lostWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|PGlite is clos)/;

/** What a failed query says about the request, or null where the error is not the database's. */
export function databaseFailure(error: unknown): 'lost' | 'unstorable' | null {
  for (const each of causes(error)) {
    const code = 'code' in each ? String(each.code) : '';
    if (lostStates.test(code) || lostSockets.includes(code) || lostWords.test(each.message)) return 'lost';
    // Data exceptions: a value that PostgreSQL has no room for and the contract let through.
    if (/^22[0-9A-Z]{3}$/.test(code)) return 'unstorable';
  }
  return null;
}

function causes(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let each = error; each instanceof Error && chain.length < 5; each = each.cause) chain.push(each);
  return chain;
}
