const SHORTEST = 8;

let loading: Promise<ReadonlySet<string>> | undefined;

/** The 18,000 passwords that attackers try first; read when a password is first chosen. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((word) => word.length >= SHORTEST)),
  );
  return loading;
}

/** Whether a password is easy to guess for the account with this address. */
export async function isEasilyGuessed(password: string, email = ''): Promise<boolean> {
  const word = password.toLowerCase();
  const address = email.toLowerCase();
  const isOwnAddress = word === address || word === address.split('@')[0];
  return isOwnAddress || new Set(word).size < 3 || (await commonPasswords()).has(word);
}
