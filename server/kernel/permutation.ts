import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const rounds = 10;

/**
 * A keyed permutation of the numbers of so many decimal digits (0 to 10^digits − 1; 2 to 18 digits): a counter goes in,
 * numbers come out that never repeat and of which nobody without the key knows the neighbour. Its results are kept as
 * account numbers, so it must never change for a given key.
 *
 * It is a Feistel network over the two halves of the digits, with addition modulo the half, as in NIST's FF1 but with
 * HMAC-SHA256 as the round function. It stays inside the digits, and needs no cycle walking.
 */
export function permute(number: bigint | number, digits: number, key: Uint8Array): bigint {
  if (!Number.isInteger(digits) || digits < 2 || digits > 18) throw new RangeError(`${digits} digits: not 2 to 18`);
  const input = BigInt(number);
  if (input < 0n || input >= 10n ** BigInt(digits)) throw new RangeError(`${input} has not ${digits} digits`);
  let leftModulus = 10n ** BigInt(Math.floor(digits / 2));
  let rightModulus = 10n ** BigInt(Math.ceil(digits / 2));
  // Made once here: a key given as bytes would be made anew in every round, at five times the cost.
  const secret = createSecretKey(key);
  let left = input / rightModulus;
  let right = input % rightModulus;
  for (let round = 0; round < rounds; round++) {
    const mixed = (left + roundFunction(secret, digits, round, right)) % leftModulus;
    [left, right] = [right, mixed];
    [leftModulus, rightModulus] = [rightModulus, leftModulus];
  }
  return left * rightModulus + right;
}

function roundFunction(secret: KeyObject, digits: number, round: number, half: bigint): bigint {
  const message = Buffer.alloc(10);
  message.writeUInt8(digits, 0);
  message.writeUInt8(round, 1);
  message.writeBigUInt64BE(half, 2);
  return createHmac('sha256', secret).update(message).digest().readBigUInt64BE(0);
}
