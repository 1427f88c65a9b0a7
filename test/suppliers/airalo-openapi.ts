import Ajv from 'ajv'
import type { AnySchemaObject, ValidateFunction } from 'ajv'
import document from './airalo-openapi.json' with { type: 'json' }

type Content = {
  readonly content: { readonly [type: string]: { readonly schema: AnySchemaObject } }
}
type Endpoint = {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: Content
  readonly responses: { readonly [status: string]: Content }
}
type Paths = { readonly [path: string]: { readonly [method: string]: Endpoint } }

const paths: Paths = document.paths

// Form values are not converted, because every field in the document is a string or a list.
const ajv = new Ajv({ strict: false, allErrors: true })

/** Returns the document's path of an endpoint, or null if there is none. */
export function pathOf(method: string, pathname: string): string | null {
  if (paths[pathname]?.[method]) return pathname
  const pattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  const path = Object.keys(paths).find((each) => pattern(each).test(pathname))
  return path !== undefined && paths[path]?.[method] ? path : null
}

/** Returns the reasons why the document does not allow a request, or an empty list if it does. */
export function breachesOfRequest(
  method: string,
  path: string,
  query: object,
  body: object,
): string[] {
  const name = `${method} ${path}`
  return [
    ...breaches(`query of ${name}`, () => querySchema(method, path), query),
    ...breaches(`body of ${name}`, () => bodySchema(method, path), body),
  ]
}

function querySchema(method: string, path: string): AnySchemaObject {
  const { parameters = [] } = endpointOf(method, path)
  const names = parameters.flatMap((each) => (each.in === 'query' ? each.name : []))
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  return { properties, additionalProperties: false }
}

function bodySchema(method: string, path: string): AnySchemaObject {
  const [content] = Object.values(endpointOf(method, path).requestBody?.content ?? {})
  return content ? { ...content.schema, additionalProperties: false } : { maxProperties: 0 }
}

/**
 * Returns the reasons why the document does not allow a response. The list is empty if it does, or
 * if the document does not describe the status.
 */
export function breachesOfAnswer(
  method: string,
  path: string,
  status: number,
  body: unknown,
): string[] {
  const { responses } = endpointOf(method, path)
  const schema = responses[String(status)]?.content['application/json']?.schema
  if (!schema) return []
  const correct = () => {
    const its = correctSchema(schema) as AnySchemaObject // it returns an object for an object
    return status === 422 ? { anyOf: [its, codedRefusal] } : its
  }
  return breaches(`${status} of ${method} ${path}`, correct, body)
}

/** The page "Error handling" says that any endpoint may return this response. */
const codedRefusal = {
  type: 'object',
  properties: { code: { type: 'integer' }, reason: { type: 'string' } },
  required: ['code', 'reason'],
}

function endpointOf(method: string, path: string): Endpoint {
  const endpoint = paths[path]?.[method]
  if (!endpoint) throw new Error(`${method} ${path} is not in the document`)
  return endpoint
}

/** Compiled validators are reused, because compiling takes much longer than validating. */
const validators = new Map<string, ValidateFunction>()

function breaches(name: string, schema: () => AnySchemaObject, value: unknown): string[] {
  const validate = validators.get(name) ?? ajv.compile(schema())
  validators.set(name, validate)
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${name} ${instancePath} ${message}`,
  )
}

/** Fields of related data, which a response contains only when the request includes them. */
const included = new Set(['user', 'sims', 'status', 'voucher_code'])
/** Fields whose examples and descriptions in the document do not fit its schemas. */
const loose = new Set(['next', 'fair_usage_policy', 'net_price', 'description', 'apn_value'])

/**
 * Corrects schemas that were generated from single examples. `null` in an example does not limit
 * the values. An amount without decimals is not an integer. From the second page on, `data` is an
 * object.
 */
function correctSchema(schema: unknown, name = ''): unknown {
  if (Array.isArray(schema)) return schema.map((each) => correctSchema(each))
  if (typeof schema !== 'object' || schema === null) return schema
  const object = schema as AnySchemaObject // a part of a JSON schema
  if (object['type'] === 'null' || loose.has(name)) return {}
  if (object['type'] === 'integer') return { type: 'number' }
  if (name === 'data' && object['type'] === 'array')
    return { type: ['array', 'object'], items: correctSchema(object['items']) }
  const entries = Object.entries(object).map(([key, value]) => {
    if (key === 'required') return [key, (value as string[]).filter((each) => !included.has(each))]
    if (key !== 'properties') return [key, correctSchema(value)]
    const properties = Object.entries(value as object)
    return [
      key,
      Object.fromEntries(properties.map(([each, its]) => [each, correctSchema(its, each)])),
    ]
  })
  return Object.fromEntries(entries) as unknown
}
