import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hitScore, nameKeys, prepareName, scoreNames } from '../../kernel/names/screening.ts';
import { negatives, positives, type Subject } from './labelled-subjects.ts';

function best({ names, kind }: Subject, query: string): number {
  return Math.max(...names.map((name) => scoreNames(query, name, kind).score));
}

function hitsKey(subject: Subject, query: string): boolean {
  const keys = nameKeys(query, subject.kind);
  return subject.names.some((name) => nameKeys(name, subject.kind).some((key) => keys.includes(key)));
}

test('recall is at least 0.98 at a precision of at least 0.95', () => {
  const missed = positives.filter(({ subject, query }) => best(subject, query) < hitScore);
  const wrong = negatives.filter(({ subject, query }) => best(subject, query) >= hitScore);
  const hits = positives.length - missed.length;
  const said = JSON.stringify({
    missed: missed.map(({ subject, query }) => `${query} | ${subject.names[0]} ${best(subject, query).toFixed(2)}`),
    wrong: wrong.map(({ subject, query }) => `${query} | ${subject.names[0]} ${best(subject, query).toFixed(2)}`),
  });
  assert.ok(hits / positives.length >= 0.98, `recall ${hits / positives.length}: ${said}`);
  assert.ok(hits / (hits + wrong.length) >= 0.95, `precision ${hits / (hits + wrong.length)}: ${said}`);
  // Precision leans on how many negatives there are; this one does not.
  assert.ok(wrong.length / negatives.length <= 0.05, `${wrong.length} of ${negatives.length} negatives: ${said}`);
});

test('what scores as a hit is found by its keys', () => {
  const lost = positives.filter(({ subject, query }) => best(subject, query) >= hitScore && !hitsKey(subject, query));
  assert.deepEqual(
    lost.map(({ query }) => query),
    [],
  );
});

test('a prepared name scores as its text does, and a score tells its parts', () => {
  const query = prepareName('Jon Smith', 'person');
  const listed = prepareName('SMITH, John', 'person');
  assert.deepEqual(scoreNames(query, listed), scoreNames('Jon Smith', 'SMITH, John', 'person'));
  assert.deepEqual(
    scoreNames(query, listed).parts.map((part) => [part.query, part.listed, part.rule]),
    [
      ['smith', 'smith', 'equal'],
      ['jon', 'john', 'nickname'],
    ],
  );
  assert.equal(scoreNames('', 'John Smith').score, 0);
});
