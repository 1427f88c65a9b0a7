import { z } from 'zod'
import { exampleOf } from './examples.ts'
import {
  clientAddressHeader,
  maxPayloadBytes,
  storefrontKeyHeader,
  tags,
  refusalBody,
  refusalStatus,
} from '../../src/api/operation.ts'
import type { Operation, SessionKind, RefusalCode } from '../../src/api/operation.ts'
import { operations, type OperationName } from '../../src/operations.ts'

const description = `The API between the storefront and its backend. Implement it to run the
storefront over your own server, or call it from another client.

- Amounts are integers in minor units. Data is in MB, 1 GB = 1,024 MB. Times are UTC in ISO 8601.
- Send \`Accept-Language\`: error texts come in that language. Other texts follow \`lang\`.
- Error responses have the shape \`Refusal\`: a \`code\` for programs and texts for the visitor.
- A JSON body may have ${maxPayloadBytes} bytes.
- Operations with \`x-extension\` are additions to the specification.`

export function openapi(): Json {
  const paths = new Set(Object.values(operations).map(({ path }) => path))
  return {
    openapi: '3.1.0',
    info: {
      title: 'esim-storefront API',
      version: '1',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The esim-storefront authors' },
    },
    servers: [
      {
        url: '{origin}',
        description: 'Your own backend, or the embedded backend: `npm run backend`',
        variables: { origin: { default: 'http://localhost:8788' } },
      },
    ],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths: Object.fromEntries([...paths].map((path) => [path, pathItem(path)])),
    components: {
      schemas: componentsOf(Object.values(operations), refusalBody),
      parameters: headerParameters,
      responses: sharedResponses,
      securitySchemes,
    },
  }
}

const headerParameters = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description: 'Language of error texts',
    schema: { type: 'string' },
    example: 'en',
  },
  ClientAddress: {
    name: clientAddressHeader,
    in: 'header',
    description:
      'IP address of the visitor, for rate limits. Ignore it unless ' +
      `\`${storefrontKeyHeader}\` is right, because a client could send any value.`,
    schema: { type: 'string' },
    example: '203.0.113.7',
  },
  StorefrontKey: {
    name: storefrontKeyHeader,
    in: 'header',
    description: 'Secret of the storefront, its setting `STOREFRONT_KEY`. Other clients send none',
    schema: { type: 'string' },
    example: 'a secret that only the storefront and the API know',
  },
}

const bearer = { type: 'http', scheme: 'bearer' }
const credentials = '`Authorization: Bearer base64url(sessionID:token)` with the session of'
const securitySchemes = {
  customer: { ...bearer, description: `${credentials} a customer` },
  referrer: { ...bearer, description: `${credentials} a partner` },
  key: { ...bearer, description: 'A key that an owner has made in the back office: `sk_…`' },
}

function pathItem(path: string): Json {
  // Object.entries widens the keys of the table to string.
  const entries = Object.entries(operations) as [OperationName, Operation][]
  return Object.fromEntries(
    entries
      .filter(([, operation]) => operation.path === path)
      .map(([name, operation]) => [
        operation.method.toLowerCase(),
        operationObject(name, operation),
      ]),
  )
}

function operationObject(name: OperationName, operation: Operation): Json {
  return {
    operationId: name,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    ...(operation.isExtension && { 'x-extension': true }),
    security: securityOf(operation.session),
    parameters: parametersOf(operation),
    ...(operation.method === 'POST' && { requestBody: bodyOf(operation) }),
    responses: {
      '200': {
        description: 'The operation succeeded.',
        content: {
          'application/json': {
            schema: schemaOf(operation.output, 'output'),
            example: exampleOf(operation.output),
          },
        },
      },
      ...refusalResponses(operation),
    },
  }
}

const visitorParameters = ['ClientAddress', 'StorefrontKey'].map((name) => ({
  $ref: `#/components/parameters/${name}`,
}))

function securityOf(session: SessionKind): Json[] {
  if (session === 'none') return []
  return session === 'optional' ? [{}, { customer: [] }] : [{ [session]: [] }]
}

function parametersOf({ method, input, refusals }: Operation) {
  const headers = [
    { $ref: '#/components/parameters/AcceptLanguage' },
    ...('too-many-requests' in refusals ? visitorParameters : []),
  ]
  if (method === 'POST') return headers
  const query = Object.entries(input.shape).map(([name, schema]) => {
    const { description: text, examples: _, ...type } = schemaOf(schema, 'output')
    return {
      name,
      in: 'query',
      description: text,
      required: !z.safeParse(schema, undefined).success,
      schema: type,
      example: exampleOf(z.object({ field: schema }))['field'],
    }
  })
  return [...query, ...headers]
}

function bodyOf({ input, files }: Operation): Json {
  const payload = schemaOf(input, 'input')
  const fileParts = Object.entries(files).map(([name, bytes]) => [
    name,
    { type: 'string', format: 'binary', description: `A file of at most ${bytes} bytes` },
  ])
  const multipart = {
    type: 'object',
    properties: { payload, ...Object.fromEntries(fileParts) },
    required: ['payload'],
  }
  return {
    required: true,
    content: {
      'application/json': { schema: payload, example: exampleOf(input) },
      ...(fileParts.length > 0 && { 'multipart/form-data': { schema: multipart } }),
    },
  }
}

type Json = { readonly [key: string]: unknown }

/** Converts a schema to JSON Schema. Schemas with an `id` become references to components. */
function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  return convertSchema(schema, io).schema
}

function componentsOf(all: readonly Operation[], ...others: readonly z.core.$ZodType[]): Json {
  const conversions = [
    ...all.flatMap(({ method, input, output }) => [
      convertSchema(input, method === 'GET' ? 'output' : 'input'),
      convertSchema(output, 'output'),
    ]),
    ...others.map((schema) => convertSchema(schema, 'output')),
  ]
  const components = conversions.flatMap(({ definitions }) => Object.entries(definitions))
  return Object.fromEntries(components.toSorted(([a], [b]) => a.localeCompare(b, 'en')))
}

function convertSchema(schema: z.core.$ZodType, io: 'input' | 'output') {
  const text = JSON.stringify(z.toJSONSchema(schema, { io }))
  const json: Json = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'))
  const { $schema: _, $defs: definitions = {}, ...rest } = json
  return { schema: rest, definitions: definitions as Json } // $defs is a map of schemas.
}

type RefusalEntry = readonly [code: RefusalCode, text: string]

const unauthorized: RefusalEntry = [
  'unauthorized',
  'The session or the key is missing, unknown or expired.',
]
const invalid: readonly RefusalEntry[] = [
  ['invalid-input', 'A field is missing or invalid.'],
  ['malformed', 'The body cannot be read.'],
]

const sharedResponses = {
  Unauthorized: response([unauthorized]),
  TooLarge: response([['too-large', 'The body or a file is too large.']]),
  Invalid: response(invalid),
  Failed: response([
    ['internal-error', 'The server failed. Repeat a POST only with the same idempotency key.'],
  ]),
}

function refusalResponses({ method, input, session, refusals }: Operation): Json {
  // Object.entries widens the keys to string.
  const own = Object.entries(refusals) as [RefusalCode, string][]
  const byStatus = Map.groupBy(own, ([code]) => refusalStatus[code])
  const needsSession = session !== 'none' && session !== 'optional'
  const hasInput = method === 'POST' || Object.keys(input.shape).length > 0
  return {
    ...(needsSession && { '401': referTo('Unauthorized') }),
    ...(method === 'POST' && { '413': referTo('TooLarge') }),
    ...(hasInput && { '422': referTo('Invalid') }),
    ...Object.fromEntries(
      [...byStatus].map(([status, list]) => [
        status,
        response(status === 422 ? [...invalid, ...list] : list),
      ]),
    ),
    '5XX': referTo('Failed'),
  }
}

function referTo(name: keyof typeof sharedResponses): Json {
  return { $ref: `#/components/responses/${name}` }
}

function response(refusals: readonly RefusalEntry[]): Json {
  const lines = refusals.map(([code, text]) => `\`${code}\`: ${text}`)
  const examples = refusals.map(([code, text]) => [code, { value: refusalExample(code, text) }])
  return {
    description: lines.join(' '),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Refusal' },
        examples: Object.fromEntries(examples),
      },
    },
  }
}

function refusalExample(code: RefusalCode, text: string): z.output<typeof refusalBody> {
  if (code === 'invalid-input') return { code, errors: { email: ['Please check this field.'] } }
  if (code === 'wrong-code') return { code, errors: { code: ['The code is wrong.'] } }
  return { code, error: text }
}
