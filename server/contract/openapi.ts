import type { TObject, TSchema } from 'typebox';
import type { Domain } from '../kernel/domain.ts';
import type { EventDefinition } from '../kernel/event.ts';
import type { Operation } from '../kernel/operation.ts';
import type { Refusal } from '../kernel/refusal.ts';
import {
  changes,
  type Door,
  doorRefusals,
  doorsOf,
  eventsOf,
  pathParameters,
  refusalsOf,
  servedDomains,
  takesBody,
} from './catalog.ts';
import { shareSchemas } from './shared-schemas.ts';
import { signatureText, webhookSignatureText } from './texts.ts';

/** What differs between the addresses that serve the document. */
export interface OpenapiOptions {
  /** The address of the API with its root path. */
  readonly baseUrl?: string;
  /** False leaves out what no production server has: the simulations. */
  readonly sandbox?: boolean;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * The OpenAPI 3.1 document of a registry. HTTP is always 200: an answer is one of two shapes, told apart by `code`
 * (0: success, else refused). The operation's name, permission and refusals stand in `x-openemi-…` members.
 */
export function openapi(registry: readonly Domain[], options: OpenapiOptions = {}): Json {
  const { baseUrl = 'http://127.0.0.1:8080', sandbox = true } = options;
  const domains = servedDomains(registry, sandbox);
  const doors = doorsOf(domains);
  const paths: Record<string, Record<string, Json>> = {};
  for (const door of doors) {
    const path = paths[door.route.path] ?? {};
    paths[door.route.path] = path;
    path[door.route.method.toLowerCase()] = pathOperation(door);
  }
  const webhooks = Object.fromEntries(eventsOf(domains).map((event) => [event.action, { post: webhook(event) }]));
  const shared = shareSchemas({ paths, webhooks }, Object.keys(schemas));
  const used = new Set(doors.map((door) => door.domain));
  return {
    openapi: '3.1.0',
    info: {
      title: 'OpenEMI',
      version: '2026-11-01',
      summary: 'Accounts, transfers and webhooks of an electronic money institution',
      description: `Every answer has HTTP status 200; \`code\` in its body says what happened.\n\n${signatureText}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [], timestamp: [], hash: [] }],
    tags: domains
      .filter(({ name }) => used.has(name))
      .map(({ name, summary }) => ({ name, description: summary ?? `The operations of ${name}.` })),
    ...shared.part,
    components: { securitySchemes, schemas: { ...schemas, ...shared.schemas }, parameters, headers, responses },
  };
}

/** The document as text, as `/openapi.json` serves it and `generated/openapi.json` keeps it. */
export function openapiText(domains: readonly Domain[], options: OpenapiOptions = {}): string {
  return `${JSON.stringify(openapi(domains, options), null, 2)}\n`;
}

function pathOperation(door: Door): Json {
  const { operation, route } = door;
  const body = takesBody(operation, route) ? { requestBody: requestBody(operation) } : {};
  return {
    operationId: door.id,
    tags: [door.domain],
    summary: operation.summary,
    description: operation.description,
    ...(route.deprecation && { deprecated: true, 'x-openemi-deprecation': route.deprecation }),
    parameters: parametersOf(door),
    ...body,
    responses: {
      200: {
        description: 'Done (`code` 0), or refused (any other `code`).',
        headers: { 'x-request-id': ref('headers', 'RequestId') },
        content: { 'application/json': { schema: answerSchema(operation), examples: answerExamples(operation) } },
      },
      '4XX': ref('responses', 'NotFromTheBank'),
    },
    'x-openemi-operation': operation.name,
    'x-openemi-permission': operation.permission,
    'x-openemi-refusals': refusalsOf(operation).map(({ name, code, key }) => ({ name, code, key })),
    ...(operation.sandboxOnly && { 'x-openemi-sandbox-only': true }),
  };
}

function parametersOf(door: Door): Json[] {
  const { operation, route } = door;
  const path = pathParameters(route).map((name) =>
    parameter('path', name, operation.params, true, operation.example.params),
  );
  const query = Object.keys(operation.query.properties).map((name) =>
    parameter('query', name, operation.query, isRequired(operation.query, name), operation.example.query),
  );
  return [...path, ...query, ...(changes(route) ? [ref('parameters', 'IdempotencyKey')] : [])];
}

function parameter(place: string, name: string, part: TObject, required: boolean, example: Json | undefined): Json {
  const { description, ...schema } = part.properties[name] as TSchema & { description?: string };
  return {
    name,
    in: place,
    required,
    ...(description !== undefined && { description }),
    schema,
    ...(example !== undefined && name in example && { example: example[name] }),
  };
}

function isRequired(part: TObject, name: string): boolean {
  return (part as { required?: readonly string[] }).required?.includes(name) ?? false;
}

function requestBody(operation: Operation): Json {
  const { body, example } = operation;
  const required = ((body as { required?: readonly string[] }).required ?? []).length > 0;
  const media = { schema: body, ...(example.body !== undefined && { example: example.body }) };
  return { required, content: { 'application/json': media } };
}

function answerSchema(operation: Operation): Json {
  const codes = [...new Set([...doorRefusals, ...refusalsOf(operation)].map(({ code }) => code))];
  return {
    oneOf: [
      {
        type: 'object',
        title: 'Success',
        required: ['code', 'message', 'data'],
        properties: { code: { const: 0 }, message: { const: 'success' }, data: operation.response },
      },
      {
        title: 'Refused',
        allOf: [ref('schemas', 'Error'), { type: 'object', properties: { code: { enum: codes } } }],
      },
    ],
  };
}

function answerExamples(operation: Operation): Json {
  const examples: Record<string, Json> = {
    success: { summary: 'Done', value: { code: 0, message: 'success', data: operation.example.response } },
  };
  for (const refusal of refusalsOf(operation)) {
    examples[refusal.name] = { summary: refusal.message, value: refusalExample(refusal) };
  }
  return examples;
}

function refusalExample({ code, message, key, name }: Refusal): Json {
  const errors = [{ field: 'amount', rule: 'exclusiveMinimum', message: 'must be more than 0' }];
  return { code, message, key, ...(name.endsWith('validation_error') && { data: { errors } }) };
}

function webhook(event: EventDefinition): Json {
  const { action, payload, example } = event;
  const id = '01934a2c-7d10-8c31-8c5b-000000001073';
  const envelope = { action, payload: example, id, created_at: '2026-11-20T10:15:30.000Z', environment: 'sandbox' };
  const schema = {
    allOf: [
      ref('schemas', 'Event'),
      { type: 'object', required: ['action', 'payload'], properties: { action: { const: action }, payload } },
    ],
  };
  return {
    operationId: `event_${action.toLowerCase().replaceAll(/\W/g, '_')}`,
    summary: event.when,
    description: webhookSignatureText,
    parameters: webhookHeaders,
    requestBody: {
      required: true,
      content: {
        'application/json': { schema, example: { ...envelope, version: '2026-11-01', sequence: 4211 } },
      },
    },
    responses: {
      200: { description: 'Taken. Any other status, or none within 10 seconds, is tried again.' },
      '4XX': { description: 'Not taken: tried again 3 times, 10 seconds apart.' },
    },
  };
}

function ref(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

function header(name: string, description: string): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}

const webhookHeaders = [
  header('x-event', 'The action.'),
  header('x-delivery-attempt', 'Which try this is, from 1.'),
  header('webhook-id', "The event's id: the same on every try, so drop what you have seen."),
  header('webhook-timestamp', 'When this try was signed, in Unix seconds.'),
  header('webhook-signature', '`v1,` and a base64 signature, as Standard Webhooks says; several during a rotation.'),
];

const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The API key.' },
  timestamp: {
    type: 'apiKey',
    in: 'header',
    name: 'x-timestamp',
    description: 'When the request was signed, in Unix seconds. At most 15 seconds early or late.',
  },
  hash: { type: 'apiKey', in: 'header', name: 'x-hash', description: signatureText },
};

const schemas = {
  Error: {
    type: 'object',
    description: 'What every refused call answers.',
    required: ['code', 'message', 'key'],
    properties: {
      code: { type: 'integer', not: { const: 0 }, description: 'Why it was refused; see the refusals.' },
      message: { type: 'string', description: 'The same in words, for people.' },
      key: { type: 'string', description: 'The same as a stable text, for programs.' },
      data: {
        type: 'object',
        description: 'Details; for 11001 and -3 one entry per bad field.',
        properties: { errors: { type: 'array', items: { $ref: '#/components/schemas/FieldError' } } },
      },
    },
  },
  FieldError: {
    type: 'object',
    required: ['field', 'rule', 'message'],
    properties: {
      field: { type: 'string', description: 'Where it stands, for example debtor.iban.' },
      rule: { type: 'string', description: 'The rule that it breaks.' },
      message: { type: 'string' },
    },
  },
  Event: {
    type: 'object',
    required: ['action', 'payload', 'id', 'created_at', 'environment', 'version', 'sequence'],
    properties: {
      action: { type: 'string' },
      payload: { type: 'object' },
      id: { type: 'string', format: 'uuid', description: 'A UUIDv8 made of the instance and the number.' },
      created_at: { type: 'string', format: 'date-time' },
      environment: { enum: ['sandbox', 'production'] },
      version: { type: 'string' },
      sequence: { type: 'integer', description: 'Without gaps within the instance, in the order of commits.' },
    },
  },
};

const parameters = {
  IdempotencyKey: {
    name: 'x-idempotency-key',
    in: 'header',
    required: false,
    description:
      'Does the same thing once: a repeated key with the same body answers what was answered first, for 48 hours; with another body it is refused (11004).',
    schema: { type: 'string', minLength: 1, maxLength: 64 },
  },
};

const headers = {
  RequestId: { description: 'Names this call; give it when you ask for help.', schema: { type: 'string' } },
};

const responses = {
  NotFromTheBank: {
    description:
      'Never sent by the bank, whose status is always 200. A proxy on the way may answer so, in its own words.',
  },
};
