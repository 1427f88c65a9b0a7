import { tags } from './documentation/operation-docs.ts'
import { clientAddressHeader, maxPayloadBytes, storefrontKeyHeader } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { operationObject } from './openapi-operation.ts'
import { sharedResponses } from './openapi-refusals.ts'
import { componentsOf } from './openapi-schemas.ts'
import type { Json } from './openapi-schemas.ts'
import { operations } from './operations.ts'
import type { OperationName } from './operations.ts'
import { refusalBody } from './refusals.ts'

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
}

function pathItem(path: string): Json {
  // Object.entries widens the keys of the table to string.
  const entries = Object.entries(operations) as [OperationName, Endpoint][]
  return Object.fromEntries(
    entries
      .filter(([, endpoint]) => endpoint.path === path)
      .map(([name, endpoint]) => [endpoint.method.toLowerCase(), operationObject(name, endpoint)]),
  )
}
