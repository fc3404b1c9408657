import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import { type Problem, problem } from './problem.ts';

/** The schemes' published schemas, from a folder that holds them as `<message>.xsd`. They are no part of the project. */
export class Schemas {
  readonly #folder: string;
  readonly #names: ReadonlySet<string>;
  readonly #validators = new Map<string, XsdValidator>();

  constructor(folder: string) {
    this.#folder = folder;
    this.#names = new Set(readdirSync(folder));
  }

  /** What is wrong with the document by the schema of its message; nothing when the folder has none. */
  validate(document: XmlDocument, message: string): Problem | undefined {
    if (!this.#names.has(`${message}.xsd`)) return undefined;
    try {
      this.#validatorOf(message).validate(document);
      return undefined;
    } catch (error) {
      if (!(error instanceof XmlValidateError)) throw error;
      return problem('schema', 'Document', `line ${error.details[0]?.line ?? 0}: not valid by the schema`);
    }
  }

  #validatorOf(message: string): XsdValidator {
    const known = this.#validators.get(message);
    if (known !== undefined) return known;
    const schema = XmlDocument.fromBuffer(readFileSync(join(this.#folder, `${message}.xsd`)));
    const validator = XsdValidator.fromDoc(schema);
    schema.dispose();
    this.#validators.set(message, validator);
    return validator;
  }
}
