/** The name of a file that answers a form: `acme.xlsx` is answered by `acme.xlsx.result.json`. */
export function answerName(form: string, kind: 'result' | 'problems'): string {
  // A folder's names are 200 bytes at most; a character that would be cut in two goes whole.
  const name = Buffer.from(form)
    .subarray(0, 180)
    .toString('utf8')
    .replace(/\ufffd$/, '');
  return `${name}.${kind}.json`;
}

/** The beginning of the month that a moment is in, by UTC. */
export function monthOf(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}
