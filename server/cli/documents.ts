import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { configuredAdapters } from '../adapters.ts';
import { rejectionReasons } from '../domains/documents/model.ts';
import { openFile, reviewDocument } from '../domains/documents/service.ts';
import { documentReviewed } from '../domains/onboarding/service.ts';
import { parseToken } from '../kernel/ids.ts';
import { portsOf } from '../kernel/port.ts';
import { instanceOption, openWork, withInstance } from './books.ts';
import { CliError, type Command, type Input, misuse, print } from './command.ts';

/** Documents as those see them who review them. */

function tokenIn(input: Input): string {
  const id = parseToken(input.words[0]!);
  if (id === undefined) throw misuse('the document is named by its token');
  return id;
}

export const documentsSave: Command = {
  name: ['documents', 'save'],
  takes: '<document> <file>',
  wordCount: [2, 2],
  summary: 'open a document and write its contents into a file',
  help: 'The file is made anew, readable by its owner only. Take it away when it has been looked at.',
  options: { instance: instanceOption },
  async run(input) {
    const [id, path] = [tokenIn(input), input.path(input.words[1]!)];
    const contents = await withInstance(input, ({ config, vault }, instance) =>
      openFile({ port: portsOf(configuredAdapters(config)), vault }, instance, id),
    );
    if (contents === undefined) throw new CliError(`there is no document ${id}`);
    try {
      writeFileSync(path, contents, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      throw new CliError(`cannot write ${path}: ${(error as NodeJS.ErrnoException).code}`);
    }
    print(input, { document: id, file: path, bytes: contents.length }, `${contents.length} bytes in ${path}`);
    return 0;
  },
};

export const documentsReview: Command = {
  name: ['documents', 'review'],
  takes: '<document> accepted|rejected',
  wordCount: [2, 2],
  summary: 'accept or reject a document',
  help: 'A rejection needs its reason. DOCUMENT.UPDATE is sent, and the application asks for what is missing then.',
  options: {
    instance: instanceOption,
    reason: { type: 'string', value: '<reason>', about: rejectionReasons.join(', ') },
    by: { type: 'string', value: '<name>', about: 'who decides; otherwise the user of this machine' },
  },
  async run(input) {
    const id = tokenIn(input);
    const result = (['accepted', 'rejected'] as const).find((each) => each === input.words[1]);
    if (result === undefined) throw misuse('a document is accepted or rejected');
    const reason = rejectionReasons.find((each) => each === input.text('reason')) ?? null;
    if ((result === 'rejected') !== (reason !== null)) {
      throw misuse(`--reason says why a document is rejected: ${rejectionReasons.join(', ')}`);
    }
    const by = input.text('by') ?? userInfo().username;
    const document = await withInstance(input, (books, instance) =>
      openWork(books)(instance, 'documents review', async (context) => {
        const { tx, now: at } = context;
        const reviewed = await reviewDocument(tx, instance, id, { result, reason, by, at });
        if (reviewed === undefined) throw new CliError(`there is no document ${id}`);
        for (const event of reviewed.events) context.emit(event);
        const { application } = reviewed.document;
        const { vault, config } = books;
        const desk = { instance, vault, environment: config.environment, by, ...context };
        if (application !== null) await documentReviewed(desk, application);
        return reviewed.document;
      }),
    );
    print(input, document, `${document.token} is ${document.status}`);
    return 0;
  },
};
