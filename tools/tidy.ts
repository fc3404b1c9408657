import { dirname } from 'node:path';
import * as code from './tidy/code.ts';
import * as imports from './tidy/imports.ts';
import { type Finding, type Rule, readSources, type Source } from './tidy/source.ts';
import * as sql from './tidy/sql.ts';

/** The style guide as a test: every rule that a machine can check, over every file of the project. */
const rules: readonly Rule[] = [
  code.fileLength,
  code.functionLength,
  code.fileNames,
  code.domainShape,
  code.operationFileName,
  code.noDefaultExport,
  code.noBarrel,
  code.noFocusedTest,
  code.noConstraintName,
  code.noReminder,
  code.noWorkplace,
  code.noDeadLink,
  imports.importDirection,
  imports.noDeadFile,
  imports.noDeadExport,
  sql.distributeMark,
  sql.instanceFirst,
  sql.portableSql,
  sql.foreignKeyInSchema,
  sql.instanceNamed,
  sql.sqlInStore,
  sql.ownSchema,
];

/** All findings of all rules, by file and line. */
export function tidy(sources: readonly Source[]): readonly Finding[] {
  return rules
    .flatMap((rule) => rule(sources))
    .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
}

if (import.meta.main) {
  const findings = tidy(readSources(dirname(import.meta.dirname)));
  for (const { file, line, rule, fix } of findings) console.error(`${file}:${line} ${rule}: ${fix}`);
  if (findings.length > 0) process.exitCode = 1;
  else console.log(`tidy: ${rules.length} rules, nothing found`);
}
