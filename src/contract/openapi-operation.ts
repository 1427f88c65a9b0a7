import { z } from 'zod'
import { documentation } from './documentation/documentation.ts'
import type { OperationDocs } from './documentation/operation-docs.ts'
import type { Endpoint, SessionKind } from './endpoint.ts'
import { refusalResponses } from './openapi-refusals.ts'
import { schemaOf } from './openapi-schemas.ts'
import type { Json } from './openapi-schemas.ts'
import type { OperationName } from './operations.ts'

export function operationObject(name: OperationName, endpoint: Endpoint): Json {
  // The table maps each name to the documentation of that operation.
  const docs = documentation[name] as OperationDocs
  return {
    operationId: name,
    tags: [docs.tag],
    summary: endpoint.summary,
    description: docs.description,
    ...(endpoint.isExtension && { 'x-extension': true }),
    security: securityOf(endpoint.session),
    parameters: parametersOf(endpoint, docs),
    ...(endpoint.method === 'POST' && { requestBody: bodyOf(endpoint, docs) }),
    responses: {
      '200': {
        description: 'The operation succeeded.',
        content: {
          'application/json': {
            schema: schemaOf(endpoint.output, 'output'),
            example: docs.response,
          },
        },
      },
      ...refusalResponses(endpoint, docs),
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

function parametersOf({ method, input }: Endpoint, { request, refusals = {} }: OperationDocs) {
  const headers = [
    { $ref: '#/components/parameters/AcceptLanguage' },
    ...('too-many-requests' in refusals ? visitorParameters : []),
  ]
  if (method === 'POST') return headers
  const examples: { readonly [name: string]: unknown } = request
  const query = Object.entries(input.shape).map(([name, schema]) => {
    const { description: text, ...type } = schemaOf(schema, 'output')
    return {
      name,
      in: 'query',
      description: text,
      required: !z.safeParse(schema, undefined).success,
      schema: type,
      example: examples[name],
    }
  })
  return [...query, ...headers]
}

function bodyOf({ input, files }: Endpoint, { request }: OperationDocs): Json {
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
      'application/json': { schema: payload, example: request },
      ...(fileParts.length > 0 && { 'multipart/form-data': { schema: multipart } }),
    },
  }
}
