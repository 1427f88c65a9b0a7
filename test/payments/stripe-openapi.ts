import Ajv from 'ajv'
import type { AnySchemaObject, ValidateFunction } from 'ajv'
import document from './stripe-openapi.json' with { type: 'json' }

type Parameter = {
  readonly in: string
  readonly name: string
  readonly required: boolean
  readonly schema: AnySchemaObject
}
type Endpoint = {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: {
      readonly 'application/x-www-form-urlencoded': { readonly schema: AnySchemaObject }
    }
  }
}
type Paths = { readonly [path: string]: { readonly [method: string]: Endpoint } }

// The type of such a large document is of no use.
const { paths } = document as unknown as { readonly paths: Paths }

/** Parameters that are newer than the document, from the types of the `stripe` package. */
const addedSince: { readonly [endpoint: string]: AnySchemaObject } = {
  'post /v1/checkout/sessions': {
    adaptive_pricing: {
      type: 'object',
      properties: { enabled: { type: 'boolean' } },
      additionalProperties: false,
    },
  },
}

// All form values are strings.
const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: true, logger: false })

/** Compiled validators are reused, because compiling takes much longer than validating. */
const validators = new Map<string, ReturnType<typeof compile>>()

/**
 * Returns the reasons why Stripe's document does not allow a request, or an empty list if it does.
 */
export function breachesOfStripe(
  method: string,
  pathname: string,
  query: object,
  body: object,
): string[] {
  const [path, endpoint] = endpointOf(method, pathname)
  const name = `${method} ${path}`
  if (!endpoint) return [`${name} is not in the document`]
  const validate = validators.get(name) ?? compile(name, endpoint)
  validators.set(name, validate)
  return [
    ...breaches(validate.query, query).map((each) => `query${each}`),
    ...breaches(validate.body, body).map((each) => `body${each}`),
  ]
}

function compile(name: string, endpoint: Endpoint) {
  const form = endpoint.requestBody?.content['application/x-www-form-urlencoded'].schema
  const properties = { ...form?.['properties'], ...addedSince[name] }
  return {
    query: ajv.compile(querySchema(endpoint)),
    body: ajv.compile(form ? { ...form, properties } : { maxProperties: 0 }),
  }
}

function endpointOf(method: string, pathname: string): [path: string, endpoint?: Endpoint] {
  const exact = paths[pathname]?.[method]
  if (exact) return [pathname, exact]
  for (const [path, methods] of Object.entries(paths)) {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    const endpoint = methods[method]
    if (endpoint && pattern.test(pathname)) return [path, endpoint]
  }
  return [pathname]
}

function querySchema({ parameters = [] }: Endpoint): AnySchemaObject {
  const inQuery = parameters.filter((each) => each.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}

function breaches(validate: ValidateFunction, value: object): string[] {
  if (validate(structuredClone(value))) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
