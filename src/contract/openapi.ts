import { z } from 'zod'
import { operations } from './operations.ts'
import { refusalBody } from './refusals.ts'
import { maxPayloadBytes } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'

type Json = { readonly [key: string]: unknown }

/** The API as an OpenAPI 3.1 document, for whoever puts a server of their own behind the storefront. */
export function openapi(): Json {
  const described = Object.entries(operations).map(([name, endpoint]) =>
    operationOf(name, endpoint),
  )
  const paths = Map.groupBy(described, ({ path }) => path)
  return {
    openapi: '3.1.0',
    info: {
      title: 'esim-storefront API',
      version: '1',
      description: `What the storefront asks of its backend. Money is integer minor units, data MB (1 GB = 1024 MB), times UTC in ISO 8601. Every request carries Accept-Language; texts are answered in it. Calls that send codes read the visitor’s address from X-Client-Address, for limits: believe it from the storefront only. A JSON body is ${maxPayloadBytes} bytes at most. Calls marked x-extension are not among the specification’s.`,
    },
    paths: Object.fromEntries(
      [...paths].map(([path, list]) => [
        path,
        Object.fromEntries(list.map(({ method, operation }) => [method, operation])),
      ]),
    ),
    components: {
      schemas: { Refusal: schemaOf(refusalBody, 'output') },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'base64url(sessionID:token)' },
      },
    },
  }
}

function operationOf(name: string, endpoint: Endpoint) {
  const { method, path, summary, input, output, session, extension, files } = endpoint
  const operation = {
    operationId: name,
    summary,
    ...(extension && { 'x-extension': true }),
    ...securityOf(session),
    ...(method === 'GET'
      ? { parameters: parametersOf(input) }
      : { requestBody: bodyOf(input, files) }),
    responses: {
      '200': {
        description: 'OK',
        content: { 'application/json': { schema: schemaOf(output, 'output') } },
      },
      '4XX': refused(
        'The call was refused: 400, 401, 403, 404, 409, 413, 419, 429 with a text; 422 with messages by field',
      ),
      '5XX': refused('Something broke'),
    },
  }
  return { path, method: method.toLowerCase(), operation }
}

function parametersOf(input: z.ZodObject): Json[] {
  return Object.entries(input.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !z.safeParse(schema, undefined).success,
    schema: schemaOf(schema, 'output'),
  }))
}

function securityOf(session: Endpoint['session']): Json {
  if (session === 'none') return {}
  const needed = [{ session: [] }]
  return session === 'optional'
    ? { security: [{}, ...needed], 'x-session': 'customer' }
    : { security: needed, 'x-session': session }
}

function bodyOf(input: z.ZodObject, files: Endpoint['files']): Json {
  const payload = schemaOf(input, 'input')
  const fileParts = Object.entries(files).map(([name, bytes]) => [
    name,
    { type: 'string', format: 'binary', description: `At most ${bytes} bytes` },
  ])
  const multipart = {
    type: 'object',
    properties: { payload, ...Object.fromEntries(fileParts) },
    required: ['payload'],
  }
  return {
    required: true,
    content: {
      'application/json': { schema: payload },
      ...(fileParts.length > 0 && { 'multipart/form-data': { schema: multipart } }),
    },
  }
}

function refused(description: string): Json {
  return {
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  }
}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}
